#include "host/net/record.h"

#include <inttypes.h>
#include <stdio.h>

/* A kind of call: what is said of it, and the words in which all ranks agree. */
struct kind {
    const char *doing;
    const char *words[6]; /* the first words' names */
};

static const struct kind kinds[] = {
    [COOP_NET_OPEN] = {"opening the net", {"the version of coop", "the version of its records"}},
    [COOP_NET_CLOSE] = {"closing the net", {0}},
    [COOP_NET_BARRIER] = {"at a barrier", {0}},
    [COOP_NET_REDUCE] = {"reducing values", {"the operation", "the count", "the first value's place"}},
    [COOP_NET_ARRAY] = {"making an array", {"the array's number", "elements", "element_bytes", "spread"}},
    [COOP_NET_RUN] = {"starting a run", {"the module's hash"}},
    [COOP_NET_OUTCOME] = {"ending a call that is made of several parts", {0}},
    [COOP_NET_ATTACH] = {"attaching a run",
                         {"the module's hash", "the version of the queue", "buffer_bytes", "buffers_per_peer",
                          "arrays made before", "ranks_in_row"}},
    [COOP_NET_SETTLE] = {"waiting until nothing is under way", {0}},
};

static const struct kind *kind_of(const struct coop_net_record *record)
{
    static const struct kind unknown = {"at a call that this version of coop does not know", {0}};

    return record->kind >= COOP_NET_OPEN && record->kind <= COOP_NET_SETTLE ? &kinds[record->kind] : &unknown;
}

/* "rank 3 (node7)" */
struct rank_text {
    char text[88];
};

static struct rank_text name(const struct coop_net_records *records, uint32_t rank)
{
    struct rank_text name;

    if (records->hosts != NULL) {
        snprintf(name.text, sizeof name.text, "rank %u (%.64s)", rank, records->hosts[rank]);
    } else if (records->of[rank].kind == COOP_NET_OPEN) {
        snprintf(name.text, sizeof name.text, "rank %u (%.64s)", rank, records->of[rank].text);
    } else {
        snprintf(name.text, sizeof name.text, "rank %u", rank);
    }
    return name;
}

/* Compares one rank's record with that of rank 0. */
static int agrees(const struct coop_net_records *records, uint32_t rank, char *failure)
{
    const struct coop_net_record *first = &records->of[0];
    const struct coop_net_record *other = &records->of[rank];
    const struct kind *kind = kind_of(first);

    if (first->kind != other->kind) {
        snprintf(failure, COOP_NET_FAILURE_BYTES, "%s is %s, and %s is %s", name(records, 0).text,
                 kind->doing, name(records, rank).text, kind_of(other)->doing);
        return 0;
    }
    for (uint32_t i = 0; i < sizeof kind->words / sizeof kind->words[0] && kind->words[i] != NULL; i++) {
        if (first->words[i] != other->words[i]) {
            snprintf(failure, COOP_NET_FAILURE_BYTES, "%s: %s is %" PRIu64 " at %s and %" PRIu64 " at %s",
                     kind->doing, kind->words[i], first->words[i], name(records, 0).text, other->words[i],
                     name(records, rank).text);
            return 0;
        }
    }
    return 1;
}

coop_status coop_net_records_agree(const struct coop_net_records *records, char *failure)
{
    for (uint32_t rank = 1; rank < records->ranks; rank++) {
        if (!agrees(records, rank, failure)) {
            return COOP_PEERS_DIFFER;
        }
    }
    return COOP_OK;
}

coop_status coop_net_records_outcome(const struct coop_net_records *records, char *failure)
{
    for (uint32_t rank = 0; rank < records->ranks; rank++) {
        const struct coop_net_record *record = &records->of[rank];
        if (record->status != COOP_OK) {
            snprintf(failure, COOP_NET_FAILURE_BYTES, "%s: %.*s", name(records, rank).text,
                     (int)sizeof record->text, record->text);
            return record->status < COOP_STATUS_COUNT ? (coop_status)record->status : COOP_NETWORK_FAILED;
        }
    }
    return COOP_OK;
}
