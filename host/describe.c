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

/* A word of 64 bits that the device may be changing. */
static uint64_t load64(struct coop_run_object *run, uint64_t offset)
{
    uint64_t word = 0;

    run->context->transport->methods->read(run->context->transport, offset, &word, sizeof word);
    return word;
}

/* What was launched: written by the host alone, under the run's lock. */
static struct coop_launch_record launch_of(struct coop_run_object *run, uint32_t index)
{
    struct coop_launch_record launch = {0};

    if (index < COOP_INSTANCES_MAX) {
        pthread_mutex_lock(&run->lock);
        run->context->transport->methods->read(
            run->context->transport, coop_instance_at(index) + offsetof(struct coop_instance, launch),
            &launch, sizeof launch);
        pthread_mutex_unlock(&run->lock);
    }
    return launch;
}

static void say_instance(struct out *out, struct coop_run_object *run, uint32_t index)
{
    uint64_t at = coop_instance_at(index);
    uint32_t state = coop_run_load(run, at + offsetof(struct coop_instance, state));
    struct coop_launch_record launch;
    uint64_t pool;

    if (state == COOP_INSTANCE_EMPTY) {
        return;
    }
    launch = launch_of(run, index);
    pool = load64(run, at + offsetof(struct coop_instance, pool));
    say(out, "  launch %u, kernel %s, %s: wants %u work-groups", launch.sequence,
        launch.kernel_index < run->module->kernel_count ? run->module->kernels[launch.kernel_index].name
                                                        : "?",
        WORD(state_words, state), launch.groups_wanted);
    if (state == COOP_INSTANCE_RUNNING) {
        say(out,
            "; active %u, returned %u, at the barrier %u, kills wanted %u, forks granted %u, barriers "
            "%" PRIu64,
            coop_pool_get(pool, COOP_POOL_ACTIVE), coop_pool_get(pool, COOP_POOL_RETURNED),
            coop_pool_get(pool, COOP_POOL_ARRIVED), coop_pool_get(pool, COOP_POOL_KILL_WANTED),
            coop_pool_get(pool, COOP_POOL_FORK_GRANTED),
            coop_release_generation(load64(run, at + offsetof(struct coop_instance, release))));
    }
    say(out, "\n");
}

static void say_slot(struct out *out, struct coop_run_object *run, uint32_t index)
{
    uint64_t at = sizeof(struct coop_control) + (uint64_t)index * sizeof(struct coop_slot);
    uint32_t word = coop_run_load(run, at + offsetof(struct coop_slot, word));

    say(out, "  slot %u: %s", index, index == 0 ? "scheduler" : WORD(slot_words, word));
    if (index != 0 && word == COOP_SLOT_RUNNING) {
        uint32_t doing = coop_run_load(run, at + offsetof(struct coop_slot, doing));
        say(out, ", work-group %u of launch %u, %s",
            coop_run_load(run, at + offsetof(struct coop_slot, group_id)),
            launch_of(run, coop_run_load(run, at + offsetof(struct coop_slot, instance))).sequence,
            WORD(ops, doing));
    }
    say(out, "\n");
}

size_t coop_describe(struct coop_run_object *run, char *text, size_t capacity)
{
    struct coop_transport *transport = run->context->transport;
    struct out out = {text, capacity, 0};
    uint32_t slots = transport->methods->load(transport, COOP_AT(slot_count));
    uint32_t arrivals = transport->methods->load(transport, COOP_AT(arrivals)) & ~COOP_ARRIVALS_CLOSED;

    if (capacity > 0) {
        text[0] = '\0';
    }
    if (!coop_run_is_live(run)) {
        say(&out, "the run has ended\n");
        return out.used;
    }
    say(&out, "scheduler: heartbeat %" PRIu64 ", stop %u, %u of %u work-groups left\n",
        load64(run, COOP_AT(heartbeat)), transport->methods->load(transport, COOP_AT(stop)),
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
