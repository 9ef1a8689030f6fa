#include <config.h>

#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>

void cli_end_line(Cli *cli) {
    if ((cli->waiting_dots > 0 || cli->prompt_shown) && !cli->is_terminal) {
        output_text(&cli->out, "\n");
        cli->prompt_shown = false;
    }
    cli->waiting_dots = 0;
}

void cli_say(Cli *cli, const char *format, ...) {
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    cli_end_line(cli);
    cli->presenter->say(&cli->out, sentence);
}

void cli_say_error(Cli *cli, const Error *error) {
    char sentence[ERROR_SENTENCE_SIZE];
    cli_say(cli, "%s", error_sentence(error, sentence));
}

LineResult cli_result(bool done) {
    return done ? LINE_RESULT_OK : LINE_RESULT_ERROR;
}

LineResult cli_move_result(bool done, const Error *error) {
    return !done && error->code == ERROR_ILLEGAL ? LINE_RESULT_ILLEGAL : cli_result(done);
}
