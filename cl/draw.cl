/* Draws of a regular kernel's logical work-groups, several at once.
 *
 * Stands on: group.cl. Writers: leaders, for themselves; of the instance's counter every work-group that runs
 * it, by adding.
 *   I2  each number below the total is drawn once, and run by the work-group that has drawn it.
 *   I3  what a work-group of an elastic launch (S9a) has drawn takes it about COOP_DRAW_TICKS, or is
 *       one, as long as its logical work-groups take as long as those before. It draws nothing ahead while
 *       the scheduler asks for something. So it soon has nothing drawn, and may leave. */
#if COOP_STRUCTURED         /* a draw costs little, since it is made ahead */
#define COOP_DRAW_SHARES 8u /* of what is left, for each work-group */
#else
#define COOP_DRAW_SHARES 4u
#endif
#define COOP_DRAW_MOST 64u
#define COOP_DRAW_LEAST 8u /* a part of the first draw */
#if COOP_TICKS_ARE_CYCLES /* about 20 us */
#define COOP_DRAW_TICKS 50000ul
#else
#define COOP_DRAW_TICKS 20000ul
#endif
#define COOP_DRAW_BLIND 4u         /* in place of the time, where there is no clock */
#define COOP_DRAW_STEP_NS 200000ul /* structured: a step that has taken longer ends behind a draw */

static inline int coop_draw_is_elastic(local const struct coop_group *coop)
{
    return (coop->flags & (COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS)) == COOP_INSTANCE_SHRINKS;
}

/* Are draws made by time? Elsewhere the way from one logical work-group to the next is short of a draw's own
 * cost. */
static inline int coop_draw_is_paced(local const struct coop_group *coop)
{
    return COOP_STRUCTURED || coop_draw_is_elastic(coop);
}

/* Has the work-group run all that it has drawn? */
static inline int coop_draw_is_empty(local const struct coop_group *coop)
{
#if COOP_STRUCTURED
    return coop->drawn >= coop->drawn_end && coop->ahead_count == 0;
#else
    return coop->drawn >= coop->drawn_end;
#endif
}

/* Does the scheduler want to change M? Relaxed: whoever acts on it exchanges the word. */
static inline int coop_draw_is_asked(local const struct coop_group *coop)
{
    return coop_groups_get(coop_load64_relaxed(&coop->instance->counts), COOP_GROUPS_REQUEST) > 0;
}

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
    coop->draw_most = coop_draw_is_paced(coop) ? 1 : COOP_DRAW_MOST;
    coop->drew = 0;
    coop->drawn = rank;
    coop->drawn_end = 0; /* nothing yet */
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

/* How many are drawn at most from now on: as many as fit into the time, by those that were drawn last, and at
 * most twice as many as could be drawn before (I3). */
COOP_SELDOM static void coop_draw_pace(local struct coop_group *coop)
{
    ulong now = coop_ticks();
    ulong passed = now > coop->drew_at ? now - coop->drew_at : 0; /* another core's counter may be behind */
    ulong most = coop->drew > 0 ? 2ul * coop->draw_most : 1;

    if (coop->drew > 0 && passed > 0) {
        ulong fit = COOP_DRAW_TICKS * coop->drew / passed;
        most = fit < most ? fit : most;
    }
    most = COOP_HAS_CLOCK ? most : COOP_DRAW_BLIND;
    coop->draw_most = most < 1 ? 1 : most > COOP_DRAW_MOST ? COOP_DRAW_MOST : (uint)most;
    coop->drew_at = now;
}

/* Draws the next ones; false when there is none left. */
static inline int coop_draw(local struct coop_group *coop)
{
    ulong total = coop->draw_total;
    uint count;

    if (coop->drawn_end >= total) { /* the last one was drawn here */
        return 0;
    }
    if (coop_draw_is_paced(coop)) {
        coop_draw_pace(coop);
    }
    if (coop->drawn_end == 0 && coop_draw_has_ranks(coop->flags)) {
        count = 1;
#if COOP_STRUCTURED
    } else if (coop->ahead_count > 0) {
        count = coop->ahead_count;
        coop->ahead_count = 0;
        coop->drawn = coop->ahead;
#endif
    } else {
        count = coop_draw_number(coop);
        coop->drawn = coop_add64_relaxed(&coop->instance->next_logical_group, count);
    }
    coop->drew = count;
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
    if (coop_draw_is_elastic(coop) && coop_draw_is_asked(coop)) {
        return coop->ahead;
    }
    coop->ahead_count = coop_draw_number(coop);
    return coop_add64_relaxed(&coop->instance->next_logical_group, coop->ahead_count);
}

/* In a step the leader writes only what other work-items do not read there: these may not have begun it. */
static inline ulong coop_draw_begin_step(local struct coop_group *coop)
{
    coop->step_ns = coop_clock_ns();
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
}

/* For the leader, behind all that are drawn: takes up the next ones, and says to all work-items where they
 * are, or that the step ends (a count of 0): where none is left, where the scheduler asks an elastic launch
 * for something, where not all work-items of the megakernel's work-group run the step, and where it is time
 * to look whether the work-group must drain. */
COOP_SELDOM static void coop_draw_on(local struct coop_group *coop, ulong ahead,
                                     local struct coop_drawn *next)
{
    coop_draw_count(coop, 0);
    coop->ahead = ahead;
    next->count = 0;
    if (coop_draw_is_elastic(coop) && coop->ahead_count == 0 && coop_draw_is_asked(coop)) {
        return;
    }
    if (!coop_draw(coop)) {
        return;
    }
    if (coop->active_items != coop->items || coop_clock_ns() - coop->step_ns > COOP_DRAW_STEP_NS) {
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
