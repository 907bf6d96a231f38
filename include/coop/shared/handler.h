/* Handlers: functions that a message runs at its destination, for kernels and for the host. User's manual:
 * docs/net.md#handlers.
 *
 * Stands on: message.h, task.h (COOP_EACH). A user's header that names the handlers includes this file on
 * both sides, behind coop/message.clh in kernels:
 *
 *     struct relax { uint vertex; uint distance; };      (uint32_t for the host)
 *     coop_handlers(relax);
 *
 * A handler is named after the struct of its parameters. coop_handlers(a, b, ...), up to 16 names, once in a
 * module, gives for each of them, in kernels only,
 *   coop_send_<name>(out, rank, parameters)       the handler runs at that rank
 *   coop_try_send_<name>(out, rank, parameters)   0, and nothing is sent, when there is no room at the moment
 * and ends the compilation with a message when a struct is larger than COOP_CALL_BYTES_MAX. The handler
 * itself is the user's function
 *   static void <name>(local struct coop_messages *in, const struct <name> *parameters)
 * Handlers run one at a time on each rank.
 *
 * coop_handlers_parallel(a, b, ...) is the same, but for handlers that run at once: all work-items of all
 * delivery work-groups run them, beside each other and beside those of coop_handlers. What several of them
 * may touch they touch by atomics of device scope. A module may have both lists, with up to 16 names each; in
 * plain OpenCL C one of them. */
#ifndef COOP_SHARED_HANDLER_H
#define COOP_SHARED_HANDLER_H

#include "coop/shared/message.h"
#include "coop/shared/task.h"

#define COOP_HANDLER_NUMBER(i, name) coop_handler_##name = (i),
#define COOP_HANDLER_PARALLEL_NUMBER(i, name) coop_handler_##name = 32 + (i), /* COOP_HANDLER_PARALLEL */
#define COOP_HANDLER_FITS(i, name)                                                  \
    COOP_TASK_ASSERT(sizeof(struct name) <= 48,                                     \
                     "struct " #name " is larger than the 48 bytes that a call of " \
                     "its handler can have: make it smaller")

#define COOP_HAS_HANDLERS 1 /* for coop/message.clh in plain OpenCL C */

#if COOP_ON_DEVICE
#define COOP_HANDLER_FUNCTIONS(i, name)                                                                     \
    COOP_HANDLER_FITS(i, name)                                                                              \
    COOP_TASK_ASSERT(__alignof__(struct name) <= 8, "struct " #name " wants more than an alignment of 8")   \
    union coop_call_of_##name {                                                                             \
        struct name parameters;                                                                             \
        coop_task_word words[COOP_CALL_WORDS];                                                              \
    };                                                                                                      \
    static inline void coop_send_##name(local struct coop_messages *out, uint rank, struct name parameters) \
    {                                                                                                       \
        union coop_call_of_##name call = {.words = {0}};                                                    \
        call.parameters = parameters;                                                                       \
        coop_message_call(out, rank, coop_handler_##name, coop_call_rows((uint)sizeof(struct name)),        \
                          call.words);                                                                      \
    }                                                                                                       \
    static inline int coop_try_send_##name(local struct coop_messages *out, uint rank,                      \
                                           struct name parameters)                                          \
    {                                                                                                       \
        union coop_call_of_##name call = {.words = {0}};                                                    \
        call.parameters = parameters;                                                                       \
        return coop_message_try_call(out, rank, coop_handler_##name,                                        \
                                     coop_call_rows((uint)sizeof(struct name)), call.words);                \
    }
#else
#define COOP_HANDLER_FUNCTIONS(i, name) COOP_HANDLER_FITS(i, name)
#define COOP_HANDLERS_RUN(...)
#endif

/* A case of what runs a module's handlers: coopc writes that behind the user's text, and in plain OpenCL C
 * COOP_HANDLERS_RUN does (coop/message.clh). */
#define COOP_HANDLER_CASE(i, name)                            \
    case coop_handler_##name: {                               \
        union coop_call_of_##name call;                       \
        for (uint word = 0; word < COOP_CALL_WORDS; word++) { \
            call.words[word] = words[word];                   \
        }                                                     \
        name(in, &call.parameters);                           \
        break;                                                \
    }

#define coop_handlers(...)                                                        \
    enum coop_handlers_of_module { COOP_EACH(COOP_HANDLER_NUMBER, __VA_ARGS__) }; \
    COOP_EACH(COOP_HANDLER_FUNCTIONS, __VA_ARGS__)                                \
    COOP_HANDLERS_RUN(__VA_ARGS__)                                                \
    struct coop_message

#define coop_handlers_parallel(...)                                                                 \
    enum coop_parallel_handlers_of_module { COOP_EACH(COOP_HANDLER_PARALLEL_NUMBER, __VA_ARGS__) }; \
    COOP_EACH(COOP_HANDLER_FUNCTIONS, __VA_ARGS__)                                                  \
    COOP_HANDLERS_RUN(__VA_ARGS__)                                                                  \
    struct coop_message

#endif
