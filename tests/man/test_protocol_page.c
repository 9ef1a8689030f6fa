/* congo-protocol(7) names every command, refusal and line of a server, and its examples are lines
 * of the protocol whose hashes are those of their positions. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/protocol.h"

enum { PAGE_MAX = 100000, LINE_SIZE = 600 };

static char page[PAGE_MAX];

static void read_page(void) {
    const char *source = getenv("CONGO_SOURCE");
    char path[4096];
    snprintf(path, sizeof path, "%s/man/congo-protocol.7", source ? source : ".");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(page, 1, sizeof page - 1, file);
    assert_true(length < sizeof page - 1);
    page[length] = '\0';
    fclose(file);
}

/* Returns whether an item of a list begins with the macro and the word. */
static bool has_item(const char *macro, const char *word) {
    char item[1100];
    snprintf(item, sizeof item, "\n.It %s %s", macro, word);
    for (const char *at = page; (at = strstr(at, item)) != NULL; at++) {
        char after = at[strlen(item)];
        if (after == ' ' || after == '\n')
            return true;
    }
    return false;
}

static void every_command_is_described(void **state) {
    (void)state;
    for (int verb = 0; verb < VERB_COUNT; verb++)
        if (!has_item("Ic", verb_word((Verb)verb)))
            fail_msg("%s is not described", verb_word((Verb)verb));
}

static void every_refusal_is_described(void **state) {
    (void)state;
    for (int word = PROTO_ERR_NONE + 1; word < PROTO_ERR_COUNT; word++)
        if (!has_item("Er", protocol_error_text((ProtocolError)word)))
            fail_msg("%s is not described", protocol_error_text((ProtocolError)word));
}

static void every_kind_of_line_is_described(void **state) {
    (void)state;
    for (int type = 0; type < COMMENT_TEXT; type++) {
        Message message;
        char line[MESSAGE_LINE_SIZE];
        message_start(&message, (MessageType)type, NULL);
        message_write(&message, line);
        line[strcspn(line, " \n")] = '\0';
        char word[MESSAGE_LINE_SIZE + 8];
        snprintf(word, sizeof word, "\n.Ic %s", line);
        if (type < VERB_COUNT && strcmp(line + 1, verb_word((Verb)type)) == 0)
            continue;
        if (line[1] && !has_item("Ic", line) && !strstr(page, word))
            fail_msg("%s is not described", line);
    }
}

static void check_request(const char *line) {
    Request request;
    Error error;
    if (request_parse(line, strlen(line), &request, &error) != PROTO_ERR_NONE)
        fail_msg("%s: %s", line, error.text);
}

static void check_message(const char *line) {
    Message message;
    Error error;
    char written[MESSAGE_LINE_SIZE];
    if (!message_parse(line, strlen(line), &message, &error))
        fail_msg("%s: %s", line, error.text);
    size_t length = message_write(&message, written);
    written[length - 1] = '\0';
    assert_string_equal(written, line);
    if (fields_has(&message.fields, FIELD_FEN) && fields_has(&message.fields, FIELD_HASH) &&
        fen_hash(message.fields.fen) != message.fields.hash)
        fail_msg("%s: the hash is %016llx", line, (unsigned long long)fen_hash(message.fields.fen));
}

static void every_example_is_valid(void **state) {
    (void)state;
    int requests = 0, messages = 0;
    for (const char *at = page; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        bool is_request = strncmp(at, "C: ", 3) == 0;
        if (!is_request && strncmp(at, "S: ", 3) != 0)
            continue;
        char line[LINE_SIZE];
        size_t length = 0;
        for (at += 3; *at != '\n' || at[1] == ' '; at++) {
            if (*at == '\n') {
                at += strspn(at, "\n ");
                line[length++] = ' ';
            }
            if (*at != '\\')
                line[length++] = *at;
        }
        line[length] = '\0';
        (is_request ? check_request : check_message)(line);
        ++*(is_request ? &requests : &messages);
    }
    assert_true(requests >= 5 && messages >= 10);
}

int main(void) {
    read_page();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_is_described),
        cmocka_unit_test(every_refusal_is_described),
        cmocka_unit_test(every_kind_of_line_is_described),
        cmocka_unit_test(every_example_is_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
