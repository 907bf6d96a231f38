#include "host/parts/parts.h"

#include "host/channel/flow_describe.h"
#include "host/message/message_failure.h"
#include "host/workqueue/work_failure.h"

void coop_parts_say_failure(const struct coop_control_access *control,
                            const struct coop_failure_record *failure, char *to, size_t capacity)
{
    to[0] = '\0';
    switch (failure->kind.only_through_accessors) {
    case COOP_FAILURE_WORK_QUEUE:
    case COOP_FAILURE_WORK_TAG:
    case COOP_FAILURE_WORK_FULL:
    case COOP_FAILURE_WORK_RIGHTS:
        coop_work_failure_say(failure, to, capacity);
        break;
    case COOP_FAILURE_FLOW_FULL:
    case COOP_FAILURE_FLOW_BOUND:
    case COOP_FAILURE_FLOW_CHANNEL:
    case COOP_FAILURE_FLOW_GRAPH:
        coop_flow_failure_say(control, failure, to, capacity);
        break;
    case COOP_FAILURE_MESSAGE_NET:
    case COOP_FAILURE_MESSAGE_INDEX:
    case COOP_FAILURE_MESSAGE_FULL:
    case COOP_FAILURE_MESSAGE_LOST:
    case COOP_FAILURE_MESSAGE_DAMAGED:
    case COOP_FAILURE_MESSAGE_RANK:
    case COOP_FAILURE_MESSAGE_CALL:
    case COOP_FAILURE_MESSAGE_MEETING:
        coop_message_failure_say(failure, to, capacity);
        break;
    default:
        break;
    }
}

void coop_parts_describe_slot(struct coop_out *out, const struct coop_control_access *control, uint32_t slot)
{
    coop_flow_describe_batch(out, control, slot);
}
