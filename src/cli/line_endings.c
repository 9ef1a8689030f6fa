#include <config.h>

#include "cli/line_endings.h"

#include "base/text.h"

LineResult line_endings(Cli *cli, const LineArguments *arguments, Error *error) {
    bool moves = arguments->count > 0;
    char sentence[ENDING_SENTENCE_SIZE];
    EndingChoices list;
    if (moves && !text_equal_ignore_case(arguments->word[0], "moves"))
        return LINE_RESULT_USAGE;
    if (!session_list_ending(cli->session, session_record(cli->session)->current, &list, error))
        return LINE_RESULT_ERROR;
    cli_say(cli, "%s", ending_verdict_sentence(&list.choices[0].verdict, sentence));
    for (size_t i = 0; moves && i < list.count; i++)
        cli->presenter->ending_move(&cli->out, session_position(cli->session), i + 1,
                                    &list.choices[i]);
    ending_choices_free(&list);
    return LINE_RESULT_OK;
}

void line_endings_complete(const Cli *cli, const LineArguments *before,
                           CompletionList *completions) {
    (void)cli;
    if (before->count == 0)
        completion_add(completions, "moves");
}
