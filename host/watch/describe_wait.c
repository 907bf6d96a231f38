#include "host/watch/describe_wait.h"

#include "coop/shared/groups.h"
#include "coop/shared/phase.h"
#include "host/base/clock.h"
#include "host/watch/describe_name.h"

#define SLOTS_NAMED_MAX 8

static void say_scheduler(struct coop_out *out, const struct coop_watch *watch)
{
    coop_say(out, "the scheduler, which has begun no round for %s",
             coop_time_text(watch->scheduler_quiet_ns).text);
}

/* Whether the others of the instance wait for the work-group of this slot. */
static int is_awaited(const struct coop_seen_slot *slot, uint32_t instance, int at_barriers_too)
{
    uint32_t op = COOP_DOING_OP(slot->doing);

    return slot->instance == instance && slot->word == COOP_SLOT_RUNNING &&
           (at_barriers_too || !coop_op_is_global_barrier(op));
}

/* ": work-group 2 in slot 3 runs …, for 4.0 s; …" */
static void say_work_groups(struct coop_out *out, const struct coop_watch *watch, uint32_t index,
                            int at_barriers_too)
{
    unsigned named = 0;
    unsigned left = 0;

    for (uint32_t i = 1; i < watch->control->slot_count; i++) {
        const struct coop_seen_slot *slot = &watch->slots[i];
        if (!is_awaited(slot, index, at_barriers_too)) {
            continue;
        }
        if (named == SLOTS_NAMED_MAX) {
            left++;
            continue;
        }
        coop_say(out, "%s work-group %u, in slot %u, ", named++ == 0 ? ":" : ";",
                 coop_control_group_id(watch->control, i), i);
        coop_describe_place(out, watch, i);
        if (slot->looks > 0) {
            coop_say(out, ", for %s", coop_time_text(slot->quiet_ns).text);
        }
    }
    if (left > 0) {
        coop_say(out, "; and %u more", left);
    }
}

/* The group-count word holds the kind of a barrier only after work-group 0 has arrived; until then the
 * waiting work-groups show it. */
static int waits_at_resizing_barrier(const struct coop_watch *watch, uint32_t index)
{
    for (uint32_t i = 1; i < watch->control->slot_count; i++) {
        const struct coop_seen_slot *slot = &watch->slots[i];
        if (slot->word == COOP_SLOT_RUNNING && slot->instance == index &&
            COOP_DOING_OP(slot->doing) == COOP_OP_RESIZING_BARRIER) {
            return 1;
        }
    }
    return 0;
}

/* A lease whose work-groups have been told to leave. */
static void say_away(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    uint64_t counts = watch->instances[index].counts;
    uint32_t left =
        coop_groups_get(counts, COOP_GROUPS_ACTIVE) - coop_groups_get(counts, COOP_GROUPS_RETURNED);

    coop_say(out, "has %u work-group%s away, or about to leave, %s", left, left == 1 ? "" : "s",
             (watch->control->leases_ended >> index & 1u) != 0
                 ? "and waits for the commands on its queue, and for room on the device"
                 : "and waits for coop_lease_end");
}

static void say_running(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    uint64_t counts = watch->instances[index].counts;
    uint32_t active = coop_groups_get(counts, COOP_GROUPS_ACTIVE);
    uint64_t phase = coop_phase_number(watch->instances[index].phase_word);
    uint32_t arrived = coop_groups_arrived(counts, phase);
    uint32_t returned = coop_groups_get(counts, COOP_GROUPS_RETURNED);

    if (returned < active && (watch->control->leases >> index & 1u) != 0) {
        say_away(out, watch, index);
        return;
    }
    if (returned == active) {
        coop_say(out, "is complete, and waits for ");
        say_scheduler(out, watch);
        return;
    }
    if (arrived == 0) {
        coop_say(out, "waits for %u work-group%s", active - returned, active - returned == 1 ? "" : "s");
    } else {
        coop_say(out, "has %u work-group%s at a %sglobal barrier that wait%s for %u more", arrived,
                 arrived == 1 ? "" : "s", waits_at_resizing_barrier(watch, index) ? "resizing " : "",
                 arrived == 1 ? "s" : "", active - arrived - returned);
    }
    say_work_groups(out, watch, index, arrived == 0);
}

/* The reason why a running launch does not give up work-groups for one that waits to start. */
static void say_holder(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    const struct coop_seen_instance *seen = &watch->instances[index];
    struct coop_launch_record launch = coop_control_launch(watch->control, index);
    uint32_t active = coop_groups_get(seen->counts, COOP_GROUPS_ACTIVE);
    uint32_t wanted = coop_groups_kill_wanted(seen->counts);

    coop_say(out, "; ");
    coop_describe_name(out, watch, index);
    if (wanted > 0) {
        coop_say(out,
                 ", is asked for %u of its %u work-groups and has come to no %s "
                 "at which it "
                 "gives one up for %s",
                 wanted, active,
                 launch.flags & COOP_INSTANCE_COOPERATIVE ? "offer_kill or resizing barrier"
                                                          : "end of a logical work-group",
                 coop_time_text(seen->whole_ns).text);
        say_work_groups(out, watch, index, 1);
    } else if ((launch.flags & COOP_INSTANCE_COOPERATIVE) != 0 &&
               (launch.flags & COOP_INSTANCE_SHRINKS) == 0) {
        coop_say(out, ", has %u, and no place at which it could give one up", active);
    } else {
        coop_say(out, ", has %u", active);
    }
}

/* "on 2 work-groups", or "on 1 to 4". */
static void say_how_many(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    struct coop_launch_record launch = coop_control_launch(watch->control, index);
    int may_begin_with_one = (launch.flags & (COOP_INSTANCE_COOPERATIVE | COOP_INSTANCE_SHRINKS)) != 0;
    uint32_t most = coop_control_groups_wanted(watch->control, index, &launch, COOP_INSTANCE_QUEUED);
    uint32_t least = launch.groups_least != 0 ? launch.groups_least : may_begin_with_one ? 1 : most;

    if (least < most) {
        coop_say(out, "on %u to %u work-groups", least, most);
    } else {
        coop_say(out, "on %u work-group%s", most, most == 1 ? "" : "s");
    }
}

static void say_waiting_to_start(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    uint32_t free_slots = 0;

    for (uint32_t i = 1; i < watch->control->slot_count; i++) {
        free_slots += watch->slots[i].word == COOP_SLOT_FREE || watch->slots[i].word == COOP_SLOT_ASLEEP;
    }
    if (coop_watch_is_suspended(&watch->instances[index])) {
        coop_say(out, "is suspended and waits for a work-group to go on");
    } else {
        coop_say(out, "waits to start ");
        say_how_many(out, watch, index);
    }
    coop_say(out, ", and %u %s free", free_slots, free_slots == 1 ? "is" : "are");
    if (COOP_HELD_SLOTS(watch->held) > 0) {
        coop_say(out, "; the scheduler holds ");
        coop_describe_held(out, watch);
    }
    if (watch->scheduler_quiet_ns > COOP_CLOCK_GAP_NS) {
        coop_say(out, "; it waits for ");
        say_scheduler(out, watch);
    }
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        if (watch->instances[i].state == COOP_INSTANCE_RUNNING &&
            !coop_watch_is_suspended(&watch->instances[i])) {
            say_holder(out, watch, i);
        }
    }
}

/* A launch that comes after others: which of them have not ended. */
static void say_after(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    uint32_t left = coop_control_after_left(watch->control, index);
    const char *between = "";

    coop_say(out, "comes after ");
    for (uint32_t i = 0; i < COOP_INSTANCES_MAX; i++) {
        if ((left >> i & 1u) != 0) {
            coop_say(out, "%s", between);
            coop_describe_name(out, watch, i);
            between = ", and ";
        }
    }
    coop_say(out, ", which %s not ended", (left & (left - 1)) == 0 ? "has" : "have");
}

void coop_describe_wait(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    switch (watch->instances[index].state) {
    case COOP_INSTANCE_POSTED:
        coop_say(out, "waits to be seen by ");
        say_scheduler(out, watch);
        break;
    case COOP_INSTANCE_QUEUED:
        (coop_control_after_left(watch->control, index) != 0 ? say_after : say_waiting_to_start)(out, watch,
                                                                                                 index);
        break;
    case COOP_INSTANCE_RUNNING:
        (coop_watch_is_suspended(&watch->instances[index]) ? say_waiting_to_start : say_running)(out, watch,
                                                                                                 index);
        break;
    case COOP_INSTANCE_RESTING:
        coop_say(out, "waits until its next job is due, or until coop_repeat_stop");
        break;
    default:
        coop_say(out, "has ended");
        break;
    }
}
