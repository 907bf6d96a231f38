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
#define COOP_DRAW_NS 16000ul       /* structured: what is drawn at once takes about so long, or is one */
#define COOP_DRAW_STEP_NS 200000ul /* and behind a draw a step ends that has taken longer */

/* Whether the first draw of each work-group is its rank among those with which the launch starts: the one
 * number that is sure to be nobody else's, and where few are left those that follow each other run on
 * different compute units (coop_discovery_number). The counter then begins behind these. */
static inline int coop_draw_has_ranks(uint flags)
{
    return (flags & (COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS)) == 0;
}

static inline void coop_draw_begin(local struct coop_group *coop, uint groups, uint rank)
{
    coop->draw_total = coop->instance->launch.logical_groups_total;
    coop->draw_shares = COOP_DRAW_SHARES * groups;
    coop->drawn = rank;
    coop->drawn_end = 0; /* nothing yet */
    coop->draw_most = COOP_STRUCTURED ? 1 : COOP_DRAW_MOST;
#if COOP_STRUCTURED
    coop->ahead_count = 0;
#endif
}

/* How many it draws: a part of what was left when this work-group drew the last time, so that the draws cost
 * little, and all work-groups end at about the same time: guided self-scheduling (Polychronopoulos, Kuck,
 * 1987). Not so few that the last ones cost more than they even out. */
COOP_SELDOM static uint coop_draw_number(local const struct coop_group *coop)
{
    ulong total = coop->draw_total;
    ulong part = coop->drawn_end < total ? (total - coop->drawn_end) / coop->draw_shares : 0;
    ulong first = COOP_STRUCTURED ? total / coop->draw_shares : 0;
    ulong least = (first < COOP_DRAW_MOST ? first : COOP_DRAW_MOST) / COOP_DRAW_LEAST;
    ulong count = part > least ? part : least;

    return count < 1 ? 1 : count > coop->draw_most ? coop->draw_most : (uint)count;
}

/* Draws the next ones; false when there is none left. */
static inline int coop_draw(local struct coop_group *coop)
{
    ulong total = coop->draw_total;
    uint count = coop_draw_number(coop);

    if (coop->drawn_end >= total) { /* the last one was drawn here */
        return 0;
    }
    if (coop->drawn_end == 0 && coop_draw_has_ranks(coop->flags)) {
        coop->drawn_end = coop->drawn < total ? coop->drawn + 1 : total;
        return coop->drawn < total;
    }
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

/* Where the logical work-group of that number is. */
static inline void coop_draw_place(local const struct coop_group *coop, ulong number, local ulong at[3])
{
    for (uint i = 0; i < 3; i++) {
        at[i] = number % coop->groups[i];
        number /= coop->groups[i];
    }
}

#if COOP_STRUCTURED
/* For the leader, while its work-group is at those that it has drawn: draws the next ones, so that nobody
 * waits for the counter. Where each takes long, it does so only as long as there are so many that no other
 * work-group is short of them. The caller keeps the answer until those are at an end that are drawn. */
static inline ulong coop_draw_ahead(local struct coop_group *coop)
{
    ulong total = coop->draw_total;
    ulong kept = coop->draw_most == 1 ? coop->draw_shares : 1;

    if (coop->ahead_count > 0 || coop->drawn_end + kept > total) {
        return coop->ahead;
    }
    coop->ahead_count = coop_draw_number(coop);
    return coop_add64_relaxed(&coop->instance->next_logical_group, coop->ahead_count);
}

static inline ulong coop_draw_begin_step(local struct coop_group *coop)
{
    coop->step_ns = coop_clock_ns();
    coop->drew_ns = coop->step_ns;
    return coop_draw_ahead(coop);
}

/* That all but the last `left` of those that are drawn have ended. Of these the leader counts one when it
 * performs the operation that ends the step. */
static inline void coop_draw_count(local struct coop_group *coop, uint left)
{
    uint ran = (uint)(coop->drawn_end - coop->drawn) - left; /* modulo 2^32: -1 where none has begun */

    coop->logical_groups_done += ran;
    coop->steps += ran;
    coop->drawn = coop->drawn_end - left;
}

/* The work-group goes on in a step of its own, with the last `left` of those that are drawn. */
static inline void coop_draw_stop(local struct coop_group *coop, ulong ahead, uint left)
{
    coop_draw_count(coop, left);
    coop->ahead = ahead;
    coop_draw_place(coop, coop->drawn - 1, coop->group_at);
}

/* As many as took less than half of the time are drawn twice at once, of as many as took longer a half. */
static inline void coop_draw_pace(local struct coop_group *coop, ulong now_ns)
{
    ulong took_ns = now_ns - coop->drew_ns;

    if (took_ns < COOP_DRAW_NS / 2) {
        coop->draw_most = coop->draw_most < COOP_DRAW_MOST ? coop->draw_most * 2 : COOP_DRAW_MOST;
    } else if (took_ns > COOP_DRAW_NS && coop->draw_most > 1) {
        coop->draw_most /= 2;
    }
    coop->drew_ns = now_ns;
}

/* For the leader, behind all that are drawn: takes up the next ones, and says to all work-items where they
 * are, or that the step ends (a count of 0). That is so where none is left, where not all work-items of the
 * megakernel's work-group run the step, and where it is time to look whether the work-group must drain. */
COOP_SELDOM static void coop_draw_on(local struct coop_group *coop, ulong ahead,
                                     local struct coop_drawn *next)
{
    ulong now_ns = coop_clock_ns();

    coop_draw_count(coop, 0);
    coop->ahead = ahead;
    coop_draw_pace(coop, now_ns);
    next->count = 0;
    if (!coop_draw(coop)) {
        return;
    }
    if (coop->active_items != coop->items || now_ns - coop->step_ns > COOP_DRAW_STEP_NS) {
        coop_draw_place(coop, coop->drawn - 1, coop->group_at);
        coop->steps += (0u - coop->steps) % COOP_WORKER_LOOK;
        return;
    }
    next->count = (uint)(coop->drawn_end - coop->drawn);
    coop_draw_place(coop, coop->drawn, next->group_at);
    coop->logical_groups_done++;
    coop->steps++;
    coop->drawn++;
    coop_store64_relaxed(coop->doing, COOP_DOING(COOP_OP_NONE, 0, coop->steps));
}
#endif
