/* The names of coopc's errors. Each has a section of its name in docs/diagnostics.md. */
#ifndef COOPC_DIAG_ERRORS_H
#define COOPC_DIAG_ERRORS_H

/* X(NAME, "name") */
#define ERRORS(X)                                             \
    X(ALIGNED_PARAMETER, "aligned-parameter")                 \
    X(ALIGNMENT, "alignment")                                 \
    X(BARRIER_IN_ITEM_TASK, "barrier-in-item-task")           \
    X(BATCH_ACROSS_OFFER, "batch-across-offer")               \
    X(BLOCK_PRAGMA, "block-pragma")                           \
    X(BLOCK_PROTOTYPE, "block-prototype")                     \
    X(CALL_IN_EXPRESSION, "call-in-expression")               \
    X(CALL_IN_MACRO, "call-in-macro")                         \
    X(CARRIAGE_RETURN, "carriage-return")                     \
    X(CASE_IN_BLOCK, "case-in-block")                         \
    X(CHANNEL_NOT_RUN, "channel-not-run")                     \
    X(COLLECTIVE, "collective")                               \
    X(COMPILER_CRASH, "compiler-crash")                       \
    X(DEFINED_TWICE, "defined-twice")                         \
    X(DIVERGENT_CALL, "divergent-call")                       \
    X(ELEMENT, "element")                                     \
    X(ELEMENT_MEMBER, "element-member")                       \
    X(ELEMENT_NAME, "element-name")                           \
    X(EMISSION_OUTSIDE, "emission-outside")                   \
    X(ENUMERATION_IN_KERNEL, "enumeration-in-kernel")         \
    X(ENUMERATOR_TWICE, "enumerator-twice")                   \
    X(FLOW_GRAPH, "flow-graph")                               \
    X(FUNCTION_FROM_MACRO, "function-from-macro")             \
    X(GOTO, "goto")                                           \
    X(HEADER_DIFFERS, "header-differs")                       \
    X(HELPER_AND_MACRO, "helper-and-macro")                   \
    X(HELPER_NOT_BEFORE, "helper-not-before")                 \
    X(HIDDEN_CONTROL, "hidden-control")                       \
    X(HIDDEN_STATEMENT, "hidden-statement")                   \
    X(INCLUDE_IN_KERNEL, "include-in-kernel")                 \
    X(INCLUDED_FILE, "included-file")                         \
    X(JOINT_DECLARATION, "joint-declaration")                 \
    X(JOINT_ENUMERATION, "joint-enumeration")                 \
    X(KERNEL_CALL, "kernel-call")                             \
    X(KERNEL_FROM_MACRO, "kernel-from-macro")                 \
    X(KEPT_ELSEWHERE, "kept-elsewhere")                       \
    X(KEPT_TWICE, "kept-twice")                               \
    X(KILL_ANY_AT_BARRIER, "kill-any-at-barrier")             \
    X(LIVE_NOT_TRANSMITTED, "live-not-transmitted")           \
    X(LOCAL_PARAMETER, "local-parameter")                     \
    X(LONG_NAME, "long-name")                                 \
    X(MACRO_ARGUMENTS, "macro-arguments")                     \
    X(MACRO_BRACE, "macro-brace")                             \
    X(MACRO_BRACKET, "macro-bracket")                         \
    X(MACRO_CHANGED, "macro-changed")                         \
    X(MACRO_DECLARATION, "macro-declaration")                 \
    X(MACRO_IN_STEP, "macro-in-step")                         \
    X(MACRO_JUMP, "macro-jump")                               \
    X(MACRO_NAMES_VARIABLE, "macro-names-variable")           \
    X(MESSAGES, "messages")                                   \
    X(MIXED_TASKS, "mixed-tasks")                             \
    X(NESTED_DEEPLY, "nested-deeply")                         \
    X(NO_KERNEL, "no-kernel")                                 \
    X(NUL_BYTE, "nul-byte")                                   \
    X(OPAQUE_PARAMETER, "opaque-parameter")                   \
    X(OVERLOADED_HELPER, "overloaded-helper")                 \
    X(PRIMITIVE_IN_HELPER, "primitive-in-helper")             \
    X(PRIMITIVE_IN_REGULAR, "primitive-in-regular")           \
    X(PRIVATE_POINTER, "private-pointer")                     \
    X(PROGRAM_SCOPE_VARIABLE, "program-scope-variable")       \
    X(RECURSION, "recursion")                                 \
    X(RESERVED_NAME, "reserved-name")                         \
    X(SECOND_WORK_QUEUE, "second-work-queue")                 \
    X(SWITCH_WITHOUT_BRACES, "switch-without-braces")         \
    X(TASK_APART, "task-apart")                               \
    X(TASK_BODY, "task-body")                                 \
    X(TASK_BY_GROUP, "task-by-group")                         \
    X(TASK_CALL, "task-call")                                 \
    X(TASK_COMMON, "task-common")                             \
    X(TASK_FORM, "task-form")                                 \
    X(TASK_KIND, "task-kind")                                 \
    X(TASK_RESULT, "task-result")                             \
    X(TASK_SIZE, "task-size")                                 \
    X(TASK_SPAWN, "task-spawn")                               \
    X(TASK_VARIABLE, "task-variable")                         \
    X(TASKS_RUN, "tasks-run")                                 \
    X(TASKS_WITHOUT_PARENTHESES, "tasks-without-parentheses") \
    X(TASKS_WITHOUT_QUEUE, "tasks-without-queue")             \
    X(TOO_MANY_ARGUMENTS, "too-many-arguments")               \
    X(TOO_MANY_CALLS, "too-many-calls")                       \
    X(TOO_MANY_KERNELS, "too-many-kernels")                   \
    X(TOO_MUCH_TRANSMIT, "too-much-transmit")                 \
    X(TRANSMIT_IN_BLOCK, "transmit-in-block")                 \
    X(TRANSMIT_IN_REGULAR, "transmit-in-regular")             \
    X(TRANSMIT_NOT_PRIVATE, "transmit-not-private")           \
    X(TRANSMIT_NOT_UNIFORM, "transmit-not-uniform")           \
    X(TRANSMIT_PARAMETER, "transmit-parameter")               \
    X(TRANSMIT_POINTER, "transmit-pointer")                   \
    X(TRANSMIT_TYPE, "transmit-type")                         \
    X(TRIGRAPH, "trigraph")                                   \
    X(TYPE_ACROSS_BARRIER, "type-across-barrier")             \
    X(TYPE_IN_KERNEL, "type-in-kernel")                       \
    X(UNGUARDED_HEADER, "unguarded-header")                   \
    X(UNUSUAL_DECLARATION, "unusual-declaration")             \
    X(VARIANT_CONTRADICTED, "variant-contradicted")           \
    X(VARIANT_MISPLACED, "variant-misplaced")                 \
    X(VARIANT_WITHOUT_FORK, "variant-without-fork")           \
    X(VARIANT_WITHOUT_KILL, "variant-without-kill")           \
    X(WORK_IN_REGULAR, "work-in-regular")                     \
    X(WORK_ITEM_MACRO, "work-item-macro")                     \
    X(WORK_MISSING, "work-missing")                           \
    X(WORK_NOT_BEGUN, "work-not-begun")                       \
    X(WORK_NOT_LOCAL, "work-not-local")                       \
    X(WORK_QUEUE_CHANGED, "work-queue-changed")               \
    X(WORK_WITHOUT_QUEUE, "work-without-queue")

#define ERROR_ENUM(name, text) ERROR_##name,
enum error { ERRORS(ERROR_ENUM) ERROR_COUNT };
#undef ERROR_ENUM

extern const char *const error_names[ERROR_COUNT];

#endif
