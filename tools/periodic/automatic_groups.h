/* The fewest work-groups with which a periodic job meets its period, learnt from its last jobs. Pure
 * functions of what they are told: no clock, no device.
 *
 * A job whose time comes near the period gets more work-groups, as many as would bring it down to
 * AUTOMATIC_AIM of the period if its time fell as they grow in number, and at least one more. After
 * AUTOMATIC_CALM jobs of which the longest, with one work-group fewer, would still have taken less than
 * AUTOMATIC_AIM of the period, it gets as few as that. A number that has missed the period is not tried again
 * for AUTOMATIC_MEMORY jobs. It begins with the most, since a missed period cannot be taken back. */
#ifndef TOOLS_PERIODIC_AUTOMATIC_GROUPS_H
#define TOOLS_PERIODIC_AUTOMATIC_GROUPS_H

#include <stdint.h>

#define AUTOMATIC_AIM 0.75
#define AUTOMATIC_NEAR 0.9
#define AUTOMATIC_CALM 4
#define AUTOMATIC_MEMORY 64

struct automatic_groups {
    double period_ms;
    uint32_t most;
    uint32_t groups;      /* of the next job */
    uint32_t least;       /* below which some job missed its period */
    uint32_t calm;        /* jobs since the number changed */
    double longest_ms;    /* of those */
    uint32_t forget_jobs; /* until `least` is 1 again */
};

/* most  work-groups, at least 1 */
void automatic_groups_begin(struct automatic_groups *automatic, double period_ms, uint32_t most);

/* Tells how long a job took with automatic->groups, from its launch to its end; then `groups` is the next
 * one's number. */
void automatic_groups_note(struct automatic_groups *automatic, double ms);

#endif
