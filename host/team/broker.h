/* The broker's decisions: what it has under way with each domain, what a look at all of them means, and what
 * it does next. Knows nothing of devices: it reaches a domain through a port, so that tests can be one.
 *
 * Stands on: shared/member.h (the words, A1 to A6), share.h. Threads: one at a time; the caller has a lock.
 *
 *     step   quiet = nothing is under way
 *            look at each domain, once
 *            quiet, and all counts are 0: there is no task anywhere (A4), all are told so
 *            answers: read export boxes, note what was taken
 *            give what it holds to those that it is for; deal first tasks; plan moves, ask for tasks */
#ifndef COOP_HOST_BROKER_H
#define COOP_HOST_BROKER_H

#include "coop/shared/member.h"
#include "coop/shared/team.h"
#include "coop/status.h"
#include "host/team/share.h"

/* What one look shows of a domain: each word whole, in any order. */
struct coop_broker_sight {
    uint64_t outstanding; /* of its set */
    uint64_t done;
    uint64_t exported;
    uint64_t taken;
    uint64_t hunger;
    uint64_t ready;
    uint32_t idle;
};

enum coop_broker_word { COOP_BROKER_REQUEST, COOP_BROKER_IMPORTED, COOP_BROKER_OVER };

/* How a domain is reached. What is not COOP_OK means that it cannot be reached any more. */
struct coop_broker_port {
    void *self;
    coop_status (*look)(void *self, struct coop_broker_sight *sight);
    coop_status (*read_box)(void *self, void *to, uint64_t bytes);          /* the export box */
    coop_status (*write_box)(void *self, const void *from, uint64_t bytes); /* the import box */
    /* Stores a word behind what was written before, and rings. */
    coop_status (*tell)(void *self, enum coop_broker_word word, uint64_t value);
    uint64_t (*heartbeat)(void *self); /* rounds of its scheduler */
};

/* Times of moves that are kept, the last ones. */
#define COOP_BROKER_TIMES 1024

struct coop_broker_counts {
    uint64_t batches_in;
    uint64_t tasks_in;
    uint64_t batches_out;
    uint64_t tasks_out;
    uint64_t hungry_ns;
    uint64_t
        move_count; /* imports that were measured, from the request on, or from the first tasks' writing */
    uint64_t move_ns[COOP_BROKER_TIMES];
};

/* Tasks that the broker holds on their way, or waits for. */
struct coop_broker_cargo {
    unsigned char *tasks;
    uint32_t count; /* that are here */
    uint32_t to;
    uint64_t since_ns;
};

struct coop_broker_member {
    struct coop_broker_port port;
    uint32_t groups;            /* work-groups, at most */
    enum coop_team_class likes; /* the tasks that go to it first, where there is a choice */
    struct coop_broker_sight sight;

    /* A2: one request and one import at a time. */
    int is_asked;
    uint32_t request; /* the last number */
    uint64_t asked_ns;
    uint32_t empties;               /* requests in a row for which nothing was there */
    uint64_t ask_after_ns;          /* it is not asked before */
    struct coop_broker_cargo cargo; /* out of its export box */
    int is_given;
    uint32_t import; /* the last number */
    uint32_t import_count;
    uint64_t given_ns;
    uint64_t begun_ns; /* when the move of that import began */

    /* For rates; from when its launch has begun. */
    uint64_t measured_ns;
    uint64_t measured_done;
    int64_t measured_outstanding; /* as it would be now without tasks done or spawned */
    double rate;
    double fall;

    uint64_t heartbeat;
    uint64_t heard_ns; /* when it was last read */
    uint64_t moved_ns; /* when it last changed */
    struct coop_broker_counts counts;
};

enum coop_broker_state { COOP_BROKER_RUNS, COOP_BROKER_DONE, COOP_BROKER_FAILED };

enum coop_broker_loss {
    COOP_BROKER_UNREACHABLE, /* the port has failed */
    COOP_BROKER_ENDED_EARLY, /* its launch has ended while there were tasks */
    COOP_BROKER_NO_EXPORT,   /* a request was not answered */
    COOP_BROKER_NO_TAKING,   /* an import was not taken */
    COOP_BROKER_TOLD_TO_FAIL /* by the team */
};

struct coop_broker {
    uint32_t count;
    struct coop_broker_member *members;
    uint32_t task_bytes;
    uint32_t box_tasks;
    uint32_t inbox_tasks;   /* places of an inbox's overflow area */
    int moves_tasks;        /* between domains; 0: only first tasks are dealt */
    int fills_inbox;        /* an export does, too: with tasks that stay in their domain */
    uint64_t lost_after_ns; /* an answer that has not come until then never will (A6) */

    const unsigned char *stock; /* first tasks that are with the broker, by what they prefer; borrowed */
    uint64_t stock_left;

    enum coop_broker_state state;
    uint32_t lost; /* the domain, and why, when it has failed */
    enum coop_broker_loss loss;

    double move_ns;    /* what a move costs, smoothed */
    uint64_t hungry;   /* members that were hungry in the last pass */
    double soonest_ns; /* when the next one will be, by its rate; 0: now, or nothing is known */
    uint64_t seen_ns;  /* the last look */
    uint64_t event_ns; /* the last change */
    uint64_t passes;
    uint64_t moves;
    uint64_t empty; /* requests for which nothing was there */
    uint64_t refused[COOP_SHARE_REFUSALS];
};

/* Makes the broker ready; `members` have their ports and groups, and room for box_tasks tasks in their cargo.
 * The rest of *broker is 0 or given. */
void coop_broker_begin(struct coop_broker *broker, uint64_t now_ns);

/* One pass. Returns its state. */
enum coop_broker_state coop_broker_step(struct coop_broker *broker, uint64_t now_ns);

/* Ends the team: all domains are told. */
void coop_broker_fail(struct coop_broker *broker, uint32_t member, enum coop_broker_loss loss);

/* How many tasks are left, in all domains and on their way, each counted once; looks at all domains. What is
 * not COOP_OK means that one cannot be reached. */
coop_status coop_broker_left(const struct coop_broker *broker, uint64_t *left);

/* How long to wait before the next pass: nothing at first, then in proportion to the time without an event;
 * and no longer than until a domain will be hungry. */
uint64_t coop_broker_nap_ns(const struct coop_broker *broker, uint64_t now_ns);

#endif
