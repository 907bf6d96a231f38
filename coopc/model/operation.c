/* What a call in a kernel asks of the runtime. */
#include "coopc/model/operation.h"

bool operation_splits(enum operation operation)
{
    return operation == OPERATION_CALL || operation == OPERATION_SYNC || operation == OPERATION_SPAWN ||
           operation == OPERATION_COLLECTIVE || operation == OPERATION_BARRIER ||
           operation_is_primitive(operation);
}

bool operation_is_primitive(enum operation operation)
{
    return coop_op_has_keyword(operation);
}

bool operation_forks(enum operation operation)
{
    return coop_op_may_fork(operation);
}

bool operation_shrinks(enum operation operation)
{
    return coop_op_may_kill(operation);
}

bool operation_meets(enum operation operation)
{
    return coop_op_is_global_barrier(operation);
}

#define OPERATION_NAME(name, number, ...) [OPERATION_##name] = "COOP_OP_" #name,
static const char *const operation_names[] = {
    [OPERATION_SYNC] = "COOP_TASK_SYNC", [OPERATION_SPAWN] = "COOP_TASK_SPAWN", COOP_OP_LIST(OPERATION_NAME)};
#undef OPERATION_NAME

const char *operation_name(enum operation operation)
{
    return operation_names[operation];
}
