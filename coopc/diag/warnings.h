/* The warnings by name, and which of them the command line wants. */
#ifndef COOPC_WARNINGS_H
#define COOPC_WARNINGS_H

#include <stdbool.h>

/* X(NAME, "name", is on by default, "what --help says") */
#define WARNINGS(X)                                                                                         \
    X(DIMENSION, "dimension", true, "index functions beyond dimension 0 in a cooperative kernel")           \
    X(DIVERGENT_CONDITION, "divergent-condition", true, "a barrier under a condition that may diverge")     \
    X(IDLE_TASK, "idle-task", true, "a task that nobody spawns")                                            \
    X(IGNORED_ATTRIBUTE, "ignored-attribute", true, "a kernel's attribute that has no effect")              \
    X(LIVE_ACROSS_FORK, "live-across-fork", true,                                                           \
      "a variable that a joining work-group reads and has not set")                                         \
    X(LOCAL_ACROSS_FORK, "local-across-fork", true,                                                         \
      "local memory that a joining work-group reads and has not set")                                       \
    X(LOOP_WITHOUT_OFFER, "loop-without-offer", true,                                                       \
      "a loop with a primitive that never gives up a work-group")                                           \
    X(MEMORY_CONDITION, "memory-condition", false, "a barrier under any condition read from global memory") \
    X(NEVER_SHRINKS, "never-shrinks", true, "a cooperative kernel that never gives up a work-group")        \
    X(PARAMETER_ACROSS_FORK, "parameter-across-fork", true,                                                 \
      "a changed parameter that a joining work-group reads")                                                \
    X(RACING_CONDITION, "racing-condition", true, "a barrier under a condition that the kernel may change") \
    X(ROLLED_LOOP, "rolled-loop", false,                                                                    \
      "a loop of constant length over a private array, without #pragma unroll")                             \
    X(SET_BEHIND_SPAWN, "set-behind-spawn", true,                                                           \
      "a variable that a loop sets first behind a spawn, and that is read unset")                           \
    X(UNDEFINED_FUNCTION, "undefined-function", true, "a call of a function that no file defines")

#define WARNING_NAME(name, text, is_on, help) WARNING_##name,
enum warning { WARNINGS(WARNING_NAME) WARNING_COUNT };
#undef WARNING_NAME

extern const char *const warning_names[WARNING_COUNT];
extern const char *const warning_help[WARNING_COUNT];
extern const bool warning_defaults[WARNING_COUNT];

bool warning_is_on(enum warning warning);

/* Reads -Wname or -Wno-name. False when no warning of coopc has the name. */
bool warning_read(const char *argument);

/* As before the first option. */
void warnings_reset(void);

#endif
