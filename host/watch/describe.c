#include "host/watch/describe.h"

#include "coop/shared/pool.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void coop_say(struct coop_out *out, const char *format, ...)
{
    size_t left = out->used < out->capacity ? out->capacity - out->used : 0;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(left > 0 ? out->text + out->used : NULL, left, format, arguments);
    va_end(arguments);
    out->used += length > 0 ? (size_t)length : 0;
}

struct coop_time_text coop_time_text(uint64_t ns)
{
    struct coop_time_text time;

    if (ns < 1000000000) {
        snprintf(time.text, sizeof time.text, "%" PRIu64 " ms", ns / 1000000);
    } else {
        snprintf(time.text, sizeof time.text, "%.1f s", (double)ns / 1e9);
    }
    return time;
}

static const char *const slot_words[] = {"free", "free, asleep", "assigned", "running", "exited"};
static const char *const state_words[] = {"empty", "posted", "waiting to start", "running", "done"};

#define OP_TEXT(name, number, keyword, text, ...) [COOP_OP_##name] = (text),
static const char *const op_texts[] = {COOP_OP_LIST(OP_TEXT)};
#undef OP_TEXT

static const char *word_of(const char *const *words, size_t count, uint32_t index)
{
    return index < count ? words[index] : "?";
}

#define WORD(words, index) word_of(words, sizeof(words) / sizeof *(words), index)

struct coop_launch_record coop_describe_launch(struct coop_run_object *run, uint32_t index)
{
    struct coop_launch_record launch = {.kernel_index = UINT32_MAX};

    if (index < COOP_INSTANCES_MAX) {
        run->context->transport->methods->read(
            run->context->transport, coop_instance_at(index) + offsetof(struct coop_instance, launch),
            &launch, sizeof launch);
    }
    return launch;
}

void coop_describe_name(struct coop_out *out, struct coop_run_object *run, uint32_t index)
{
    struct coop_launch_record launch = coop_describe_launch(run, index);

    coop_say(out, "launch %u, kernel %s", launch.sequence,
             launch.kernel_index < run->module->signature.kernel_count
                 ? run->module->signature.kernels[launch.kernel_index].name
                 : "?");
}

void coop_describe_place(struct coop_out *out, struct coop_run_object *run, uint32_t slot)
{
    const struct coop_seen_slot *seen = &run->watch.slots[slot];
    uint32_t op = COOP_DOING_OP(seen->doing);
    uint32_t state = COOP_DOING_STATE(seen->doing);
    const struct coop_state_place *place = coop_signature_state(
        &run->module->signature, coop_describe_launch(run, seen->instance).kernel_index, state);

    coop_say(out, "%s", WORD(op_texts, op));
    if (op != COOP_OP_NONE) {
        if (place != NULL && place->line != 0) {
            coop_say(out, ", %s:%u", place->file, place->line);
        }
        return;
    }
    if (place != NULL && place->begins != 0) {
        coop_say(out, " from %s:%u on", place->file, place->begins);
    } else {
        coop_say(out, ", state %u", state);
    }
    if (place != NULL && place->line != 0) {
        coop_say(out, ", on the way to line %u", place->line);
    }
}

static void say_instance(struct coop_out *out, struct coop_run_object *run, uint32_t index)
{
    const struct coop_seen_instance *seen = &run->watch.instances[index];
    uint64_t pool = seen->pool;
    uint64_t generation = coop_release_generation(seen->release);

    if (seen->sequence == 0 || seen->state == COOP_INSTANCE_EMPTY) {
        return;
    }
    coop_say(out, "  ");
    coop_describe_name(out, run, index);
    coop_say(out, ", %s: wants %u work-groups",
             coop_watch_is_suspended(seen) ? "suspended" : WORD(state_words, seen->state),
             coop_describe_launch(run, index).groups_wanted);
    if (seen->state == COOP_INSTANCE_RUNNING) {
        coop_say(out,
                 "; active %u, returned %u, at the barrier %u, kills wanted %u, forks granted %u, barriers "
                 "%" PRIu64,
                 coop_pool_get(pool, COOP_POOL_ACTIVE), coop_pool_get(pool, COOP_POOL_RETURNED),
                 coop_pool_arrived(pool, generation), coop_pool_kill_wanted(pool),
                 coop_pool_fork_granted(pool), generation);
    }
    coop_say(out, "; no progress for %s\n", coop_time_text(seen->quiet_ns).text);
    if (seen->state != COOP_INSTANCE_DONE) {
        coop_say(out, "    it ");
        coop_describe_wait(out, run, index);
        coop_say(out, "\n");
    }
}

static void say_slot(struct coop_out *out, struct coop_run_object *run, uint32_t index)
{
    const struct coop_seen_slot *seen = &run->watch.slots[index];

    coop_say(out, "  slot %u: %s", index, WORD(slot_words, seen->word));
    if (seen->word == COOP_SLOT_RUNNING) {
        coop_say(out, ", work-group %u of launch %u, ",
                 coop_run_load(run, sizeof(struct coop_control) + (uint64_t)index * sizeof(struct coop_slot) +
                                        offsetof(struct coop_slot, group_id)),
                 coop_describe_launch(run, seen->instance).sequence);
        coop_describe_place(out, run, index);
    }
    if (seen->word == COOP_SLOT_RUNNING || seen->word == COOP_SLOT_ASSIGNED) {
        coop_say(out, ", for %s", coop_time_text(seen->quiet_ns).text);
    }
    coop_say(out, "\n");
}

void coop_describe_run(struct coop_out *out, struct coop_run_object *run)
{
    uint32_t slots = coop_run_load(run, COOP_AT(slot_count));
    uint32_t arrivals = coop_run_load(run, COOP_AT(arrivals)) & ~COOP_ARRIVALS_CLOSED;
    char damage[200];

    coop_watch_look(run, 1);
    if (coop_watch_finds_damage(run, damage, sizeof damage)) {
        coop_say(out, "the control block is damaged: %s; some kernel has written outside its buffers\n",
                 damage);
    }
    coop_say(out, "scheduler: heartbeat %" PRIu64 ", no round for %s, stop %u, %u of %u work-groups left\n",
             run->watch.heartbeat, coop_time_text(run->watch.scheduler_quiet_ns).text,
             coop_run_load(run, COOP_AT(stop)), coop_run_load(run, COOP_AT(exited)), slots);
    if (slots == 0) {
        coop_say(out, "discovery is not over: %u of %u work-groups have arrived\n", arrivals,
                 run->slot_count);
    }
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        say_instance(out, run, i);
    }
    if (slots > 0) {
        coop_say(out, "  slot 0: scheduler\n");
    }
    for (uint32_t i = 1; i < slots && i < run->watch.slot_count; i++) {
        say_slot(out, run, i);
    }
}

size_t coop_describe(struct coop_run_object *run, char *text, size_t capacity)
{
    struct coop_out out = {text, capacity, 0};

    if (capacity > 0) {
        text[0] = '\0';
    }
    pthread_mutex_lock(&run->lock);
    if (run->phase == COOP_RUN_LIVE) {
        coop_describe_run(&out, run);
    } else {
        coop_say(&out, "the run has ended\n");
    }
    pthread_mutex_unlock(&run->lock);
    return out.used;
}
