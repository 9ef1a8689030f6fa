#include <config.h>

#include "cli/cli.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "rules/square.h"

void cli_end_line(Cli *cli) {
    if ((cli->waiting_dots > 0 || cli->prompt_shown) && !cli->is_terminal) {
        output_text(&cli->out, "\n");
        cli->prompt_shown = false;
    }
    cli->waiting_dots = 0;
}

void cli_say(Cli *cli, const char *format, ...) {
    Buffer sentence = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_add_arguments(&sentence, format, arguments);
    va_end(arguments);
    cli_end_line(cli);
    cli->presenter->say(&cli->out, sentence.bytes);
    buffer_free(&sentence);
}

void cli_say_error(Cli *cli, const Error *error) {
    char sentence[ERROR_SENTENCE_SIZE];
    cli_say(cli, "%s", error_sentence(error, sentence));
}

LineResult cli_result(bool done) {
    return done ? LINE_RESULT_OK : LINE_RESULT_ERROR;
}

LineResult cli_parse_number(const char *word, const char *names, int min, int max, int *number,
                            Error *error) {
    const char *digits = word + (*word == '-' || *word == '+');
    if (text_parse_number(word, min, max, number))
        return LINE_RESULT_OK;
    if (*digits == '\0' || digits[strspn(digits, "0123456789")] != '\0')
        return LINE_RESULT_USAGE;
    return cli_result(error_set(error, ERROR_RANGE, "%s are %d to %d", names, min, max));
}

LineResult cli_reject_squares(const char *text, Error *error) {
    bool beside = false;
    while (*text != '\0') {
        int letter = text_lower((unsigned char)*text);
        size_t digits = strspn(text + 1, "0123456789");
        if (letter < 'a' || letter > 'z' || digits == 0)
            return LINE_RESULT_USAGE;
        beside |= digits > 1 || square_parse(text) == SQUARE_NONE;
        text += 1 + digits;
        text += strspn(text, " -");
    }
    return beside ? cli_result(error_set(error, ERROR_RANGE, "squares are a1 to g7"))
                  : LINE_RESULT_USAGE;
}

LineResult cli_move_result(bool done, const Error *error) {
    return !done && error->code == ERROR_ILLEGAL ? LINE_RESULT_ILLEGAL : cli_result(done);
}
