/* Lines of a server. Any line gives a message or an error; a message that was read is written as a
 * line that reads the same. */
#include <config.h>

#include <string.h>

#include "fuzz.h"

#include "net/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Message message, again;
    Error error = {0};
    char line[MESSAGE_LINE_SIZE], copy[MESSAGE_LINE_SIZE];
    if (size > LINE_SERVER_MAX)
        return 0;
    bool read = message_parse((const char *)data, size, &message, &error);
    fuzz_require(read == (error.text[0] == '\0'));
    if (!read || message.type == MESSAGE_UNKNOWN ||
        (message.type == MESSAGE_REJECTED && message.error == PROTO_ERR_NONE))
        return 0;
    size_t length = message_write(&message, line);
    fuzz_require(length == strlen(line) && length <= LINE_SERVER_MAX + 1);
    fuzz_require(strcspn(line, "\r\n") == length - 1);
    fuzz_require(message_parse(line, length - 1, &again, &error));
    fuzz_require(again.type == message.type && again.error == message.error);
    message_write(&again, copy);
    fuzz_require(strcmp(line, copy) == 0);
    return 0;
}
