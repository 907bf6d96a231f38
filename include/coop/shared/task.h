/* Tasks: what a work queue holds, for kernels and for the host.
 *
 * Stands on: types.h. A user's header that names the tasks includes this file on both sides:
 *
 *     struct visit { uint node; uint depth; };      (uint32_t for the host)
 *     coop_tasks(visit);
 *
 * A task is named after the struct of its parameters. coop_tasks(a, b, ...), up to 16 names, gives for each
 * of them
 *   coop_tag_<name>                          its tag: 1, 2, ... in the order of the list
 *   coop_push_<name>(work, parameters)       in kernels only (workqueue.clh)
 *   coop_try_push_<name>(work, parameters)
 *   coop_put_<name>(work, place, parameters)
 * and ends the compilation with a message when a struct is larger than the parameters of a task can be.
 * coop_item_tasks(c, d, ...), up to 15 names, does the same for item tasks, each of which a single work-item
 * runs (coop_work_run_each): their tags are 17, 18, ... */
#ifndef COOP_SHARED_TASK_H
#define COOP_SHARED_TASK_H

#include "coop/shared/types.h"

/* Bytes of a task: a multiple of 16. Kernels set it with coopc -DCOOP_WORK_TASK_BYTES=..., the host in the
 * options of the work queue. */
#ifndef COOP_WORK_TASK_BYTES
#define COOP_WORK_TASK_BYTES 64
#endif
#define COOP_TASK_WORDS ((COOP_WORK_TASK_BYTES - 16) / 8)
#define COOP_TASK_PARAMETER_BYTES (COOP_TASK_WORDS * 8)

#define COOP_TASK_NONE 0u /* the tag of no task */

/* The tags above it are those of item tasks. */
#define COOP_TASK_OF_ITEMS 16u

static inline int coop_task_is_of_item(coop_u32 tag)
{
    return tag > COOP_TASK_OF_ITEMS;
}

/* Users' code writes and reads parameters with their own types, and the runtime moves them as words: so a
 * word may alias any of them. Without the attribute a compiler may assume that a store of one does not change
 * the other (LLVM 21 in PoCL 7.1 loses parameters of 4 bytes). Test: examples.work_stealing. */
typedef coop_u64 __attribute__((may_alias)) coop_task_word;

struct coop_task {
    coop_u32 tag;
    coop_u32 pad0[3];
    coop_task_word words[COOP_TASK_WORDS] COOP_ALIGNED(16); /* the parameters; the rest is undefined */
};
COOP_SIZE_IS(struct coop_task, COOP_WORK_TASK_BYTES);

/* What a task may do with a piece of data. */
enum coop_data_rights { COOP_DATA_READ = 1, COOP_DATA_WRITE = 2 };

/* A piece of device memory, to be put among a task's parameters. */
struct coop_data {
    coop_u64 at;     /* offset in device memory, as coop_buffer_address gives it */
    coop_u64 bytes;  /* of the data itself */
    coop_u32 rights; /* enum coop_data_rights, or-ed */
    coop_u32
        /* 0: the data lies at `at`; 1: a 64-bit word there holds its offset; 2: the offset of that word;
         * ... */
        indirection;
};
COOP_SIZE_IS(struct coop_data, 24);

#define COOP_EACH_1(use, i, a) use(i, a)
#define COOP_EACH_2(use, i, a, ...) use(i, a) COOP_EACH_1(use, i + 1, __VA_ARGS__)
#define COOP_EACH_3(use, i, a, ...) use(i, a) COOP_EACH_2(use, i + 1, __VA_ARGS__)
#define COOP_EACH_4(use, i, a, ...) use(i, a) COOP_EACH_3(use, i + 1, __VA_ARGS__)
#define COOP_EACH_5(use, i, a, ...) use(i, a) COOP_EACH_4(use, i + 1, __VA_ARGS__)
#define COOP_EACH_6(use, i, a, ...) use(i, a) COOP_EACH_5(use, i + 1, __VA_ARGS__)
#define COOP_EACH_7(use, i, a, ...) use(i, a) COOP_EACH_6(use, i + 1, __VA_ARGS__)
#define COOP_EACH_8(use, i, a, ...) use(i, a) COOP_EACH_7(use, i + 1, __VA_ARGS__)
#define COOP_EACH_9(use, i, a, ...) use(i, a) COOP_EACH_8(use, i + 1, __VA_ARGS__)
#define COOP_EACH_10(use, i, a, ...) use(i, a) COOP_EACH_9(use, i + 1, __VA_ARGS__)
#define COOP_EACH_11(use, i, a, ...) use(i, a) COOP_EACH_10(use, i + 1, __VA_ARGS__)
#define COOP_EACH_12(use, i, a, ...) use(i, a) COOP_EACH_11(use, i + 1, __VA_ARGS__)
#define COOP_EACH_13(use, i, a, ...) use(i, a) COOP_EACH_12(use, i + 1, __VA_ARGS__)
#define COOP_EACH_14(use, i, a, ...) use(i, a) COOP_EACH_13(use, i + 1, __VA_ARGS__)
#define COOP_EACH_15(use, i, a, ...) use(i, a) COOP_EACH_14(use, i + 1, __VA_ARGS__)
#define COOP_EACH_16(use, i, a, ...) use(i, a) COOP_EACH_15(use, i + 1, __VA_ARGS__)
#define COOP_NTH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, nth, ...) nth
#define COOP_COUNT(...) COOP_NTH(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define COOP_JOIN_(a, b) a##b
#define COOP_JOIN(a, b) COOP_JOIN_(a, b)
#define COOP_EACH(use, ...) COOP_JOIN(COOP_EACH_, COOP_COUNT(__VA_ARGS__))(use, 1, __VA_ARGS__)

#ifdef __cplusplus
#define COOP_TASK_ASSERT(claim, message) static_assert(claim, message);
#else
#define COOP_TASK_ASSERT(claim, message) _Static_assert(claim, message);
#endif

/* coop_work_run((a, b), &work, more): the current task's function; and in a work-group of one work-item those
 * of its next ones, while there is nothing else to do (device/run_on.clh). */
#define COOP_LIST(...) __VA_ARGS__
#define COOP_FIRST(first, ...) first
#define coop_task_parameters(work, name) ((const local struct name *)coop_work_parameters(work))
#define COOP_RUN_CASE(arguments, name)                                                  \
    case coop_group_task_##name:                                                        \
        name(coop_task_parameters(COOP_FIRST_OF arguments, name), COOP_LIST arguments); \
        break;
#define COOP_EACH_CASE(arguments, name)                                                  \
    case coop_item_task_##name:                                                          \
        name(coop_item_parameters_##name(COOP_FIRST_OF arguments), COOP_LIST arguments); \
        break;
#define COOP_FIRST_OF(...) COOP_FIRST(__VA_ARGS__, 0)
#define COOP_RUN_1(use, arguments, a) use(arguments, a)
#define COOP_RUN_2(use, arguments, a, ...) use(arguments, a) COOP_RUN_1(use, arguments, __VA_ARGS__)
#define COOP_RUN_3(use, arguments, a, ...) use(arguments, a) COOP_RUN_2(use, arguments, __VA_ARGS__)
#define COOP_RUN_4(use, arguments, a, ...) use(arguments, a) COOP_RUN_3(use, arguments, __VA_ARGS__)
#define COOP_RUN_5(use, arguments, a, ...) use(arguments, a) COOP_RUN_4(use, arguments, __VA_ARGS__)
#define COOP_RUN_6(use, arguments, a, ...) use(arguments, a) COOP_RUN_5(use, arguments, __VA_ARGS__)
#define COOP_RUN_7(use, arguments, a, ...) use(arguments, a) COOP_RUN_6(use, arguments, __VA_ARGS__)
#define COOP_RUN_8(use, arguments, a, ...) use(arguments, a) COOP_RUN_7(use, arguments, __VA_ARGS__)
#define COOP_RUN_9(use, arguments, a, ...) use(arguments, a) COOP_RUN_8(use, arguments, __VA_ARGS__)
#define COOP_RUN_10(use, arguments, a, ...) use(arguments, a) COOP_RUN_9(use, arguments, __VA_ARGS__)
#define COOP_RUN_11(use, arguments, a, ...) use(arguments, a) COOP_RUN_10(use, arguments, __VA_ARGS__)
#define COOP_RUN_12(use, arguments, a, ...) use(arguments, a) COOP_RUN_11(use, arguments, __VA_ARGS__)
#define COOP_RUN_13(use, arguments, a, ...) use(arguments, a) COOP_RUN_12(use, arguments, __VA_ARGS__)
#define COOP_RUN_14(use, arguments, a, ...) use(arguments, a) COOP_RUN_13(use, arguments, __VA_ARGS__)
#define COOP_RUN_15(use, arguments, a, ...) use(arguments, a) COOP_RUN_14(use, arguments, __VA_ARGS__)
#define COOP_RUN_16(use, arguments, a, ...) use(arguments, a) COOP_RUN_15(use, arguments, __VA_ARGS__)
#define COOP_RUN(count, use, arguments, ...) COOP_JOIN(COOP_RUN_, count)(use, arguments, __VA_ARGS__)
#define coop_work_run(names, ...)                                                     \
    do {                                                                              \
        switch (coop_work_tag(COOP_FIRST_OF(__VA_ARGS__))) {                          \
            COOP_RUN(COOP_COUNT names, COOP_RUN_CASE, (__VA_ARGS__), COOP_LIST names) \
        default:                                                                      \
            coop_work_unknown(COOP_FIRST_OF(__VA_ARGS__));                            \
            break;                                                                    \
        }                                                                             \
    } while (coop_work_runs_on(COOP_FIRST_OF(__VA_ARGS__), 0u COOP_EACH(COOP_TAG_BIT, COOP_LIST names)))

/* coop_work_run_each((c, d), &work, more): each work-item calls the function of its own item task
 * (device/each.clh). */
#define coop_work_run_each(names, ...)                                                 \
    do {                                                                               \
        switch (coop_work_item_tag(COOP_FIRST_OF(__VA_ARGS__))) {                      \
            COOP_RUN(COOP_COUNT names, COOP_EACH_CASE, (__VA_ARGS__), COOP_LIST names) \
        default:                                                                       \
            coop_work_item_unknown(COOP_FIRST_OF(__VA_ARGS__));                        \
            break;                                                                     \
        }                                                                              \
    } while (coop_work_runs_each(COOP_FIRST_OF(__VA_ARGS__), 0u COOP_EACH(COOP_TAG_BIT, COOP_LIST names)))

#define COOP_TASK_TAG(i, name) coop_tag_##name = (i), coop_group_task_##name = (i),
#define COOP_ITEM_TASK_TAG(i, name) coop_tag_##name = 16 + (i), coop_item_task_##name = 16 + (i),
#define COOP_TAG_BIT(i, name) | 1u << coop_tag_##name
#define COOP_TASK_FITS(i, name)                                                                            \
    COOP_TASK_ASSERT(sizeof(struct name) <= COOP_TASK_PARAMETER_BYTES,                                     \
                     "struct " #name " is larger than a task's parameters can be (COOP_WORK_TASK_BYTES - " \
                     "16): make it smaller, or tasks larger")

#if COOP_ON_DEVICE
/* Only the device's functions check the alignment: C++ on the host spells it otherwise. */
#define COOP_TASK_FUNCTIONS(i, name)                                                                        \
    COOP_TASK_FITS(i, name)                                                                                 \
    COOP_TASK_ASSERT(__alignof__(struct name) <= 16, "struct " #name " wants more than an alignment of 16") \
    union coop_task_of_##name {                                                                             \
        struct name parameters;                                                                             \
        coop_task_word words[COOP_TASK_WORDS];                                                              \
    };                                                                                                      \
    static inline void coop_push_##name(local struct coop_work *work, struct name parameters)               \
    {                                                                                                       \
        union coop_task_of_##name task;                                                                     \
        task.parameters = parameters;                                                                       \
        coop_work_push(work, coop_tag_##name, task.words);                                                  \
    }                                                                                                       \
    static inline int coop_try_push_##name(local struct coop_work *work, struct name parameters)            \
    {                                                                                                       \
        union coop_task_of_##name task;                                                                     \
        task.parameters = parameters;                                                                       \
        return coop_work_try_push(work, coop_tag_##name, task.words);                                       \
    }                                                                                                       \
    static inline void coop_put_##name(local struct coop_work *work, uint place, struct name parameters)    \
    {                                                                                                       \
        union coop_task_of_##name task;                                                                     \
        task.parameters = parameters;                                                                       \
        coop_work_put(work, place, coop_tag_##name, task.words);                                            \
    }
#define COOP_ITEM_TASK_FUNCTIONS(i, name)                                                     \
    COOP_TASK_FUNCTIONS(i, name)                                                              \
    COOP_TASK_ASSERT((i) <= 15, "struct " #name " is the 16th item task; there can be 15")    \
    static inline struct name coop_item_parameters_##name(const local struct coop_work *work) \
    {                                                                                         \
        return *(const local struct name *)coop_work_item_parameters(work);                   \
    }
#else
#define COOP_TASK_FUNCTIONS(i, name) COOP_TASK_FITS(i, name)
#define COOP_ITEM_TASK_FUNCTIONS(i, name) COOP_TASK_FITS(i, name)
#endif

#define coop_tasks(...)                             \
    enum { COOP_EACH(COOP_TASK_TAG, __VA_ARGS__) }; \
    COOP_EACH(COOP_TASK_FUNCTIONS, __VA_ARGS__)     \
    struct coop_task

#define coop_item_tasks(...)                             \
    enum { COOP_EACH(COOP_ITEM_TASK_TAG, __VA_ARGS__) }; \
    COOP_EACH(COOP_ITEM_TASK_FUNCTIONS, __VA_ARGS__)     \
    struct coop_task

#endif
