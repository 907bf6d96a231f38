#include "host/net/traffic_life.h"

#include "host/net/traffic_meet.h"
#include "host/net/traffic_state.h"
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

/* In the time of silence each rank speaks so often at least, and looks so often. */
#define BEATS 4u
#define LOOKS 16u

/* Whether a note to a rank is due: an acknowledgement or a net barrier that no parcel has taken along, or a
 * sign of life. */
static int is_due(struct coop_traffic *traffic, uint32_t rank)
{
    struct coop_traffic_peer *peer = &traffic->peers[rank];
    uint64_t owed = traffic->inbox.peers[rank].applied - peer->told;

    if (owed > 0 && peer->owed_ns == 0) {
        peer->owed_ns = traffic->now_ns;
    }
    return coop_traffic_meet_is_due(traffic, rank) ||
           (owed > 0 && (2 * owed >= traffic->options.credits ||
                         traffic->now_ns - peer->owed_ns >= traffic->options.timeout_ns)) ||
           traffic->now_ns - peer->spoken_ns >= traffic->options.silence_ns / BEATS;
}

static coop_status send_note(struct coop_traffic_step *step, uint32_t rank, enum coop_parcel_kind kind)
{
    struct coop_traffic *traffic = step->traffic;
    struct coop_traffic_peer *peer = &traffic->peers[rank];
    coop_status status;

    peer->told = traffic->inbox.peers[rank].applied;
    peer->owed_ns = 0;
    peer->spoken_ns = traffic->now_ns;
    peer->note = (struct coop_parcel_head){.kind = (uint32_t)kind,
                                           .applied = peer->told,
                                           .applied_messages = traffic->inbox.peers[rank].messages_applied};
    coop_traffic_meet_tell(traffic, rank, &peer->note);
    peer->is_noting = 1;
    status =
        step->wire->methods->send(step->wire, rank, &peer->note, sizeof peer->note, COOP_TRAFFIC_NOTE | rank);
    if (status != COOP_OK) {
        snprintf(step->failure, COOP_NET_FAILURE_BYTES, "%s", step->wire->failure);
    }
    return status;
}

coop_status coop_traffic_note(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    int ends = atomic_load_explicit(&traffic->ask, memory_order_relaxed) == COOP_TRAFFIC_END;
    int has_ended = ends;
    coop_status status = COOP_OK;

    for (uint32_t rank = 0; status == COOP_OK && rank < traffic->ranks; rank++) {
        struct coop_traffic_peer *peer = &traffic->peers[rank];
        if (rank == traffic->rank) {
            continue;
        }
        if (!peer->is_noting && !peer->was_told_end && (ends || is_due(traffic, rank))) {
            peer->was_told_end = ends;
            step->did = 1;
            status = send_note(step, rank, ends ? COOP_PARCEL_LAST : COOP_PARCEL_NOTE);
        }
        has_ended &= peer->was_told_end && !peer->is_noting && peer->has_ended;
    }
    if (status == COOP_OK && has_ended) { /* pairs with coop_traffic_has_ended */
        atomic_store_explicit(&traffic->is_over, 1, memory_order_release);
    }
    return status;
}

/* Only time counts in which the others could be heard: parcels that wait for the device may hold all places,
 * and signs of life stand in the network behind them. */
coop_status coop_traffic_listen_for_silence(struct coop_traffic_step *step)
{
    struct coop_traffic *traffic = step->traffic;
    char name[96];

    if (traffic->now_ns - traffic->looked_ns < traffic->options.silence_ns / LOOKS) {
        return COOP_OK;
    }
    traffic->looked_ns = traffic->now_ns;
    for (uint32_t rank = 0; rank < traffic->ranks; rank++) {
        const struct coop_traffic_peer *peer = &traffic->peers[rank];
        uint64_t silent_ns = traffic->listened_ns - peer->heard_ns;
        if (rank != traffic->rank && !peer->has_ended && silent_ns >= traffic->options.silence_ns) {
            snprintf(step->failure, COOP_NET_FAILURE_BYTES,
                     "%s has been silent for %" PRIu64 " ms: it was killed, or stopped, or its network is "
                     "cut",
                     coop_traffic_name(traffic, rank, name), silent_ns / 1000000);
            return COOP_PEER_LOST;
        }
    }
    return COOP_OK;
}

/* Best effort: whoever is not reached finds that this rank is silent. Who has ended, and knows that this rank
 * has, too, may have closed its wire. */
void coop_traffic_tell_others(struct coop_traffic_step *step, coop_status status)
{
    struct coop_traffic *traffic = step->traffic;

    traffic->abort_parcel.head.kind = COOP_PARCEL_FAILURE;
    coop_traffic_meet_say(traffic, &traffic->abort_parcel.head);
    traffic->abort_parcel.failure.status = (uint32_t)status;
    snprintf(traffic->abort_parcel.failure.text, sizeof traffic->abort_parcel.failure.text, "%.191s",
             step->failure);
    for (uint32_t rank = 0; traffic->is_listening && rank < traffic->ranks; rank++) {
        const struct coop_traffic_peer *peer = &traffic->peers[rank];
        if (rank != traffic->rank && !(peer->has_ended && peer->was_told_end)) {
            step->wire->methods->send(step->wire, rank, &traffic->abort_parcel, sizeof traffic->abort_parcel,
                                      COOP_TRAFFIC_FAREWELL);
        }
    }
}

void coop_traffic_say_abort(struct coop_traffic_step *step, coop_status status)
{
    const struct coop_net_memory *memory = step->traffic->memory;
    const uint32_t lost = (uint32_t)status;

    memory->write(memory, offsetof(struct coop_network, is_lost), &lost, sizeof lost);
    coop_traffic_tell_others(step, status);
}
