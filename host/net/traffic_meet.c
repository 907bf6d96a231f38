/* Each head that ranks send each other says to how many net barriers the sender's launch has come, and for
 * what. So a rank knows of every other one whether it has come, and can name those that have not. A net
 * barrier costs each rank a note to each other one.
 *
 *   D11  a rank says that it has come when everything in slots below the publication's is applied (B16).
 *   D12  a net barrier is answered when all ranks have said that they have come, and this one has told all
 *        others so. So a rank that has come to the next one is at most one ahead of what another has heard,
 *        and two records for each rank are enough. */
#include "host/net/traffic_meet.h"

#include "host/net/traffic_state.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

/* How often the time of silence a rank without a launch may keep the others waiting: as long as a send waits
 * for a slot. */
#define PATIENCE 3u

static const char *const words[COOP_MEET_KINDS] = {"coop_messages_barrier", "coop_messages_barrier_sum",
                                                   "coop_messages_barrier_max"};

static struct coop_traffic_coming *coming(const struct coop_traffic *traffic, uint32_t rank, uint64_t number)
{
    return &traffic->peers[rank].coming[number & 1];
}

int coop_traffic_meet_seen(struct coop_traffic *traffic, uint64_t head, uint64_t number, uint64_t value)
{
    struct coop_traffic_meeting *meeting = &traffic->meeting;
    uint32_t kind = coop_message_array(head);

    if (number != meeting->answered + 1 || meeting->seen == number || kind >= COOP_MEET_KINDS ||
        coop_message_rank(head) != traffic->rank) {
        return 0;
    }
    meeting->seen = number;
    meeting->ticket = traffic->slot.ticket;
    *coming(traffic, traffic->rank, number) = (struct coop_traffic_coming){kind, value};
    return 1;
}

void coop_traffic_meet_say(const struct coop_traffic *traffic, struct coop_parcel_head *head)
{
    const struct coop_traffic_coming *own = coming(traffic, traffic->rank, traffic->meeting.come);

    head->meetings = traffic->meeting.come;
    head->meeting_kind = own->kind;
    head->meeting_value = own->value;
}

void coop_traffic_meet_tell(struct coop_traffic *traffic, uint32_t rank, struct coop_parcel_head *head)
{
    coop_traffic_meet_say(traffic, head);
    traffic->peers[rank].told_meetings = head->meetings;
}

int coop_traffic_meet_hear(struct coop_traffic *traffic, uint32_t rank, const struct coop_parcel_head *head)
{
    struct coop_traffic_peer *peer = &traffic->peers[rank];

    if (head->meetings == peer->meetings) {
        return 1;
    }
    if (head->meetings != peer->meetings + 1 || head->meetings > traffic->meeting.come + 1 ||
        head->meeting_kind >= COOP_MEET_KINDS) {
        return 0;
    }
    peer->meetings = head->meetings;
    *coming(traffic, rank, head->meetings) =
        (struct coop_traffic_coming){head->meeting_kind, head->meeting_value};
    return 1;
}

int coop_traffic_meet_is_due(const struct coop_traffic *traffic, uint32_t rank)
{
    return traffic->peers[rank].told_meetings != traffic->meeting.come;
}

/* A rank that has come to a net barrier that this one's launch has not come to; its own: none has. */
static uint32_t who_waits(const struct coop_traffic *traffic)
{
    uint32_t rank = 0;

    while (rank < traffic->ranks &&
           (rank == traffic->rank || traffic->peers[rank].meetings <= traffic->meeting.seen)) {
        rank++;
    }
    return rank < traffic->ranks ? rank : traffic->rank;
}

/* Others wait, and no launch is here that could come: not for long. */
static coop_status be_awaited(struct coop_traffic_step *step, uint32_t by)
{
    struct coop_traffic *traffic = step->traffic;
    struct coop_traffic_meeting *meeting = &traffic->meeting;
    uint64_t launches;
    char waits[96];
    char name[96];
    coop_status status =
        traffic->memory->load_words(traffic->memory, offsetof(struct coop_network, launches), &launches, 1);

    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES, "the net's memory cannot be reached: %s",
                 coop_status_text(status));
        return status;
    }
    if (launches > 1) { /* one is the delivery */
        meeting->missed_ns = 0;
        return COOP_OK;
    }
    meeting->missed_ns = meeting->missed_ns == 0 ? traffic->now_ns : meeting->missed_ns;
    if (traffic->now_ns - meeting->missed_ns < PATIENCE * traffic->options.silence_ns) {
        return COOP_OK;
    }
    snprintf(step->failure, COOP_NET_FAILURE_BYTES,
             "a kernel of %s waits at net barrier %" PRIu64
             ", and no kernel that uses the net has run at %s for "
             "%" PRIu64 " ms, which has come to %" PRIu64,
             coop_traffic_name(traffic, by, waits), meeting->seen + 1,
             coop_traffic_name(traffic, traffic->rank, name),
             (traffic->now_ns - meeting->missed_ns) / 1000000, meeting->seen);
    return COOP_NETWORK_FAILED;
}

/* Has every rank said that it has come, and been told so (D12)? */
static int have_all_come(const struct coop_traffic *traffic)
{
    int have_come = 1;

    for (uint32_t rank = 0; rank < traffic->ranks; rank++) {
        const struct coop_traffic_peer *peer = &traffic->peers[rank];
        have_come &= rank == traffic->rank || (peer->meetings >= traffic->meeting.come &&
                                               peer->told_meetings == traffic->meeting.come);
    }
    return have_come;
}

/* Their values together. */
static coop_status combine(struct coop_traffic_step *step, uint64_t number, uint64_t *result)
{
    struct coop_traffic *traffic = step->traffic;
    const struct coop_traffic_coming *first = coming(traffic, 0, number);
    char name[96];
    char other[96];

    *result = 0;
    for (uint32_t rank = 0; rank < traffic->ranks; rank++) {
        const struct coop_traffic_coming *one = coming(traffic, rank, number);
        if (one->kind != first->kind) {
            snprintf(step->failure, COOP_NET_FAILURE_BYTES,
                     "net barrier %" PRIu64 " is %s at %s and %s at %s; all ranks call the same one", number,
                     words[first->kind], coop_traffic_name(traffic, 0, name), words[one->kind],
                     coop_traffic_name(traffic, rank, other));
            return COOP_NETWORK_FAILED;
        }
        *result = coop_meet_combine(first->kind, *result, one->value);
    }
    return COOP_OK;
}

static coop_status answer(struct coop_traffic_step *step)
{
    const struct coop_net_memory *memory = step->traffic->memory;
    struct coop_traffic_meeting *meeting = &step->traffic->meeting;
    uint64_t result;
    coop_status status = combine(step, meeting->come, &result);

    if (status != COOP_OK) {
        return status;
    }
    status = memory->store_words(memory, offsetof(struct coop_network, meet_result), &result, 1);
    if (status == COOP_OK) { /* releases; pairs with the work-groups' load of the word */
        status = memory->store_words(memory, offsetof(struct coop_network, meet_answered), &meeting->come, 1);
    }
    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES, "the net's memory cannot be reached: %s",
                 coop_status_text(status));
    }
    meeting->answered = meeting->come;
    step->did = 1;
    return status;
}

coop_status coop_traffic_meet(struct coop_traffic_step *step, uint64_t applied)
{
    struct coop_traffic *traffic = step->traffic;
    struct coop_traffic_meeting *meeting = &traffic->meeting;
    uint32_t waits;

    if (coop_traffic_is_meeting(traffic) &&
        atomic_load_explicit(&traffic->ask, memory_order_relaxed) != COOP_TRAFFIC_GO) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES,
                 "the net is closed, and a kernel of this rank waits at net barrier %" PRIu64, meeting->seen);
        return COOP_NETWORK_FAILED;
    }
    if (meeting->come != meeting->seen && applied >= meeting->ticket) { /* D11 */
        meeting->come = meeting->seen;
        step->did = 1;
    }
    if (meeting->answered != meeting->come && have_all_come(traffic)) {
        return answer(step);
    }
    waits = coop_traffic_is_meeting(traffic) ? traffic->rank : who_waits(traffic);
    if (waits == traffic->rank) {
        meeting->missed_ns = 0;
        return COOP_OK;
    }
    return be_awaited(step, waits);
}
