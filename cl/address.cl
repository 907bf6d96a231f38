/* Where a run checks addresses: an access that passes the end of its buffer fails the run.
 *
 * Stands on: group.cl, failure.cl, shared/bounds.h. Any work-item may call coop_address_check. A launch's
 * table of buffers is constant from its posting to its end. An access that fails goes to the sink, which
 * belongs to nobody, so it changes no buffer. */
#if defined(COOP_CHECK_ADDRESSES) && COOP_CHECK_ADDRESSES

/* The first that fails is reported, as by coop_fail_at, and the numbers of its access with it. */
COOP_SELDOM static void coop_address_fail(local struct coop_group *coop, ulong place, uint pointer, ulong at,
                                          ulong bytes)
{
    global struct coop_failure_record *failure = &coop->control->failure;
    global const struct coop_bounds_table *table =
        (global const struct coop_bounds_table *)(coop->arena + coop->instance->launch.bounds_at);

    if (coop_failure_take(coop, COOP_FAILURE_ADDRESS)) {
        failure->launch = coop->sequence;
        failure->group_id = (uint)coop->group_at[0];
        failure->state = coop->state;
        failure->detail = (uint)place; /* the line */
        failure->file = (uint)(place >> 32);
        failure->pointer = pointer;
        failure->bytes = (uint)bytes;
        failure->at = at;
        failure->begin = table->buffers[pointer].begin;
        failure->end = table->buffers[pointer].end;
        coop_failure_publish(coop);
    }
}

/* Among all the buffers of the launch. */
static ulong coop_address_search(local struct coop_group *coop, ulong place, ulong pointers, ulong base,
                                 ulong at, ulong bytes)
{
    global const struct coop_bounds_table *table =
        (global const struct coop_bounds_table *)(coop->arena + coop->instance->launch.bounds_at);
    ulong arena = (ulong)coop->arena;
    struct coop_bounds_access access = {pointers, base != 0 ? base - arena : 0, at - arena, bytes};
    struct coop_bounds_finding finding = coop_bounds_begin();
    uint wrong;

    for (uint i = 0; i < table->count && finding.is_right == 0; i++) {
        finding = coop_bounds_look(finding, access, i, table->buffers[i].begin, table->buffers[i].end);
    }
    wrong = coop_bounds_judge(finding, access);
    if (wrong == COOP_BOUNDS_MAX) {
        return at;
    }
    coop_address_fail(coop, place, wrong, at - arena, bytes);
    return arena + table->sink;
}

/* The address at which the access may be made: `at`, or the sink's. Most accesses may go to one buffer, and
 * are right; `pointers` is a constant of the module. */
static inline ulong coop_address_check(local struct coop_group *coop, ulong place, ulong pointers, ulong base,
                                       ulong at, ulong bytes)
{
    if (pointers != 0 && (pointers & (pointers - 1ul)) == 0) {
        global const struct coop_bounds_table *table =
            (global const struct coop_bounds_table *)(coop->arena + coop->instance->launch.bounds_at);
        ulong begin = table->buffers[63 - clz(pointers)].begin;
        ulong length = table->buffers[63 - clz(pointers)].end - begin;
        ulong offset = at - (ulong)coop->arena - begin;

        if (COOP_IS_LIKELY(offset <= length && bytes <= length - offset)) {
            return at;
        }
    }
    return coop_address_search(coop, place, pointers, base, at, bytes);
}

#endif
