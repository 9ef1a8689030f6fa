#include <config.h>

#include "endings/ending_absence.h"

#include <stdio.h>

#include "endings/ending_rules.h"

/* Writes the command that makes the tables. A variant that is not built in has a file, and without
 * --output the tables go to the user's cache. */
enum { COMMAND_SIZE = 96 + VARIANT_NAME_SIZE };
static void write_command(const Endings *endings, const Variant *variant, const EndingRules *rules,
                          int men, char text[COMMAND_SIZE]) {
    EndingRules standard;
    bool is_standard =
        ending_rules_of(variant_default(), &standard) && ending_rules_same(rules, &standard);
    const char *name = variant_find(variant->name) ? variant->name : "FILE";
    snprintf(text, COMMAND_SIZE, "congo-engine endings build --men=%d%s%s%s", men,
             is_standard ? "" : " --variant=", is_standard ? "" : name,
             endings_have_one_folder(endings) ? " --output=FOLDER" : "");
}

bool ending_absence_explain_men(const Endings *endings, const Error *damage, const Variant *variant,
                                int men, Error *error) {
    char command[COMMAND_SIZE];
    EndingRules rules;
    Error fault;
    if (!ending_rules_of(variant, &rules))
        return ending_rules_report(variant, error);
    if (men > ENDING_MEN_MAX)
        return error_set(error, ERROR_STATE,
                         "only the endings of at most %d pieces are solved, the lions included, "
                         "and here are %d",
                         ENDING_MEN_MAX, men);
    if (damage->code != ERROR_NONE)
        return error_set(error, damage->code, "%s", damage->text);
    if (!endings)
        return error_set(error, ERROR_STATE, "the solved endings are turned off");
    if (endings_fault(endings, &fault))
        return error_set(error, fault.code, "%s", fault.text);
    write_command(endings, variant, &rules, men, command);
    return error_set(error, ERROR_STATE,
                     "the endings of %d pieces are not solved yet; \"%s\" solves them", men,
                     command);
}

bool ending_absence_explain(const Endings *endings, const Error *damage, const Position *position,
                            Error *error) {
    return ending_absence_explain_men(endings, damage, position->variant,
                                      popcount64(position_occupied(position)), error);
}
