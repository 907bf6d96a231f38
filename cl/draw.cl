/* Draws of a regular kernel's logical work-groups, several at once.
 *
 * Stands on: group.cl. Writers: leaders, for themselves; of the instance's counter every work-group that runs
 * it, by adding.
 *   D1  each number below the total is drawn once. */
#if COOP_STRUCTURED         /* a draw costs little, since it is made ahead */
#define COOP_DRAW_SHARES 8u /* of what is left, for each work-group */
#else
#define COOP_DRAW_SHARES 4u
#endif
#define COOP_DRAW_MOST 64u
#define COOP_DRAW_LEAST 8u /* a part of the first draw */

static inline void coop_draw_begin(local struct coop_group *coop, uint groups)
{
    coop->draw_shares = COOP_DRAW_SHARES * groups;
    coop->drawn = 0;
    coop->drawn_end = 0;
#if COOP_STRUCTURED
    coop->ahead_count = 0;
#endif
}

/* How many it draws: a part of what was left when this work-group drew the last time, so that the draws cost
 * little, and all work-groups end at about the same time: guided self-scheduling (Polychronopoulos, Kuck,
 * 1987). Not so few that the last ones cost more than they even out. */
static inline uint coop_draw_number(local const struct coop_group *coop, ulong total)
{
    ulong part = coop->drawn_end < total ? (total - coop->drawn_end) / coop->draw_shares : 0;
    ulong first = COOP_STRUCTURED ? total / coop->draw_shares : 0;
    ulong least = (first < COOP_DRAW_MOST ? first : COOP_DRAW_MOST) / COOP_DRAW_LEAST;
    ulong count = part > least ? part : least;

    return count < 1 ? 1 : count > COOP_DRAW_MOST ? COOP_DRAW_MOST : (uint)count;
}

/* Draws the next ones; false when there is none left. */
static inline int coop_draw(local struct coop_group *coop)
{
    ulong total = coop->instance->launch.logical_groups_total;
    uint count = coop_draw_number(coop, total);

#if COOP_STRUCTURED
    if (coop->ahead_count > 0) {
        count = coop->ahead_count;
        coop->ahead_count = 0;
        coop->drawn = coop->ahead;
    } else
#endif
    {
        coop->drawn = coop_add64_relaxed(&coop->instance->next_logical_group, count);
    }
    coop->drawn_end = coop->drawn + count < total ? coop->drawn + count : total;
    return coop->drawn < total;
}

#if COOP_STRUCTURED
/* For the leader, while its work-group is at those that it has drawn: draws the next ones, so that nobody
 * waits for the counter, as long as there are so many that no other work-group is short of them. The caller
 * keeps the answer, and puts it into `ahead` at the end of its step. */
static inline ulong coop_draw_ahead(local struct coop_group *coop)
{
    ulong total = coop->instance->launch.logical_groups_total;

    if (coop->ahead_count > 0 || coop->drawn_end + coop->draw_shares > total) {
        return coop->ahead;
    }
    coop->ahead_count = coop_draw_number(coop, total);
    return coop_add64_relaxed(&coop->instance->next_logical_group, coop->ahead_count);
}
#endif
