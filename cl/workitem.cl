/* The work-item functions as the user's kernels see them: those of the instance, not of the megakernel.
 *
 * Stands on: item.cl. While the module is compiled, the standard names are macros over an identifier `coop`
 * (docs/module.md); workitem_end.cl undefines them. A cooperative kernel has one dimension, and its number of
 * groups is M as of this work-group's last primitive. */

static inline size_t coop_get_work_dim_of(COOP_GROUP_SPACE *space)
{
    return COOP_SPACE(space, dimensions);
}

static inline size_t coop_get_local_size_of(COOP_GROUP_SPACE *space, uint dimension)
{
    return dimension < 3 ? COOP_SPACE(space, edge_items[dimension]) : 1;
}

static inline size_t coop_get_enqueued_local_size_of(COOP_GROUP_SPACE *space, uint dimension)
{
    return dimension < 3 ? COOP_SPACE(space, local_items[dimension]) : 1;
}

static inline size_t coop_local_linear_id_of(COOP_GROUP_SPACE *space)
{
#if !COOP_LOOPS
    if (space->is_group) {
        return coop_item_number();
    }
#endif
    return space->linear;
}

static inline size_t coop_get_local_id_of(COOP_GROUP_SPACE *space, uint dimension)
{
#if !COOP_LOOPS
    if (space->is_group) {
        return coop_item_at(space->group, dimension);
    }
#endif
    return dimension < 3 ? space->at[dimension] : 0;
}

static inline size_t coop_get_group_id_of(COOP_GROUP_SPACE *space, uint dimension)
{
    return dimension < 3 ? COOP_SPACE(space, group_at[dimension]) : 0;
}

static inline size_t coop_get_num_groups_of(COOP_GROUP_SPACE *space, uint dimension)
{
    return dimension < 3 ? COOP_SPACE(space, groups[dimension]) : 1;
}

static inline size_t coop_get_global_offset_of(COOP_GROUP_SPACE *space, uint dimension)
{
    return dimension < 3 ? COOP_SPACE(space, global_offset[dimension]) : 0;
}

static inline size_t coop_get_global_size_of(COOP_GROUP_SPACE *space, uint dimension)
{
    return dimension < 3 ? COOP_SPACE(space, global_items[dimension]) : 1;
}

static inline size_t coop_get_global_id_of(COOP_GROUP_SPACE *space, uint dimension)
{
    return coop_get_global_offset_of(space, dimension) +
           coop_get_group_id_of(space, dimension) * coop_get_enqueued_local_size_of(space, dimension) +
           coop_get_local_id_of(space, dimension);
}

static inline size_t coop_get_global_linear_id_of(COOP_GROUP_SPACE *space)
{
    size_t at[3];

    for (uint i = 0; i < 3; i++) {
        at[i] = coop_get_global_id_of(space, i) - COOP_SPACE(space, global_offset[i]);
    }
    return (at[2] * COOP_SPACE(space, global_items[1]) + at[1]) * COOP_SPACE(space, global_items[0]) + at[0];
}

/* S11. Relaxed, since the doorbell publishes it (X1); another work-group may say something else at the same
 * time, and the later one counts. */
static inline void coop_want_groups_of(COOP_GROUP_PARAMETER, uint groups)
{
    global coop_word32 *wish = &coop->instance->groups_wished;

    if (coop_local_linear_id_of(COOP_GROUP_VALUES) == 0 && (coop->flags & COOP_INSTANCE_COOPERATIVE) &&
        coop_load_relaxed(wish) != groups) {
        coop_store_relaxed(wish, groups);
        coop_ring_doorbell(coop->control);
    }
}

#define get_work_dim() ((uint)coop_get_work_dim_of(COOP_GROUP_VALUES))
#define get_local_size(dimension) coop_get_local_size_of(COOP_GROUP_VALUES, (dimension))
#define get_enqueued_local_size(dimension) coop_get_enqueued_local_size_of(COOP_GROUP_VALUES, (dimension))
#define get_local_id(dimension) coop_get_local_id_of(COOP_GROUP_VALUES, (dimension))
#define get_group_id(dimension) coop_get_group_id_of(COOP_GROUP_VALUES, (dimension))
#define get_num_groups(dimension) coop_get_num_groups_of(COOP_GROUP_VALUES, (dimension))
#define get_global_offset(dimension) coop_get_global_offset_of(COOP_GROUP_VALUES, (dimension))
#define get_global_size(dimension) coop_get_global_size_of(COOP_GROUP_VALUES, (dimension))
#define get_global_id(dimension) coop_get_global_id_of(COOP_GROUP_VALUES, (dimension))
#define get_global_linear_id() coop_get_global_linear_id_of(COOP_GROUP_VALUES)
#define get_local_linear_id() coop_local_linear_id_of(COOP_GROUP_VALUES)
#define want_groups(groups) coop_want_groups_of(COOP_GROUP_ARGUMENT, (groups))
#if COOP_HIDES_VALUES
#define switch(...) switch (COOP_ANY_VALUE((__VA_ARGS__)))
#define __builtin_unreachable() ((void)0)
#endif
