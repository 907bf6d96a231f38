
/* Appended to a module by the test: looks at every step from outside, and holds a work-group back at a
 * primitive until the scheduler wants what the script says.
 *
 * Words at PROBE_AT in the arena, for kernel, operation and state of the script's primitive and the action
 * that it waits for: see probe.h. Behind PROBE_COUNTS a row for each kernel and state: arrivals by operation,
 * goings-on by operation, beginnings. */
static global coop_word32 *probe_word(local struct coop_group *coop, uint index)
{
    return (global coop_word32 *)(coop->arena + PROBE_AT) + index;
}

static global coop_word32 *probe_count(local struct coop_group *coop, uint state, uint column)
{
    return probe_word(coop,
                      PROBE_COUNTS + (coop->kernel_index * PROBE_STATES + state) * PROBE_COLUMNS + column);
}

static uint probe_is_script(local struct coop_group *coop, uint operation, uint state)
{
    return coop_load_relaxed(probe_word(coop, PROBE_KERNEL)) == coop->kernel_index &&
           coop_load_relaxed(probe_word(coop, PROBE_OPERATION)) == operation &&
           coop_load_relaxed(probe_word(coop, PROBE_STATE)) == state;
}

/* Whether the primitive may do now what the script is for. */
static uint probe_can_act(local struct coop_group *coop, uint operation, uint action, ulong counts)
{
    uint active = coop_groups_get(counts, COOP_GROUPS_ACTIVE);

    if (coop_groups_get(counts, COOP_GROUPS_RETURNED) > 0) {
        return 0;
    }
    if (action == PROBE_FORK) {
        return active < coop_load_relaxed(probe_word(coop, PROBE_LIMIT));
    }
    return active > 1 && (operation != COOP_OP_OFFER_KILL || (uint)coop->group_at[0] == active - 1);
}

static void probe_wait(local struct coop_group *coop, uint operation, uint action)
{
    struct coop_backoff backoff = coop_backoff_init();
    ulong begun = coop_clock_ns();
    ulong counts = coop_load64_relaxed(&coop->instance->counts);

    while (probe_can_act(coop, operation, action, counts) && !coop_must_drain(coop->control)) {
        if ((action == PROBE_FORK ? coop_groups_fork_granted(counts) : coop_groups_kill_wanted(counts)) > 0) {
            coop_add_relaxed(probe_word(coop, PROBE_SERVED), 1u);
            return;
        }
        coop_add_relaxed(probe_word(coop, PROBE_ASKED), 1u);
        if (coop_clock_ns() - begun > PROBE_PATIENCE_NS) {
            coop_add_relaxed(probe_word(coop, PROBE_GIVEN_UP), 1u);
            return;
        }
        coop_relax(&backoff);
        counts = coop_load64_relaxed(&coop->instance->counts);
    }
}

/* Goes on when nobody waits: otherwise the others might finish the work in the meantime. */
static void probe_let_wait(local struct coop_group *coop)
{
    struct coop_backoff backoff = coop_backoff_init();

    while (coop_load_relaxed(probe_word(coop, PROBE_WAITING)) > 0 &&
           coop_load_relaxed(probe_word(coop, PROBE_SERVED)) == 0 && !coop_must_drain(coop->control)) {
        coop_relax(&backoff);
    }
}

/* The work-groups of a launch begin together: one that wakes late would find the others gone, and nobody to
 * end. */
static void probe_begin(local struct coop_group *coop)
{
    struct coop_backoff backoff = coop_backoff_init();
    ulong begun = coop_clock_ns();

    coop_add_relaxed(probe_word(coop, PROBE_BEGUN), 1u);
    while (coop_load_relaxed(probe_word(coop, PROBE_ALL_BEGUN)) == 0 && !coop_must_drain(coop->control) &&
           coop_clock_ns() - begun <= PROBE_PATIENCE_NS) {
        uint active = coop_groups_get(coop_load64_relaxed(&coop->instance->counts), COOP_GROUPS_ACTIVE);
        if (coop_load_relaxed(probe_word(coop, PROBE_BEGUN)) >= active) {
            coop_store_relaxed(probe_word(coop, PROBE_ALL_BEGUN), 1u);
        } else {
            coop_relax(&backoff);
        }
    }
}

/* Nobody returns before the script is served, or all want to return: behind a return nobody is killed, nor
 * begun. */
static void probe_return(local struct coop_group *coop)
{
    struct coop_backoff backoff = coop_backoff_init();
    ulong begun = coop_clock_ns();

    coop_add_relaxed(probe_word(coop, PROBE_RETURNING), 1u);
    while (coop_load_relaxed(probe_word(coop, PROBE_SERVED)) == 0 && !coop_must_drain(coop->control) &&
           coop_load_relaxed(probe_word(coop, PROBE_RETURNING)) <
               coop_groups_get(coop_load64_relaxed(&coop->instance->counts), COOP_GROUPS_ACTIVE) &&
           coop_clock_ns() - begun <= PROBE_PATIENCE_NS) {
        coop_relax(&backoff);
    }
}

static void probe_before(local struct coop_group *coop)
{
    if (coop->begins && coop->state == 0) {
        probe_begin(coop);
    } else if (coop->begins) {
        coop_add_relaxed(probe_count(coop, coop->state, PROBE_BEGINNINGS), 1u);
    } else if (coop->op >= COOP_OP_OFFER_KILL) {
        coop_add_relaxed(probe_count(coop, coop->state, PROBE_GOINGS_ON + coop->op), 1u);
    }
}

static void probe_after(local struct coop_group *coop, uint next)
{
    uint operation = COOP_NEXT_OP(next);
    uint state = COOP_NEXT_STATE(next);
    uint action = coop_load_relaxed(probe_word(coop, PROBE_ACTION));

    if (operation >= COOP_OP_OFFER_KILL) {
        coop_add_relaxed(probe_count(coop, state, PROBE_ARRIVALS + operation), 1u);
    }
    if (action == 0) {
        return;
    }
    if (operation >= COOP_OP_OFFER_KILL && probe_is_script(coop, operation, state) &&
        coop_load_relaxed(probe_word(coop, PROBE_SERVED)) == 0) {
        coop_add_relaxed(probe_word(coop, PROBE_WAITING), 1u);
        probe_wait(coop, operation, action);
        coop_add_relaxed(probe_word(coop, PROBE_WAITING), ~0u);
    } else if (operation == COOP_OP_RETURN) {
        probe_return(coop);
    } else {
        probe_let_wait(coop);
    }
}

#if COOP_LOOPS
#define PROBE_IS_FIRST() 1
#else
#define PROBE_IS_FIRST() (COOP_ITEM_OF(coop) == 0)
#endif

static uint probe_step(local struct coop_group *coop,
                       private union coop_module_vars *vars COOP_STEPS_PARAMETER,
                       local union coop_module_locals *locals)
{
    uint is_watched = PROBE_IS_FIRST() && (coop->flags & COOP_INSTANCE_COOPERATIVE) != 0;
    uint next;

    if (is_watched) {
        probe_before(coop);
    }
    next = coop_module_step(coop, vars COOP_STEPS_ARGUMENT, locals);
    if (is_watched) {
        probe_after(coop, next);
    }
    return next;
}
#define coop_module_step probe_step

/* The same for a state that no work-item steps through, since the leader performs its primitive behind
 * another one. */
static uint probe_chain(local struct coop_group *coop, uint kernel_index, uint state)
{
    uint next = coop_module_chain(kernel_index, state);

    if (COOP_NEXT_OP(next) != COOP_OP_NONE) {
        coop_add_relaxed(probe_count(coop, coop->state, PROBE_GOINGS_ON + coop->op), 1u);
        probe_after(coop, next);
    }
    return next;
}
#define coop_module_chain(kernel_index, state) probe_chain(coop, (kernel_index), (state))
