#include <config.h>

#include "search_helper.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "rules/fen.h"
#include "rules/notation.h"

Engine *engine_of(int threads) {
    Error error = {0};
    Engine *engine = engine_create(4, threads, &error);
    if (!engine)
        fail_msg("%s", error.text);
    return engine;
}

Engine *shared_engine;

int engine_begin(void **state) {
    (void)state;
    shared_engine = engine_of(1);
    return 0;
}

int engine_end(void **state) {
    (void)state;
    engine_free(shared_engine);
    return 0;
}

Position position_of(const char *variant, const char *fen) {
    Error error = {0};
    Position position;
    if (!fen_parse(fen, variant_find(variant), &position, &error))
        fail_msg("%s: %s", fen, error.text);
    return position;
}

SearchRequest request_for(const Position *position) {
    return (SearchRequest){
        .advisor = ADVISOR_NEGAMAX,
        .positions = position,
        .position_count = 1,
        .level = LEVEL_MAX,
        .multipv = 1,
    };
}

void answer_take(void *context, const SearchInfo *info) {
    Answer *answer = context;
    answer->reports++;
    answer->finals += info->final;
    answer->info = *info;
}

Answer search(Engine *engine, const SearchRequest *request) {
    Answer answer = {0};
    Error error = {0};
    if (!engine_start(engine, request, answer_take, &answer, &error))
        fail_msg("%s", error.text);
    engine_wait(engine);
    assert_int_equal(answer.finals, 1);
    assert_true(answer.info.final);
    return answer;
}

Answer search_depth(Engine *engine, const char *variant, const char *fen, int depth) {
    Position position = position_of(variant, fen);
    SearchRequest request = request_for(&position);
    request.limits.depth = depth;
    return search(engine, &request);
}

const char *answer_move(const Answer *answer) {
    static char text[COORDINATE_SIZE];
    assert_true(answer->info.has_move);
    coordinate_write(answer->info.lines[0].pv[0], text);
    return text;
}
