#include "host/message/message_failure.h"

#include <stdio.h>

#include "coop/shared/message.h"

static void say_net(uint32_t detail, char *to, size_t capacity)
{
    uint32_t number = detail & 0xffffff;

    switch (detail >> 24) {
    case COOP_NETWORK_FEWER_SLOTS:
        snprintf(to, capacity,
                 "; it has %u slots, and needs more than there may be work-groups, or parts of them with "
                 "COOP_MESSAGE_DRAW=sub_group: give it more queue_bytes",
                 number);
        break;
    case COOP_NETWORK_NARROW:
        snprintf(to, capacity, "; its slots have %u places, and a call of a handler takes up to %u", number,
                 COOP_CALL_ROWS_MAX);
        break;
    default:
        snprintf(to, capacity, "; there is none at that address, or one of another version");
        break;
    }
}

/* How many have come with which kind. */
static void say_meeting(const struct coop_failure_record *failure, char *to, size_t capacity)
{
    const uint64_t each = COOP_MEET_MEMBER(1) - 1;

    snprintf(
        to, capacity,
        "; at rank %u, %u work-groups came to coop_messages_barrier, %u to coop_messages_barrier_sum and %u "
        "to coop_messages_barrier_max, of a launch of %u",
        (uint32_t)failure->end, (uint32_t)(failure->at & each),
        (uint32_t)(failure->at / COOP_MEET_MEMBER(COOP_MEET_SUM) & each),
        (uint32_t)(failure->at / COOP_MEET_MEMBER(COOP_MEET_MAX) & each), failure->detail);
}

static void say_index(const struct coop_failure_record *failure, char *to, size_t capacity)
{
    uint32_t rank = (uint32_t)failure->end;

    if (failure->begin == 0) {
        snprintf(to, capacity, "; rank %u has no array %u", rank, failure->detail);
        return;
    }
    snprintf(to, capacity, "; at rank %u, element %llu of array %u, %s has %llu elements", rank,
             (unsigned long long)failure->at, failure->detail,
             failure->kind.only_through_accessors == COOP_FAILURE_MESSAGE_INDEX ? "which" : "of which it",
             (unsigned long long)failure->begin);
}

void coop_message_failure_say(const struct coop_failure_record *failure, char *to, size_t capacity)
{
    uint32_t kind = failure->kind.only_through_accessors;

    switch (kind) {
    case COOP_FAILURE_MESSAGE_NET:
        say_net(failure->detail, to, capacity);
        break;
    case COOP_FAILURE_MESSAGE_INDEX:
    case COOP_FAILURE_MESSAGE_DAMAGED:
        say_index(failure, to, capacity);
        break;
    case COOP_FAILURE_MESSAGE_FULL:
        snprintf(to, capacity, "; at rank %u it waited %.3g s for one of %llu", (uint32_t)failure->end,
                 (double)failure->at / 1e9, (unsigned long long)failure->begin);
        break;
    case COOP_FAILURE_MESSAGE_RANK:
        snprintf(to, capacity, "; at rank %u, rank %u of %llu", (uint32_t)failure->end, failure->detail,
                 (unsigned long long)failure->at);
        break;
    case COOP_FAILURE_MESSAGE_CALL:
        snprintf(to, capacity, "; at rank %u, handler %u", (uint32_t)failure->end, failure->detail);
        break;
    case COOP_FAILURE_MESSAGE_MEETING:
        say_meeting(failure, to, capacity);
        break;
    default:
        snprintf(to, capacity, "; at rank %u", (uint32_t)failure->end);
        break;
    }
}
