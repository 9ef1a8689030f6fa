#include <config.h>

#include "tools/team.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct Team {
    size_t parts;
    TeamJob *job;
    void *context;
    atomic_size_t next;
} Team;

typedef struct Member {
    Team *team;
    int number;
    pthread_t thread;
} Member;

static void *member_work(void *argument) {
    const Member *member = argument;
    Team *team = member->team;
    size_t part;
    while ((part = atomic_fetch_add(&team->next, 1)) < team->parts)
        team->job(team->context, member->number, part);
    return NULL;
}

void team_run(int threads, size_t parts, TeamJob *job, void *context) {
    assert(threads > 0);
    Team team = {.parts = parts, .job = job, .context = context};
    Member members[TEAM_MAX];
    int started = 1;
    atomic_init(&team.next, 0);
    for (int i = 0; i < threads; i++)
        members[i] = (Member){.team = &team, .number = i};
    while (started < threads &&
           pthread_create(&members[started].thread, NULL, member_work, &members[started]) == 0)
        started++;
    member_work(&members[0]);
    for (int i = 1; i < started; i++)
        pthread_join(members[i].thread, NULL);
}
