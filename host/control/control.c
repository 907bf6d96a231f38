#include "host/control/control.h"

#include "host/base/clock.h"
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(struct coop_control, member)

static uint64_t instance_at(uint32_t index)
{
    return AT(instances) + (uint64_t)index * sizeof(struct coop_instance);
}

static uint64_t slot_at(uint32_t slot)
{
    return sizeof(struct coop_control) + (uint64_t)slot * sizeof(struct coop_slot);
}

#define INSTANCE_AT(index, member) (instance_at(index) + offsetof(struct coop_instance, member))
#define SLOT_AT(slot, member) (slot_at(slot) + offsetof(struct coop_slot, member))

static uint32_t load(const struct coop_control_access *access, uint64_t offset)
{
    return access->transport->methods->load(access->transport, offset);
}

static coop_status read_bytes(const struct coop_control_access *access, uint64_t offset, void *to,
                              uint64_t bytes)
{
    return access->transport->methods->read(access->transport, offset, to, bytes);
}

uint64_t coop_control_bytes(uint32_t slot_count)
{
    return slot_at(slot_count);
}

/* The line of `completions` and `host_sleeps`. */
#define ATTENTION_BEGIN AT(completions)
#define ATTENTION_END (ATTENTION_BEGIN + COOP_LINE_BYTES)
#define JOINS_BEGIN AT(joins_ended)
#define JOINS_END (JOINS_BEGIN + COOP_JOINS_MAX * sizeof(coop_word32))

coop_status coop_control_init(struct coop_transport *transport)
{
    coop_status status = transport->methods->fill(transport, ATTENTION_BEGIN, 0, COOP_LINE_BYTES);

    return status == COOP_OK ? transport->methods->fill(transport, JOINS_BEGIN, 0, JOINS_END - JOINS_BEGIN)
                             : status;
}

/* All but what threads that waited for the run before may still read (X4). */
static coop_status clear(const struct coop_control_access *access)
{
    struct coop_transport *transport = access->transport;
    coop_status status = transport->methods->fill(transport, 0, 0, ATTENTION_BEGIN);

    if (status == COOP_OK) {
        status = transport->methods->fill(transport, ATTENTION_END, 0, JOINS_BEGIN - ATTENTION_END);
    }
    return status == COOP_OK ? transport->methods->fill(transport, JOINS_END, 0,
                                                        coop_control_bytes(access->slot_count) - JOINS_END)
                             : status;
}

coop_status coop_control_write(struct coop_control_access *access)
{
    struct coop_transport *transport = access->transport;
    struct coop_control_setup *setup = &access->setup;
    coop_status status;

    setup->magic = COOP_CONTROL_MAGIC;
    setup->version = COOP_CONTROL_VERSION;
    setup->groups_wanted = access->slot_count;
    setup->slots_at = slot_at(0);
    setup->rings_by_copy = transport->rings_by_copy != 0;
    status = clear(access);
    if (status == COOP_OK && setup->trace_capacity > 0) {
        status = transport->methods->fill(transport, setup->trace_at, 0,
                                          (uint64_t)setup->trace_capacity * sizeof(struct coop_trace_event));
    }
    if (status == COOP_OK) {
        status = transport->methods->write(transport, AT(setup), setup, sizeof *setup);
    }
    return status;
}

coop_status coop_control_read_setup(const struct coop_control_access *access,
                                    struct coop_control_setup *setup)
{
    return read_bytes(access, AT(setup), setup, sizeof *setup);
}

uint32_t coop_control_completions(const struct coop_control_access *access)
{
    return load(access, AT(completions));
}

uint32_t coop_control_slot_count(const struct coop_control_access *access)
{
    return load(access, AT(slot_count));
}

uint32_t coop_control_arrivals(const struct coop_control_access *access)
{
    return load(access, AT(arrivals)) & ~COOP_ARRIVALS_CLOSED;
}

uint32_t coop_control_stop(const struct coop_control_access *access)
{
    return load(access, AT(stop));
}

uint32_t coop_control_exited(const struct coop_control_access *access)
{
    return load(access, AT(exited));
}

uint32_t coop_control_has_clock(const struct coop_control_access *access)
{
    return load(access, AT(has_clock));
}

uint64_t coop_control_heartbeat(const struct coop_control_access *access)
{
    uint64_t heartbeat = 0;

    read_bytes(access, AT(heartbeat), &heartbeat, sizeof heartbeat);
    return heartbeat;
}

coop_status coop_control_read_trace_cursors(const struct coop_control_access *access,
                                            struct coop_trace_count *count)
{
    uint64_t words[2] = {0, 0};
    coop_status status = read_bytes(access, AT(trace_cursors), words, sizeof words);

    *count = (struct coop_trace_count){words[0], words[1]};
    return status;
}

void coop_control_wait(const struct coop_control_access *access, uint32_t seen, uint64_t most_ns)
{
    access->transport->methods->wait(access->transport, seen,
                                     most_ns < COOP_CLOCK_SLICE_NS ? most_ns : COOP_CLOCK_SLICE_NS);
}

void coop_control_wake(const struct coop_control_access *access)
{
    access->transport->methods->wake(access->transport);
}

void coop_control_tell_to_stop(const struct coop_control_access *access)
{
    access->transport->methods->store(access->transport, AT(stop), 1);
    access->transport->methods->ring(access->transport);
}

int coop_control_read_failure(const struct coop_control_access *access, struct coop_failure_record *failure)
{
    /* Pairs with the store in coop_fail. Work-groups that fail later still try to take `kind`, so it is not
     * copied with the rest. */
    if (load(access, AT(failure.is_complete)) == 0) {
        return 0;
    }
    read_bytes(access, AT(failure.launch), &failure->launch,
               sizeof *failure - offsetof(struct coop_failure_record, launch));
    failure->kind.only_through_accessors = load(access, AT(failure.kind));
    failure->is_complete.only_through_accessors = 1;
    return 1;
}

void coop_control_post(struct coop_control_access *access, uint32_t index,
                       const struct coop_launch_record *record, const void *args, size_t args_bytes)
{
    unsigned char input[sizeof *record + COOP_ARGS_BYTES_MAX];
    struct coop_transport_posting posting = {.offset = INSTANCE_AT(index, launch),
                                             .from = input,
                                             .bytes = sizeof *record + args_bytes,
                                             .word_at = INSTANCE_AT(index, state),
                                             .word = COOP_INSTANCE_POSTED};

    memcpy(input, record, sizeof *record);
    if (args_bytes > 0) {
        memcpy(input + sizeof *record, args, args_bytes);
    }
    access->posted[index] = record->sequence;
    access->after[index] = record->after;
    access->leases &= ~(1u << index);
    access->leases |= (record->flags & COOP_INSTANCE_LEAVES) != 0 ? 1u << index : 0;
    access->leases_ended &= ~(1u << index);
    /* The state publishes record and arguments; pairs with the scheduler's load in
     * coop_scheduler_take_postings. */
    access->transport->methods->post(access->transport, &posting);
}

_Static_assert(offsetof(struct coop_instance, args) ==
                   offsetof(struct coop_instance, launch) + sizeof(struct coop_launch_record),
               "record and arguments are one piece");

_Static_assert(offsetof(struct coop_instance_stats, seal) == COOP_STATS_WORDS * sizeof(coop_u64),
               "the seal is of all that is before it");

/* Whether they are the final statistics of this launch, all of them: they come with the state that publishes
 * them, in any order. */
static int is_sealed(const struct coop_instance_stats *stats, uint32_t sequence)
{
    coop_u64 words[COOP_STATS_WORDS];

    memcpy(words, stats, sizeof words);
    return stats->seal == coop_stats_seal(words, sequence);
}

coop_status coop_control_look(const struct coop_control_access *access, const uint32_t *entries,
                              uint32_t count, struct coop_control_look *look)
{
    struct coop_transport_word words[2 + COOP_INSTANCES_MAX] = {{AT(completions), 4, 0},
                                                                {AT(failure.is_complete), 4, 0}};
    struct coop_transport_piece pieces[COOP_INSTANCES_MAX];
    struct coop_transport_look reads = {
        .words = words, .word_count = 2 + count, .pieces = pieces, .piece_count = count};
    coop_status status;

    for (uint32_t i = 0; i < count; i++) {
        words[2 + i] = coop_instance_state_word(entries[i]);
        pieces[i] = (struct coop_transport_piece){INSTANCE_AT(entries[i], stats), sizeof look->stats[i],
                                                  &look->stats[i]};
    }
    status = access->transport->methods->look(access->transport, &reads);
    look->completions = status == COOP_OK ? (uint32_t)words[0].value : 0;
    look->has_failed = status == COOP_OK && words[1].value != 0;
    for (uint32_t i = 0; i < count; i++) {
        look->has_stats[i] = reads.has_pieces && is_sealed(&look->stats[i], access->posted[entries[i]]);
        look->states[i] = (uint32_t)words[2 + i].value;
    }
    return status;
}

void coop_control_forget_entry(struct coop_control_access *access, uint32_t index)
{
    access->posted[index] = 0;
}

uint32_t coop_control_after_left(const struct coop_control_access *access, uint32_t index)
{
    uint32_t left = 0;

    for (uint32_t i = 0; access->after[index] != 0 && i < COOP_INSTANCES_MAX; i++) {
        /* An entry that has become a later launch's was that of one that has ended. */
        if ((access->after[index] >> i & 1u) != 0 && access->posted[i] != 0 &&
            access->posted[i] < access->posted[index]) {
            left |= 1u << i;
        }
    }
    return left;
}

struct coop_launch_record coop_control_launch(const struct coop_control_access *access, uint32_t index)
{
    struct coop_launch_record launch = {.kernel_index = UINT32_MAX};

    if (index < COOP_INSTANCES_MAX) {
        read_bytes(access, INSTANCE_AT(index, launch), &launch, sizeof launch);
    }
    return launch;
}

uint32_t coop_control_groups_wanted(const struct coop_control_access *access, uint32_t index,
                                    const struct coop_launch_record *launch, uint32_t state)
{
    uint32_t most = launch->groups_wanted;
    uint32_t chosen;

    if (index >= COOP_INSTANCES_MAX || state < COOP_INSTANCE_QUEUED || state > COOP_INSTANCE_DONE) {
        return most;
    }
    chosen = load(access, INSTANCE_AT(index, groups_wished));
    chosen = chosen > 0 ? chosen : 1;
    return chosen < most ? chosen : most;
}

static struct coop_transport_word word_at(uint64_t offset, uint32_t bytes)
{
    struct coop_transport_word word = {offset, bytes, 0};

    return word;
}

coop_status coop_control_read_joins(const struct coop_control_access *access, uint64_t *away, uint32_t *ended,
                                    uint32_t count)
{
    struct coop_transport_word words[2 * COOP_JOINS_MAX];
    uint32_t all = away != NULL ? 2 * count : count;
    coop_status status;

    for (uint32_t i = 0; i < all; i++) {
        uint32_t queue = i < count ? i : i - count;
        words[i] = i < count ? word_at(AT(joins_ended) + queue * sizeof(coop_word32), 4)
                             : word_at(AT(away) + queue * sizeof(coop_word64), 8);
    }
    status = coop_control_collect(access, words, all);
    for (uint32_t i = 0; i < all; i++) {
        if (i < count) {
            ended[i] = (uint32_t)words[i].value;
        } else {
            away[i - count] = words[i].value;
        }
    }
    return status;
}

coop_status coop_control_begin_turn(const struct coop_control_access *access, uint32_t queue, uint32_t turn)
{
    const uint64_t away = turn;

    return access->transport->methods->write(access->transport, AT(away) + queue * sizeof(coop_word64), &away,
                                             sizeof away);
}

coop_status coop_control_read_stats(const struct coop_control_access *access, uint32_t index,
                                    struct coop_instance_stats *stats)
{
    return read_bytes(access, INSTANCE_AT(index, stats), stats, sizeof *stats);
}

void coop_control_end_repeat(const struct coop_control_access *access, uint32_t index, uint32_t sequence)
{
    access->transport->methods->store(access->transport, INSTANCE_AT(index, repeat_end), sequence);
    access->transport->methods->ring(access->transport);
}

coop_status coop_control_read_repeat(const struct coop_control_access *access, uint32_t index,
                                     struct coop_repeat_figures *figures)
{
    struct coop_transport_word words[] = {{INSTANCE_AT(index, repeat.launched), 8, 0},
                                          {INSTANCE_AT(index, repeat.missed), 8, 0},
                                          {INSTANCE_AT(index, repeat.overdue), 8, 0},
                                          {INSTANCE_AT(index, repeat.late_ns), 8, 0},
                                          {INSTANCE_AT(index, repeat.most_late_ns), 8, 0}};
    /* Acquires that the figures are this launch's; pairs with the scheduler's store in coop_repeat_begin. */
    int is_its_own = load(access, INSTANCE_AT(index, repeat_of)) == access->posted[index];
    coop_status status = coop_control_collect(access, words, sizeof words / sizeof *words);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        words[i].value = is_its_own ? words[i].value : 0;
    }
    figures->launched.only_through_accessors = words[0].value;
    figures->missed.only_through_accessors = words[1].value;
    figures->overdue.only_through_accessors = words[2].value;
    figures->late_ns.only_through_accessors = words[3].value;
    figures->most_late_ns.only_through_accessors = words[4].value;
    return status;
}

uint32_t coop_control_group_id(const struct coop_control_access *access, uint32_t slot)
{
    return load(access, SLOT_AT(slot, group_id));
}

struct coop_transport_word coop_control_heartbeat_word(void)
{
    return word_at(AT(heartbeat), 8);
}

struct coop_transport_word coop_control_held_word(void)
{
    return word_at(AT(held), 8);
}

struct coop_transport_word coop_control_failure_word(void)
{
    return word_at(AT(failure.kind), 4);
}

struct coop_transport_word coop_instance_sequence_word(uint32_t index)
{
    return word_at(INSTANCE_AT(index, launch.sequence), 4);
}

struct coop_transport_word coop_instance_state_word(uint32_t index)
{
    return word_at(INSTANCE_AT(index, state), 4);
}

struct coop_transport_word coop_instance_counts_word(uint32_t index)
{
    return word_at(INSTANCE_AT(index, counts), 8);
}

struct coop_transport_word coop_instance_phase_word(uint32_t index)
{
    return word_at(INSTANCE_AT(index, phase_word), 8);
}

struct coop_transport_word coop_slot_state_word(uint32_t slot)
{
    return word_at(SLOT_AT(slot, word), 4);
}

struct coop_transport_word coop_slot_instance_word(uint32_t slot)
{
    return word_at(SLOT_AT(slot, instance), 4);
}

struct coop_transport_word coop_slot_doing_word(uint32_t slot)
{
    return word_at(SLOT_AT(slot, doing), 8);
}

struct coop_transport_word coop_slot_batch_word(uint32_t slot)
{
    return word_at(SLOT_AT(slot, batch), 8);
}

struct coop_transport_word coop_slot_flow_word(uint32_t slot)
{
    return word_at(SLOT_AT(slot, flow_at), 8);
}

coop_status coop_control_collect(const struct coop_control_access *access, struct coop_transport_word *words,
                                 uint32_t count)
{
    return access->transport->methods->collect(access->transport, words, count);
}
