/* A work-item: its place in the work-group, and what its index functions read.
 *
 * Stands on: group.cl, failure.cl, draw.cl. Three forms (decisions 0091, 0092):
 *   loops       Where one thread runs a whole work-group (COOP_LOOPS), the megakernel has one work-item, and
 *               the work-items of a kernel are the rounds of a loop around each step.
 *   flat        On a GPU a work-item of the kernel is one of the megakernel's, and runs one step.
 *   structured  There (COOP_STRUCTURED) a work-item of a regular kernel runs all the logical work-groups
 *               that are drawn from beginning to end, and one of a cooperative kernel all up to the next
 *               primitive, with barriers where the kernel has them.
 * In the first form, and of a regular kernel in the last, the index space is values, which no store of the
 * kernel's can change. */

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
#if !COOP_LOOPS
    int is_group; /* none of these is set: what a step of one work-item reads, it reads from the group */
    local const struct coop_group *group;
#endif
};

/* What a step function and the helpers that use work-item functions get, and pass on. */
#define COOP_GROUP_PARAMETER local struct coop_group *coop, private const struct coop_item *coop_i
#define COOP_GROUP_ARGUMENT coop, coop_i
#define COOP_GROUP_SPACE private const struct coop_item /* of an index space */
#define COOP_GROUP_VALUES coop_i

/* A member that the group has, too. Most steps on a GPU read few of them, and not each time. */
#if COOP_LOOPS
#define COOP_SPACE(space, member) ((space)->member)
#else
#define COOP_SPACE(space, member) ((space)->is_group ? (space)->group->member : (space)->member)
#endif

/* Where a regular kernel keeps what lives across its steps when it goes in flat ones: memory, where it seldom
 * does, so that the main loop keeps no registers for it, which the others would be short of. */
#if COOP_STRUCTURED
#define COOP_STEPS_PARAMETER , private union coop_module_vars *steps
#define COOP_STEPS_ARGUMENT , steps
#define COOP_STEPS_OF(vars) steps
#else
#define COOP_STEPS_PARAMETER
#define COOP_STEPS_ARGUMENT
#define COOP_STEPS_OF(vars) vars
#endif

/* At the first place of its work-group. */
static inline struct coop_item coop_item_begin(local const struct coop_group *coop)
{
    struct coop_item item;

    for (uint i = 0; i < 3; i++) {
        item.at[i] = 0;
        item.local_items[i] = coop->local_items[i];
        item.edge_items[i] = coop->edge_items[i];
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

#if COOP_LOOPS

/* Whether the logical group has all the work-items of its local size. */
static inline int coop_item_all(local const struct coop_group *coop, const uint3 size)
{
    return coop->edge_items[0] == size.x && coop->edge_items[1] == size.y && coop->edge_items[2] == size.z;
}

/* The runtime's functions that a kernel calls find the work-item in the group. */
#define COOP_ITEM_OF(coop) ((coop)->item)

/* `size` is the logical group's; of one dimension 0 where it is not known to the compiler. */
static inline struct coop_item coop_item_of_size(local const struct coop_group *coop, const uint3 size)
{
    const size_t known[3] = {size.x, size.y, size.z};
    struct coop_item item = coop_item_begin(coop);

    for (uint i = 0; i < 3; i++) {
        item.local_items[i] = known[i] != 0 ? known[i] : item.local_items[i];
        item.edge_items[i] = known[i] != 0 ? known[i] : item.edge_items[i];
    }
    return item;
}

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
        struct coop_item item = coop_item_of_size(coop, coop_size);                                     \
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

/* A function, since get_local_id is a macro in the module. */
static inline uint coop_item_number(void)
{
    return (uint)get_local_id(0);
}

#define COOP_ITEM_OF(coop) coop_item_number()

static inline size_t coop_item_at(local const struct coop_group *coop, uint dimension)
{
    uint item = coop_item_number();

    if (coop->dimensions == 1) {
        return dimension == 0 ? item : 0;
    }
    if (dimension == 0) {
        return item % coop->edge_items[0];
    }
    item /= coop->edge_items[0];
    if (dimension == 1) {
        return item % coop->edge_items[1];
    }
    return dimension == 2 ? item / coop->edge_items[1] : 0;
}

static inline struct coop_item coop_item_of_group(local const struct coop_group *coop)
{
    struct coop_item item = {.is_group = 1, .group = coop};

    return item;
}

/* The step of one work-item. */
#define COOP_FLAT(coop, call)                             \
    {                                                     \
        struct coop_item item = coop_item_of_group(coop); \
        private const struct coop_item *coop_i = &item;   \
                                                          \
        return (call);                                    \
    }

#if COOP_STRUCTURED

/* A barrier of the kernel's. All work-items of the megakernel's work-group come to it. */
static inline void coop_item_barrier(void)
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

/* Whether a kernel with barriers may run so: with fewer work-items than the megakernel has, and behind a
 * logical work-group that has begun in steps, it goes on in steps. */
static inline int coop_item_may_meet(local const struct coop_group *coop)
{
    return coop->state == 0 && coop->active_items == coop->items;
}

/* At one in COOP_MEETINGS barriers of a step the leader looks whether the work-group must drain, and shows
 * the host that it goes on. All come to the barrier, and get the same answer. */
#define COOP_MEETINGS 64u

__attribute__((noinline)) static int coop_item_meet_and_look(local struct coop_group *coop)
{
    if (coop_item_number() == 0) {
        coop->drains = (uint)coop_must_drain(coop->control);
        coop->steps += COOP_WORKER_LOOK - coop->steps % COOP_WORKER_LOOK; /* the main loop looks, too */
        coop_slot_show(coop, COOP_OP_NONE, coop->state);
    }
    coop_item_barrier();
    return !coop->drains;
}

/* A barrier in a step of a cooperative kernel. 0: the work-group must drain, and the step ends. */
static inline int coop_item_meet(local struct coop_group *coop, private uint *met)
{
    if (COOP_IS_SELDOM(++*met % COOP_MEETINGS == 0)) {
        return coop_item_meet_and_look(coop);
    }
    coop_item_barrier();
    return 1;
}

/* The three are the kernel's own local size; 0 where it is not known to the compiler. */
static inline struct coop_item coop_item_here(local const struct coop_group *coop, uint width, uint height,
                                              uint depth)
{
    const size_t known[3] = {width, height, depth};
    struct coop_item item = coop_item_begin(coop);

    item.is_group = 0;
    item.linear = coop_item_number();
    for (uint i = 0; i < 3; i++) {
        item.at[i] = coop_item_at(coop, i);
        item.local_items[i] = known[i] != 0 ? known[i] : item.local_items[i];
    }
    return item;
}

/* Loaded from local memory each time: a register costs more. */
#define COOP_LOADED(member) (*(volatile const __typeof__(&(member)))&(member))

/* Whether all logical work-groups have all the work-items of their local size. */
static inline int coop_item_is_even(private const struct coop_item *item)
{
    int is_even = 1;

    for (uint i = 0; i < 3; i++) {
        is_even = is_even && item->groups[i] * item->local_items[i] == item->global_items[i];
    }
    return is_even;
}

/* How many follow each other in dimension 0 up to the end, the one that it is at among them. */
static inline uint coop_item_run(local const struct coop_group *coop, private const struct coop_item *item,
                                 uint most)
{
    size_t rest = COOP_LOADED(coop->groups[0]) - item->group_at[0];

    return rest < most ? (uint)rest : most;
}

/* Goes on to the neighbour. */
static inline void coop_item_advance(local const struct coop_group *coop, private struct coop_item *item)
{
    for (uint i = 0; i < 3; i++) {
        if (++item->group_at[i] < COOP_LOADED(coop->groups[i])) {
            return;
        }
        item->group_at[i] = 0;
    }
}

/* Whether the logical work-group has as many work-items as the one that the step began with. Otherwise a step
 * of its own begins with it. */
static inline int coop_item_is_alike(local const struct coop_group *coop,
                                     private const struct coop_item *item)
{
    int is_alike = 1;

    for (uint i = 0; i < 3; i++) {
        size_t left = COOP_LOADED(coop->global_items[i]) - item->group_at[i] * item->local_items[i];
        size_t items = left < item->local_items[i] ? left : item->local_items[i];

        is_alike = is_alike && items == COOP_LOADED(coop->edge_items[i]);
    }
    return is_alike;
}

/* Logical work-groups of a regular kernel: those that are drawn, and then those of further draws, which the
 * leader makes meanwhile (draw.cl). It takes them up behind the first one of a draw, so that nobody waits
 * for it at the last. Where work-items `share` local memory, those that are ahead must not write what others
 * still read. The innermost loop does as little as it can: some kernels do not do more themselves. */
#define COOP_WHOLE(coop, share, width, height, depth, call)                                             \
    {                                                                                                   \
        struct coop_item item = coop_item_here(coop, width, height, depth);                             \
        private const struct coop_item *coop_i = &item;                                                 \
        const int coop_is_even = coop_item_is_even(&item);                                              \
        const int coop_leads = item.linear == 0;                                                        \
        uint coop_left = coop->begun;                                                                   \
        uint coop_run = 1;                                                                              \
        uint coop_is_first = 1; /* of its draw */                                                       \
        uint coop_turn = 0;                                                                             \
        ulong coop_ahead = coop_leads ? coop_draw_begin_step(coop) : 0;                                 \
                                                                                                        \
        for (;;) {                                                                                      \
            coop_left -= coop_run;                                                                      \
            for (;;) {                                                                                  \
                (call);                                                                                 \
                if (--coop_run == 0) {                                                                  \
                    break;                                                                              \
                }                                                                                       \
                item.group_at[0]++;                                                                     \
                if (share) {                                                                            \
                    coop_item_barrier();                                                                \
                }                                                                                       \
            }                                                                                           \
            if (coop_leads && (coop_is_even ? coop_is_first : coop_left == 0)) {                        \
                coop_draw_on(coop, coop_ahead, &coop->next_drawn[coop_turn]);                           \
            }                                                                                           \
            if (coop_left > 0) {                                                                        \
                coop_item_advance(coop, &item);                                                         \
                coop_run = coop_is_even ? coop_item_run(coop, &item, coop_left) : 1;                    \
                coop_is_first = 0;                                                                      \
                if (share) {                                                                            \
                    coop_item_barrier();                                                                \
                }                                                                                       \
            } else {                                                                                    \
                if (coop->active_items != coop->items) { /* the others would not come to the barrier */ \
                    break;                                                                              \
                }                                                                                       \
                coop_item_barrier();                                                                    \
                coop_left = coop->next_drawn[coop_turn].count;                                          \
                if (coop_left == 0) {                                                                   \
                    break;                                                                              \
                }                                                                                       \
                for (uint i = 0; i < 3; i++) {                                                          \
                    item.group_at[i] = coop->next_drawn[coop_turn].group_at[i];                         \
                }                                                                                       \
                coop_run = 1;                                                                           \
                coop_is_first = 1;                                                                      \
                coop_turn ^= 1;                                                                         \
                coop_ahead = coop_leads ? coop_draw_ahead(coop) : 0;                                    \
            }                                                                                           \
            if (!coop_is_even && !coop_item_is_alike(coop, &item)) {                                    \
                if (coop_leads) {                                                                       \
                    coop_draw_stop(coop, coop_ahead, coop_left);                                        \
                }                                                                                       \
                break;                                                                                  \
            }                                                                                           \
        }                                                                                               \
        return COOP_NEXT(COOP_OP_RETURN, 0);                                                            \
    }

#endif

#endif
