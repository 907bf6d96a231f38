/* Work-groups as threads that others end and begin through the real group-count word. */
#ifndef COOP_TESTS_FLOW_PARTY_H
#define COOP_TESTS_FLOW_PARTY_H

#include "tests/flow/flow_words.h"

#include "coop/shared/groups.h"
#include "test.h"
#include <pthread.h>
#include <stdlib.h>

enum { STAYS, RESIZES, LEAVES };

struct party {
    void *(*body)(void *member); /* frees its argument, and ends with party_leave */
    void *world;
    _Atomic uint64_t counts;
    uint32_t limit;
    uint64_t seed;
    int changes; /* STAYS: nobody ends before the end; RESIZES: kills and forks; LEAVES: early returns */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t change;
    uint32_t live;
    uint32_t kills;
    uint32_t forks;
};

struct member {
    struct party *party;
    struct coop_flow flow;
    uint32_t group;
    uint64_t random;
};

static inline void party_begin(struct party *party, uint32_t group)
{
    struct member *member = calloc(1, sizeof *member);
    pthread_attr_t attributes;
    pthread_t thread;

    member->party = party;
    member->group = group;
    member->random = party->seed + group + 1;
    pthread_mutex_lock(&party->lock);
    party->live++;
    pthread_mutex_unlock(&party->lock);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    if (pthread_create(&thread, &attributes, party->body, member) != 0) {
        abort();
    }
    pthread_attr_destroy(&attributes);
}

static inline struct coop_groups_step party_step(struct party *party, uint32_t group, int forks)
{
    uint64_t word = words_load64(&party->counts, memory_order_relaxed);
    struct coop_groups_step step;

    do {
        step = forks ? coop_groups_request_fork(word) : coop_groups_offer_kill(word, 0, group, ~0u);
        if (step.event == COOP_GROUPS_NOTHING) {
            return step;
        }
    } while (!words_replace64(&party->counts, &word, step.word, memory_order_acq_rel, memory_order_relaxed));
    return step;
}

/* offer_kill as the runtime does it; 1 when the work-group has ended. */
static inline int party_offers(struct member *member)
{
    uint64_t word = words_load64(&member->party->counts, memory_order_relaxed);

    if (coop_groups_offer_kill(word, 0, member->group, ~0u).event == COOP_GROUPS_NOTHING) {
        return 0;
    }
    if (coop_flow_begin_to_end(&member->flow)) {
        return 0;
    }
    coop_flow_flush_by_leader(&member->flow);
    if (party_step(member->party, member->group, 0).event == COOP_GROUPS_NOTHING) {
        coop_flow_reopen_by_leader(&member->flow);
        return 0;
    }
    return 1;
}

static inline void party_requests(struct member *member)
{
    struct party *party = member->party;
    struct coop_groups_step step = party_step(party, 0, 1);
    uint32_t active = coop_groups_get(step.word, COOP_GROUPS_ACTIVE);

    if (step.event == COOP_GROUPS_NOTHING) {
        return;
    }
    pthread_mutex_lock(&party->lock);
    party->forks += step.forked;
    pthread_mutex_unlock(&party->lock);
    for (uint32_t group = active - step.forked; group < active; group++) {
        party_begin(party, group);
    }
}

static inline uint32_t party_members(struct party *party)
{
    return coop_groups_get(words_load64(&party->counts, memory_order_relaxed), COOP_GROUPS_ACTIVE);
}

/* What the work-items of the megakernel do in front of a step; here are three, one after the other. */
static inline void party_moves_closures(struct member *member)
{
#if COOP_FLOW_CLOSURES > 0 && COOP_FLOW_CLOSURES_BY_ITEMS
    if (coop_closures_are_to_move(&member->flow)) {
        for (uint32_t item = 0; item < 3; item++) {
            coop_closures_move(&member->flow, item, 3);
        }
        coop_closures_moved(&member->flow);
    }
#else
    (void)member;
#endif
}

/* Runs batches until the graph is done, or the work-group ends; 1 when it was killed. */
static inline int party_run_batches(struct member *member, void (*run_batch)(struct member *member))
{
    struct party *party = member->party;
    uint32_t rounds = 0;

    for (;;) {
        if (party->changes == LEAVES && member->group + 1 < party->limit &&
            rounds++ > 20 * (member->group + 1)) {
            return 0;
        }
        if (party->changes == RESIZES) {
            if (party_offers(member)) {
                return 1;
            }
            party_requests(member);
        }
        coop_flow_next_by_leader(&member->flow, party_members(party));
        party_moves_closures(member);
        if (coop_flow_is_done(&member->flow)) {
            return 0;
        }
        run_batch(member);
    }
}

static inline void party_leave(struct member *member, int is_killed)
{
    struct party *party = member->party;

    if (!is_killed) {
        words_add64(&party->counts, coop_groups_one(COOP_GROUPS_RETURNED), memory_order_release);
    }
    free(member);
    pthread_mutex_lock(&party->lock);
    party->kills += (uint32_t)is_killed;
    party->live--;
    pthread_cond_signal(&party->change);
    pthread_mutex_unlock(&party->lock);
}

/* Changes its mind about the number of work-groups until all have ended. */
static inline void party_schedule(struct party *party)
{
    uint64_t random = party->seed;
    uint64_t word;

    for (;;) {
        pthread_mutex_lock(&party->lock);
        if (party->live == 0) {
            pthread_mutex_unlock(&party->lock);
            return;
        }
        if (party->changes != RESIZES) {
            pthread_cond_wait(&party->change, &party->lock);
        }
        pthread_mutex_unlock(&party->lock);
        if (party->changes == RESIZES) {
            uint32_t target = 1 + (uint32_t)test_random_below(&random, party->limit);
            word = words_load64(&party->counts, memory_order_relaxed);
            while (!words_replace64(&party->counts, &word, coop_groups_retarget(word, target, party->limit),
                                    memory_order_acq_rel, memory_order_relaxed)) {
            }
            sched_yield();
        }
    }
}

static inline void party_run(struct party *party)
{
    pthread_mutex_init(&party->lock, NULL);
    pthread_cond_init(&party->change, NULL);
    party->counts = coop_groups_launched(party->limit);
    for (uint32_t i = 0; i < party->limit; i++) {
        party_begin(party, i);
    }
    party_schedule(party);
}

#endif
