/* A work-item: its place in the work-group, and what its index functions read.
 *
 * Stands on: group.cl. Two forms (decision 0091). On a GPU a work-item of the kernel is one of the
 * megakernel's, and reads the group. Where one thread runs a whole work-group (COOP_LOOPS), the megakernel
 * has one work-item, and the work-items of a kernel are the rounds of a loop around each step: their places
 * and the index space are values of that loop, which no store of the kernel's can change. */

#if COOP_LOOPS

/* Has the members of struct coop_group of the same names, so that workitem.cl reads either. */
struct coop_item {
    size_t at[3]; /* in the work-group */
    uint linear;  /* the same as one number */
    uint state;   /* in which the step begins */
    uint begins;
    uint dimensions;
    size_t local_items[3]; /* as enqueued */
    size_t edge_items[3];  /* of this logical group */
    size_t groups[3];
    size_t group_at[3];
    size_t global_items[3];
    size_t global_offset[3];
    global uchar *arena;
};

/* What a step function and the helpers that use work-item functions get, and pass on. */
#define COOP_GROUP_PARAMETER local struct coop_group *coop, private const struct coop_item *coop_i
#define COOP_GROUP_ARGUMENT coop, coop_i
#define COOP_GROUP_SPACE private const struct coop_item /* of an index space */
#define COOP_GROUP_VALUES coop_i
#define COOP_STEP_OF(kernel) coop_rounds_##kernel

/* Whether the logical group has all the work-items of its local size. */
static inline int coop_item_all(local const struct coop_group *coop, const uint3 size)
{
    return coop->edge_items[0] == size.x && coop->edge_items[1] == size.y && coop->edge_items[2] == size.z;
}

/* `size` is the logical group's; of one dimension 0 where it is not known to the compiler. */
static inline struct coop_item coop_item_begin(local const struct coop_group *coop, const uint3 size)
{
    const size_t known[3] = {size.x, size.y, size.z};
    struct coop_item item;

    for (uint i = 0; i < 3; i++) {
        item.at[i] = 0;
        item.local_items[i] = known[i] != 0 ? known[i] : coop->local_items[i];
        item.edge_items[i] = known[i] != 0 ? known[i] : coop->edge_items[i];
        item.groups[i] = coop->groups[i];
        item.group_at[i] = coop->group_at[i];
        item.global_items[i] = coop->global_items[i];
        item.global_offset[i] = coop->global_offset[i];
    }
    item.linear = 0;
    item.state = coop->state;
    item.begins = coop->begins;
    item.dimensions = coop->dimensions;
    item.arena = coop->arena;
    return item;
}

/* The runtime's functions that a kernel calls find the work-item in the group. */
#define COOP_ITEM_OF(coop) ((coop)->item)

/* How work-items follow each other in a step. COOP_IN_TURN: one after the other, as they are numbered, for
 * kernels that call the runtime, and for text of which coopc does not know enough. COOP_APART: in any order,
 * or together in a vector: between two barriers OpenCL promises nothing else, and coopc has seen that they
 * share no array of the loop's body. */
#pragma clang diagnostic ignored "-Wpass-failed"
#define COOP_LOOP_OF_COOP_APART _Pragma("clang loop vectorize(assume_safety)")
#define COOP_NOTE_OF_COOP_APART(coop, linear) ((void)0)
#define COOP_LOOP_OF_COOP_IN_TURN
#define COOP_NOTE_OF_COOP_IN_TURN(coop, linear) ((coop)->item = (linear))

/* `statement` for each work-item of the logical group, of which coop_size is known, dimension 0 innermost; it
 * finds the work-item as coop_i, and as item. */
#define COOP_EACH_ITEM(coop, how, ...)                                                                  \
    {                                                                                                   \
        struct coop_item item = coop_item_begin(coop, coop_size);                                       \
        private const struct coop_item *coop_i = &item;                                                 \
                                                                                                        \
        for (item.at[2] = 0; item.at[2] < item.edge_items[2]; item.at[2]++) {                           \
            for (item.at[1] = 0; item.at[1] < item.edge_items[1]; item.at[1]++) {                       \
                uint row = (uint)((item.at[2] * item.edge_items[1] + item.at[1]) * item.edge_items[0]); \
                                                                                                        \
                COOP_LOOP_OF_##how for (item.at[0] = 0; item.at[0] < item.edge_items[0]; item.at[0]++)  \
                {                                                                                       \
                    item.linear = row + (uint)item.at[0];                                               \
                    COOP_NOTE_OF_##how(coop, item.linear);                                              \
                    __VA_ARGS__;                                                                        \
                }                                                                                       \
            }                                                                                           \
        }                                                                                               \
    }

/* The step of a kernel whose work-items all end it in the same way. */
#define COOP_STEP_ALIKE(coop, how, next, call)  \
    {                                           \
        COOP_EACH_ITEM(coop, how, (void)(call)) \
        return (next);                          \
    }

/* The step of one whose work-items may part (W2): the least and the greatest answer are the same unless they
 * have. A compiler makes vectors of both. */
#define COOP_STEP(coop, how, call)                                                   \
    {                                                                                \
        uint coop_least = UINT_MAX;                                                  \
        uint coop_most = 0;                                                          \
                                                                                     \
        COOP_EACH_ITEM(coop, how, uint coop_next = (call);                           \
                       coop_least = coop_next < coop_least ? coop_next : coop_least; \
                       coop_most = coop_next > coop_most ? coop_next : coop_most)    \
        return coop_item_agree(coop, coop_least, coop_most);                         \
    }

#else

#define COOP_GROUP_PARAMETER local struct coop_group *coop
#define COOP_GROUP_ARGUMENT coop
#define COOP_GROUP_SPACE local struct coop_group
#define COOP_GROUP_VALUES coop
#define COOP_STEP_OF(kernel) coop_step_##kernel
#define COOP_ITEM_OF(coop) ((uint)get_local_id(0))

#endif
