#include "host/run_object.h"

#include "coop/shared/pool.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* A text that is cut at its capacity. */
struct out {
    char *text;
    size_t capacity;
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void say(struct out *out, const char *format, ...)
{
    size_t left = out->used < out->capacity ? out->capacity - out->used : 0;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(left > 0 ? out->text + out->used : NULL, left, format, arguments);
    va_end(arguments);
    out->used += length > 0 ? (size_t)length : 0;
}

static const char *const slot_words[] = {"free", "free, asleep", "assigned", "running", "exited"};
static const char *const state_words[] = {"empty", "posted", "waiting to start", "running", "done"};
static const char *const ops[] = {"runs its kernel",
                                  "returns",
                                  "is at a work-group barrier",
                                  "is at offer_kill",
                                  "is at request_fork",
                                  "waits at a global barrier",
                                  "waits at a resizing barrier",
                                  "waits for work"};

static const char *word_of(const char *const *words, size_t count, uint32_t index)
{
    return index < count ? words[index] : "?";
}

#define WORD(words, index) word_of(words, sizeof(words) / sizeof *(words), index)

static void say_instance(struct out *out, struct coop_run_object *run, uint32_t index)
{
    struct coop_transport *transport = run->context->transport;
    struct coop_instance instance;
    uint64_t pool;
    uint32_t state;

    transport->methods->read(transport, coop_instance_at(index), &instance, sizeof instance);
    state = instance.state.only_through_accessors;
    if (state == COOP_INSTANCE_EMPTY) {
        return;
    }
    pool = instance.pool.only_through_accessors;
    say(out, "  launch %u, kernel %s, %s: wants %u work-groups", instance.launch.sequence,
        instance.launch.kernel_index < run->module->kernel_count
            ? run->module->kernels[instance.launch.kernel_index].name
            : "?",
        WORD(state_words, state), instance.launch.groups_wanted);
    if (state == COOP_INSTANCE_RUNNING) {
        say(out,
            "; active %u, returned %u, at the barrier %u, kills wanted %u, forks granted %u, barriers "
            "%" PRIu64,
            coop_pool_get(pool, COOP_POOL_ACTIVE), coop_pool_get(pool, COOP_POOL_RETURNED),
            coop_pool_get(pool, COOP_POOL_ARRIVED), coop_pool_get(pool, COOP_POOL_KILL_WANTED),
            coop_pool_get(pool, COOP_POOL_FORK_GRANTED),
            coop_release_generation(instance.release.only_through_accessors));
    }
    say(out, "\n");
}

static void say_slot(struct out *out, struct coop_run_object *run, uint32_t index)
{
    struct coop_transport *transport = run->context->transport;
    struct coop_slot slot;
    uint32_t word;

    transport->methods->read(transport, sizeof(struct coop_control) + (uint64_t)index * sizeof slot, &slot,
                             sizeof slot);
    word = slot.word.only_through_accessors;
    say(out, "  slot %u: %s", index, index == 0 ? "scheduler" : WORD(slot_words, word));
    if (index != 0 && word == COOP_SLOT_RUNNING) {
        struct coop_launch_record launch = {0};
        if (slot.instance < COOP_INSTANCES_MAX) {
            transport->methods->read(transport,
                                     coop_instance_at(slot.instance) + offsetof(struct coop_instance, launch),
                                     &launch, sizeof launch);
        }
        say(out, ", work-group %u of launch %u, %s", slot.group_id, launch.sequence, WORD(ops, slot.doing));
    }
    say(out, "\n");
}

size_t coop_describe(struct coop_run_object *run, char *text, size_t capacity)
{
    struct coop_transport *transport = run->context->transport;
    struct out out = {text, capacity, 0};
    uint64_t heartbeat = 0;
    uint32_t slots = transport->methods->load(transport, COOP_AT(slot_count));
    uint32_t arrivals = transport->methods->load(transport, COOP_AT(arrivals)) & ~COOP_ARRIVALS_CLOSED;

    if (capacity > 0) {
        text[0] = '\0';
    }
    if (!coop_run_is_live(run)) {
        say(&out, "the run has ended\n");
        return out.used;
    }
    transport->methods->read(transport, COOP_AT(heartbeat), &heartbeat, sizeof heartbeat);
    say(&out, "scheduler: heartbeat %" PRIu64 ", stop %u, %u of %u work-groups left\n", heartbeat,
        transport->methods->load(transport, COOP_AT(stop)),
        transport->methods->load(transport, COOP_AT(exited)), slots);
    if (slots == 0) {
        say(&out, "discovery is not over: %u of %u work-groups have arrived\n", arrivals, run->slot_count);
    }
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        say_instance(&out, run, i);
    }
    for (uint32_t i = 0; i < slots && i < run->slot_count; i++) {
        say_slot(&out, run, i);
    }
    return out.used;
}
