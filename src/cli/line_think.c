/* Commands for those who think: advice, analysis, computers. */
#include <config.h>

#include "cli/line_commands.h"
#include "cli/remote.h"
#include "play/variation.h"

enum { SECONDS_MAX = 3600, STANDARD_MS = 2000, STEPS_ASKED_MAX = 100000 };

Verdict run_advise(Cli *cli, const Arguments *arguments, Error *error) {
    return arguments->count > 0 ? VERDICT_FORMAT
                                : verdict_of(session_start_advice(cli->session, error));
}

/* --- analysis --- */

static void end_of_patience(uv_timer_t *timer) {
    game_end_analysis(timer->data);
}

Verdict run_analyse(Cli *cli, const Arguments *arguments, Error *error) {
    int seconds = 0;
    if (arguments->count > 1 ||
        (arguments->count == 1 && !argument_number(arguments->word[0], 1, SECONDS_MAX, &seconds)))
        return VERDICT_FORMAT;
    const Record *record = session_record(cli->session);
    if (!session_start_analysis(cli->session, record->current, cli->settings.lines, error))
        return VERDICT_REFUSED;
    int64_t standard = cli->settings.movetime_ms > 0 ? cli->settings.movetime_ms : STANDARD_MS;
    cli->analysing = true;
    uv_update_time(&cli->loop);
    uv_timer_start(&cli->patience, end_of_patience,
                   (uint64_t)(seconds > 0 ? 1000 * (int64_t)seconds : standard), 0);
    return VERDICT_DONE;
}

/* --- computers --- */

Verdict run_level(Cli *cli, const Arguments *arguments, Error *error) {
    int level;
    SessionSetup setup;
    if (arguments->count > 1)
        return VERDICT_FORMAT;
    if (arguments->count == 1) {
        if (!argument_number(arguments->word[0], LEVEL_MIN, LEVEL_MAX, &level))
            return VERDICT_FORMAT;
        if (!session_set_level(cli->session, level, error))
            return VERDICT_REFUSED;
        cli->settings.level = level;
    }
    session_get_setup(cli->session, &setup);
    game_say(cli, "The computer plays at level %d of %d.", setup.level, LEVEL_MAX);
    return VERDICT_DONE;
}

Verdict run_pause(Cli *cli, const Arguments *arguments, Error *error) {
    if (arguments->count > 0)
        return VERDICT_FORMAT;
    if (!session_pause(cli->session, true, error))
        return VERDICT_REFUSED;
    cli->steps_left = 0;
    game_say(cli, "The game is paused. Consult \"help resume\".");
    return VERDICT_DONE;
}

static bool step(Cli *cli, int count, Error *error) {
    if (!session_is_paused(cli->session) && !session_pause(cli->session, true, error))
        return false;
    cli->steps_left = count;
    return session_single_step(cli->session, error);
}

Verdict run_resume(Cli *cli, const Arguments *arguments, Error *error) {
    int count = 0;
    GameId id;
    if (arguments->count == 1 && network_parse_id(arguments->word[0], &id, NULL))
        return verdict_of(remote_resume(cli, &id, error));
    if (arguments->count > 1 ||
        (arguments->count == 1 && !argument_number(arguments->word[0], 1, STEPS_ASKED_MAX, &count)))
        return VERDICT_FORMAT;
    cli->steps_left = 0;
    if (count > 0)
        return verdict_of(step(cli, count, error));
    if (session_can_pause(cli->session))
        return verdict_of(session_pause(cli->session, false, error));
    return verdict_of(resume_game(cli, error));
}
