/* The collective functions of the reference: one work-item after the other, in their order. */

global uchar *shim_room(void);

static uint shim_items(void)
{
    return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}

/* Every work-item gives its value; then they look at all of them. */
#define SHIM_COMBINATION(type, group, name, begin, step)                          \
    static type __attribute__((overloadable)) group##_reduce_##name(type value)   \
    {                                                                             \
        global type *values = (global type *)shim_room();                         \
        type all = begin;                                                         \
        values[shim_id(5, 0)] = value;                                            \
        shim_barrier();                                                           \
        for (uint i = 0; i < shim_items(); i++) {                                 \
            type next = values[i];                                                \
            all = step;                                                           \
        }                                                                         \
        shim_barrier();                                                           \
        return all;                                                               \
    }                                                                             \
    static type __attribute__((overloadable)) group##_scan_exclusive_##name(type value) \
    {                                                                             \
        global type *values = (global type *)shim_room();                         \
        type all = begin;                                                         \
        values[shim_id(5, 0)] = value;                                            \
        shim_barrier();                                                           \
        for (uint i = 0; i < shim_id(5, 0); i++) {                                \
            type next = values[i];                                                \
            all = step;                                                           \
        }                                                                         \
        shim_barrier();                                                           \
        return all;                                                               \
    }                                                                             \
    static type __attribute__((overloadable)) group##_scan_inclusive_##name(type value) \
    {                                                                             \
        type all = group##_scan_exclusive_##name(value);                          \
        type next = value;                                                        \
        return step;                                                              \
    }
#define SHIM_FROM(type, name, item)                                               \
    static type __attribute__((overloadable)) name(type value, uint argument)     \
    {                                                                             \
        global type *values = (global type *)shim_room();                         \
        uint from = item;                                                         \
        values[shim_id(5, 0)] = value;                                            \
        shim_barrier();                                                           \
        if (from < shim_items()) {                                                \
            value = values[from];                                                 \
        }                                                                         \
        shim_barrier();                                                           \
        return value;                                                             \
    }
#define SHIM_BROADCASTS(type)                                                     \
    SHIM_FROM(type, work_group_broadcast, argument)                               \
    static type __attribute__((overloadable)) work_group_broadcast(type value, size_t x, size_t y) \
    {                                                                             \
        return work_group_broadcast(value, (uint)(x + get_local_size(0) * y));    \
    }                                                                             \
    static type __attribute__((overloadable)) work_group_broadcast(type value, size_t x, size_t y, size_t z) \
    {                                                                             \
        return work_group_broadcast(value, x, y + get_local_size(1) * z);         \
    }
#define SHIM_COMBINATIONS(type, group, least, most)                               \
    SHIM_COMBINATION(type, group, add, 0, all + next)                             \
    SHIM_COMBINATION(type, group, min, most, next < all ? next : all)             \
    SHIM_COMBINATION(type, group, max, least, next > all ? next : all)
#define SHIM_TYPE(type, least, most)                                              \
    SHIM_COMBINATIONS(type, work_group, least, most)                              \
    SHIM_COMBINATIONS(type, sub_group, least, most)                               \
    SHIM_BROADCASTS(type)                                                         \
    SHIM_FROM(type, sub_group_broadcast, argument)                                \
    SHIM_FROM(type, sub_group_shuffle, argument)                                  \
    SHIM_FROM(type, sub_group_shuffle_xor, (uint)shim_id(5, 0) ^ argument)        \
    SHIM_FROM(type, sub_group_shuffle_up, (uint)shim_id(5, 0) - argument)         \
    SHIM_FROM(type, sub_group_shuffle_down, (uint)shim_id(5, 0) + argument)

SHIM_TYPE(int, INT_MIN, INT_MAX)
SHIM_TYPE(uint, 0, UINT_MAX)
SHIM_TYPE(long, LONG_MIN, LONG_MAX)
SHIM_TYPE(ulong, 0, ULONG_MAX)
SHIM_TYPE(float, -INFINITY, INFINITY)
SHIM_TYPE(double, -INFINITY, INFINITY)

#define work_group_any(predicate) work_group_reduce_max((predicate) != 0)
#define work_group_all(predicate) work_group_reduce_min((predicate) != 0)
#define sub_group_any(predicate) work_group_any(predicate)
#define sub_group_all(predicate) work_group_all(predicate)
#define sub_group_barrier(...) shim_barrier()
#define get_sub_group_size() shim_items()
#define get_max_sub_group_size() shim_items()
#define get_num_sub_groups() 1u
#define get_enqueued_num_sub_groups() 1u
#define get_sub_group_id() 0u
#define get_sub_group_local_id() ((uint)shim_id(5, 0))
