/* Lines of a client. Any line gives a request or an error; a request that was read is written as a
 * line that reads the same. */
#include <config.h>

#include <string.h>

#include "fuzz.h"

#include "net/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Request request, again;
    Error error = {0};
    char line[REQUEST_LINE_SIZE], copy[REQUEST_LINE_SIZE];
    if (size > LINE_CLIENT_MAX)
        return 0;
    ProtocolError word = request_parse((const char *)data, size, &request, &error);
    fuzz_require(strlen(request.tag) <= TAG_MAX);
    fuzz_require((word == PROTO_ERR_NONE) == (error.text[0] == '\0'));
    if (word != PROTO_ERR_NONE || request.verb == VERB_NONE)
        return 0;
    size_t length = request_write(&request, line);
    fuzz_require(length == strlen(line) && length <= LINE_CLIENT_MAX + 1);
    fuzz_require(strcspn(line, "\r\n") == length - 1);
    fuzz_require(request_parse(line, length - 1, &again, &error) == PROTO_ERR_NONE);
    fuzz_require(again.verb == request.verb && again.fields.has == request.fields.has);
    request_write(&again, copy);
    fuzz_require(strcmp(line, copy) == 0);
    return 0;
}
