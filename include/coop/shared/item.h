/* Items: what a flow graph's channels hold, for kernels and for the host.
 *
 * Stands on: types.h, task.h (COOP_EACH). A channel is named after the struct of its items:
 *
 *     struct token { coop_u32 at; coop_u32 length; };
 *     coop_channels(token, ...);                        up to 16 names
 *
 * gives for each of them
 *   coop_channel_<name>                       its tag: 1, 2, ... in the order of the list
 *   coop_emit_<name>(flow, item)              in kernels only (channel.clh), and so are the others
 *   coop_emit_at_<name>(flow, place, item)    into a place of coop_flow_reserve
 *   coop_keep_<name>(flow, item)
 *   coop_flow_item_<name>(flow, i)            item i of the batch
 * and ends the compilation with a message when a struct is no item. */
#ifndef COOP_SHARED_ITEM_H
#define COOP_SHARED_ITEM_H

#include "coop/shared/task.h"
#include "coop/shared/types.h"

#define COOP_CHANNEL_TAG(i, name) coop_channel_##name = i,
#define COOP_ITEM_FITS(i, name)                                                                              \
    COOP_TASK_ASSERT(sizeof(struct name) >= 4 && sizeof(struct name) <= 256 && sizeof(struct name) % 4 == 0, \
                     "struct " #name                                                                         \
                     " is no item of a channel: an item has 4 to 256 bytes, a multiple of 4")

#if COOP_ON_DEVICE
/* Only the device's functions check the alignment: C++ on the host spells it otherwise. Their own names are
 * reserved ones, since a user's macro may have any other. */
#define COOP_CHANNEL_FUNCTIONS(i, name)                                                                      \
    COOP_ITEM_FITS(i, name)                                                                                  \
    COOP_TASK_ASSERT(__alignof__(struct name) <= 16, "struct " #name " wants more than an alignment of 16")  \
    COOP_TASK_ASSERT((i) <= COOP_FLOW_CHANNELS,                                                              \
                     "struct " #name " is a channel beyond those that the module has room for: build it "    \
                     "with -DCOOP_FLOW_CHANNELS=, the number of names")                                      \
    static inline void coop_emit_at_##name(local struct coop_flow *coop_f, uint coop_p, struct name coop_i)  \
    {                                                                                                        \
        global struct name *coop_at =                                                                        \
            (global struct name *)coop_flow_place(coop_f, coop_channel_##name, coop_p, sizeof(struct name)); \
        if (coop_at) {                                                                                       \
            *coop_at = coop_i;                                                                               \
        }                                                                                                    \
    }                                                                                                        \
    static inline void coop_emit_##name(local struct coop_flow *coop_f, struct name coop_i)                  \
    {                                                                                                        \
        coop_emit_at_##name(coop_f, coop_flow_reserve(coop_f, coop_channel_##name, 1u), coop_i);             \
    }                                                                                                        \
    static inline void coop_keep_##name(local struct coop_flow *coop_f, struct name coop_i)                  \
    {                                                                                                        \
        global struct name *coop_at =                                                                        \
            (global struct name *)coop_flow_keep(coop_f, coop_channel_##name, sizeof(struct name));          \
        if (coop_at) {                                                                                       \
            *coop_at = coop_i;                                                                               \
        }                                                                                                    \
    }                                                                                                        \
    static inline struct name coop_flow_item_##name(const local struct coop_flow *coop_f, uint coop_n)       \
    {                                                                                                        \
        return ((global const struct name *)coop_flow_items(coop_f))[coop_n];                                \
    }
#else
#define COOP_CHANNEL_FUNCTIONS(i, name) COOP_ITEM_FITS(i, name)
#endif

#define coop_channels(...)                             \
    enum { COOP_EACH(COOP_CHANNEL_TAG, __VA_ARGS__) }; \
    COOP_EACH(COOP_CHANNEL_FUNCTIONS, __VA_ARGS__)     \
    struct coop_channel

/* coop_flow_run((a, b), &flow, more): the batch's function, for each item by one work-item. */
#define COOP_FLOW_CASE(arguments, name)                                                               \
    case coop_channel_##name:                                                                         \
        if (coop_flow_reads(COOP_FIRST_OF arguments, sizeof(struct name))) {                          \
            for (uint coop_item = (uint)get_local_id(0);                                              \
                 coop_item < coop_flow_count(COOP_FIRST_OF arguments);                                \
                 coop_item += (uint)get_local_size(0)) {                                              \
                name(coop_flow_item_##name(COOP_FIRST_OF arguments, coop_item), COOP_LIST arguments); \
            }                                                                                         \
        }                                                                                             \
        break;
#define COOP_FLOW_RUN_1(arguments, a) COOP_FLOW_CASE(arguments, a)
#define COOP_FLOW_RUN_2(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_1(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_3(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_2(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_4(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_3(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_5(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_4(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_6(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_5(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_7(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_6(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_8(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_7(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_9(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_8(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_10(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_9(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_11(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_10(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_12(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_11(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_13(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_12(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_14(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_13(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_15(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_14(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN_16(arguments, a, ...) \
    COOP_FLOW_CASE(arguments, a) COOP_FLOW_RUN_15(arguments, __VA_ARGS__)
#define COOP_FLOW_RUN(count, arguments, ...) COOP_JOIN(COOP_FLOW_RUN_, count)(arguments, __VA_ARGS__)
#define coop_flow_run(names, ...)                                           \
    do {                                                                    \
        switch (coop_flow_channel(COOP_FIRST_OF(__VA_ARGS__))) {            \
            COOP_FLOW_RUN(COOP_COUNT names, (__VA_ARGS__), COOP_LIST names) \
        default:                                                            \
            coop_flow_unknown(COOP_FIRST_OF(__VA_ARGS__));                  \
            break;                                                          \
        }                                                                   \
    } while (0)

#endif
