/* Who gives tasks to whom, and how many: the broker's decision, from what it has read of all domains. A pure
 * function; it knows nothing of devices.
 *
 * Stands on: nothing. Used by: host/team/broker.c. Times are in nanoseconds, rates in tasks per nanosecond.
 * The domain that would be dry first gets tasks from the one that would be dry last, so many that by their
 * rates both would be dry at the same time; at most half of what is there, and only what waits: each
 * work-group has a task that it runs. */
#ifndef COOP_HOST_SHARE_H
#define COOP_HOST_SHARE_H

#include <stdint.h>

/* A domain, as far as the broker knows it. */
struct coop_share_member {
    int may_give; /* it is ready, and has no request under way */
    int may_get;  /* it is ready, and has no import under way, nor tasks on their way to it */
    uint64_t outstanding;
    uint32_t groups; /* work-groups that it has now */
    uint32_t idle;   /* of these, those that have found nothing for a while */
    uint32_t room;   /* tasks that its inbox has places for */
    double rate;     /* tasks done; 0: not known */
    double fall; /* of what is outstanding: tasks done less tasks spawned; not above 0: it does not fall */
};

struct coop_share_move {
    uint32_t from;
    uint32_t to;
    uint32_t count;
};

/* Why a hungry domain gets nothing. */
enum coop_share_refusal {
    COOP_SHARE_NOBODY_HAS, /* none has more than its work-groups run */
    COOP_SHARE_NO_GAIN,    /* to move it takes longer than it saves */
    COOP_SHARE_NO_ROOM,    /* its inbox is full */
    COOP_SHARE_REFUSALS
};

struct coop_share_plan {
    uint32_t count;  /* of moves: a domain gives in one of them at most, and gets in one at most, not both */
    uint32_t hungry; /* domains that want tasks */
    uint64_t refused[COOP_SHARE_REFUSALS]; /* hungry domains that get nothing */
};

/* A domain whose tasks last less than so many moves is hungry. */
#define COOP_SHARE_HUNGER_MOVES 2.0

/* How long the domain's tasks last; infinite where they do not become fewer. */
double coop_share_lasts_ns(const struct coop_share_member *member);

/* Whether the domain wants tasks: what it has would last less than two moves take, or it has fewer tasks than
 * work-groups, and some are idle. */
int coop_share_is_hungry(const struct coop_share_member *member, double move_ns);

/* At most one move for each domain.
 * moves   out, `count` of them at most.
 * most    tasks that a box holds. */
struct coop_share_plan coop_share_plan(const struct coop_share_member *members, uint32_t count,
                                       double move_ns, uint32_t most, struct coop_share_move *moves);

/* How many of the `left` first tasks, which the broker holds, a domain with `groups` of all `all_groups`
 * work-groups gets at once: half of its part, but one for each of its work-groups where its part has them,
 * and at least one; at most `most`. */
uint32_t coop_share_first(uint64_t left, uint32_t groups, uint32_t all_groups, uint32_t most);

#endif
