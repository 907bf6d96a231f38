#include "host/watch/describe.h"

#include "coop/shared/groups.h"
#include "coop/shared/phase.h"
#include "host/watch/describe_name.h"
#include "host/watch/describe_wait.h"
#include <inttypes.h>

static const char *const slot_words[] = {"free",    "free, asleep", "assigned",
                                         "running", "exited",       "away for a lease"};
static const char *const state_words[] = {"empty",   "posted", "waiting to start",
                                          "running", "done",   "between two jobs"};

static const char *word_of(const char *const *words, size_t count, uint32_t index)
{
    return index < count ? words[index] : "?";
}

#define WORD(words, index) word_of(words, sizeof(words) / sizeof *(words), index)

static void say_instance(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    const struct coop_seen_instance *seen = &watch->instances[index];
    uint64_t counts = seen->counts;
    uint64_t phase = coop_phase_number(seen->phase_word);
    struct coop_launch_record launch = coop_control_launch(watch->control, index);
    uint32_t wanted = coop_control_groups_wanted(watch->control, index, &launch, seen->state);

    if (seen->sequence == 0 || seen->state == COOP_INSTANCE_EMPTY) {
        return;
    }
    coop_say(out, "  ");
    coop_describe_name(out, watch, index);
    coop_say(out, ", %s: wants %u work-group%s",
             coop_watch_is_suspended(seen) ? "suspended" : WORD(state_words, seen->state), wanted,
             wanted == 1 ? "" : "s");
    if (wanted < launch.groups_wanted) {
        coop_say(out, " by now, at most %u", launch.groups_wanted);
    }
    if (seen->state == COOP_INSTANCE_RUNNING) {
        coop_say(out,
                 "; active %u, returned %u, at the barrier %u, kills wanted %u, forks granted %u, barriers "
                 "%" PRIu64,
                 coop_groups_get(counts, COOP_GROUPS_ACTIVE), coop_groups_get(counts, COOP_GROUPS_RETURNED),
                 coop_groups_arrived(counts, phase), coop_groups_kill_wanted(counts),
                 coop_groups_fork_granted(counts), phase);
    }
    if (seen->looks > 0) {
        coop_say(out, "; no progress for %s\n", coop_time_text(seen->quiet_ns).text);
    } else {
        coop_say(out, "; nobody has watched it before\n");
    }
    if (seen->state != COOP_INSTANCE_DONE) {
        coop_say(out, "    it ");
        coop_describe_wait(out, watch, index);
        coop_say(out, "\n");
    }
}

static void say_slot(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    const struct coop_seen_slot *seen = &watch->slots[index];

    coop_say(out, "  slot %u: %s", index, WORD(slot_words, seen->word));
    if (seen->word == COOP_SLOT_RUNNING) {
        coop_say(out, ", work-group %u of launch %u, ", coop_control_group_id(watch->control, index),
                 coop_control_launch(watch->control, seen->instance).sequence);
        coop_describe_place(out, watch, index);
    }
    if ((seen->word == COOP_SLOT_RUNNING || seen->word == COOP_SLOT_ASSIGNED) && seen->looks > 0) {
        coop_say(out, ", for %s", coop_time_text(seen->quiet_ns).text);
    }
    coop_say(out, "\n");
}

void coop_describe_run(struct coop_out *out, struct coop_watch *watch)
{
    uint32_t slots = coop_control_slot_count(watch->control);
    uint32_t arrivals = coop_control_arrivals(watch->control);
    char damage[200];

    coop_watch_poll(watch, 1);
    if (coop_watch_finds_damage(watch, damage, sizeof damage)) {
        coop_say(out, "the control block is damaged: %s; some kernel has written outside its buffers\n",
                 damage);
    }
    coop_say(out, "scheduler: heartbeat %" PRIu64 ", no round for %s, stop %u, %d of %u work-groups left\n",
             watch->heartbeat, coop_time_text(watch->scheduler_quiet_ns).text,
             coop_control_stop(watch->control), (int)coop_control_exited(watch->control), slots);
    if (COOP_HELD_SLOTS(watch->held) > 0) {
        coop_say(out, "  it holds ");
        coop_describe_held(out, watch);
        coop_say(out, "\n");
    }
    if (slots == 0) {
        coop_say(out, "discovery is not over: %u of %u work-groups have arrived\n", arrivals,
                 watch->control->slot_count);
    }
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        say_instance(out, watch, i);
    }
    if (slots > 0) {
        coop_say(out, "  slot 0: scheduler\n");
    }
    for (uint32_t i = 1; i < slots && i < watch->control->slot_count; i++) {
        say_slot(out, watch, i);
    }
}
