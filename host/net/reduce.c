#include "host/net/call.h"

#define MEETING "at a net's barrier"
#define REDUCING "reducing values over a net"

/* Words of a record that say what is reduced; values take the others. */
#define HEAD_WORDS 3u
#define VALUES_AT_ONCE (COOP_NET_WORDS - HEAD_WORDS)

coop_status coop_net_barrier(coop_net *net, uint64_t timeout_ns)
{
    const struct coop_net_record mine = {.kind = COOP_NET_BARRIER};
    struct coop_net_call call;
    coop_status status = coop_net_begin(&call, net, MEETING, timeout_ns);

    if (status == COOP_OK) {
        status = coop_net_agree(&call, &mine);
        coop_net_finish(&call);
    }
    return status;
}

static uint64_t combine(enum coop_net_operation operation, uint64_t a, uint64_t b)
{
    switch (operation) {
    case COOP_NET_SUM:
        return a + b;
    case COOP_NET_MIN:
        return a < b ? a : b;
    case COOP_NET_MAX:
        return a > b ? a : b;
    default:
        return a | b;
    }
}

/* Reduces values first … first + some − 1 into `results`. */
static coop_status reduce_some(struct coop_net_call *call, struct coop_net_record *mine,
                               const uint64_t *values, uint64_t *results, uint32_t some)
{
    coop_status status;

    for (uint32_t i = 0; i < some; i++) {
        mine->words[HEAD_WORDS + i] = values[i];
    }
    status = coop_net_agree(call, mine);
    for (uint32_t i = 0; status == COOP_OK && i < some; i++) {
        results[i] = call->records.of[0].words[HEAD_WORDS + i];
        for (uint32_t rank = 1; rank < call->records.ranks; rank++) {
            results[i] = combine((enum coop_net_operation)mine->words[0], results[i],
                                 call->records.of[rank].words[HEAD_WORDS + i]);
        }
    }
    return status;
}

static coop_status reduce(struct coop_net_call *call, enum coop_net_operation operation, uint64_t *values,
                          uint32_t count)
{
    struct coop_net_record mine = {.kind = COOP_NET_REDUCE, .words = {(uint64_t)operation, count}};
    uint64_t results[COOP_NET_VALUES_MAX];
    coop_status status = COOP_OK;

    for (uint32_t first = 0; status == COOP_OK && first < count; first += VALUES_AT_ONCE) {
        uint32_t some = count - first < VALUES_AT_ONCE ? count - first : VALUES_AT_ONCE;
        mine.words[2] = first;
        status = reduce_some(call, &mine, values + first, results + first, some);
    }
    for (uint32_t i = 0; status == COOP_OK && i < count; i++) {
        values[i] = results[i];
    }
    return status;
}

coop_status coop_net_reduce(coop_net *net, enum coop_net_operation operation, uint64_t *values,
                            uint32_t count, uint64_t timeout_ns)
{
    struct coop_net_call call;
    coop_status status = coop_net_begin(&call, net, REDUCING, timeout_ns);

    if (status != COOP_OK) {
        return status;
    }
    if (values == NULL) {
        status = coop_net_fail(call.net, COOP_INVALID_ARGUMENT, REDUCING, "values is NULL");
    } else if (count == 0 || count > COOP_NET_VALUES_MAX) {
        status = coop_net_fail(call.net, COOP_INVALID_ARGUMENT, REDUCING,
                               "count is %u; 1 to %u values are reduced at once", count, COOP_NET_VALUES_MAX);
    } else if ((unsigned)operation > COOP_NET_OR) {
        status = coop_net_fail(call.net, COOP_INVALID_ARGUMENT, REDUCING,
                               "operation is %d, which is none of enum coop_net_operation", (int)operation);
    } else {
        status = reduce(&call, operation, values, count);
    }
    coop_net_finish(&call);
    return status;
}
