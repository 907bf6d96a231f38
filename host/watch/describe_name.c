#include "host/watch/describe_name.h"

#include "host/parts/parts.h"

#define OP_TEXT(name, number, keyword, text, ...) [COOP_OP_##name] = (text),
static const char *const op_texts[] = {COOP_OP_LIST(OP_TEXT)};
#undef OP_TEXT

void coop_describe_name(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    struct coop_launch_record launch = coop_control_launch(watch->control, index);

    coop_say(out, "launch %u, kernel %s", launch.sequence,
             coop_signature_name(watch->signature, launch.kernel_index));
}

void coop_describe_held(struct coop_out *out, const struct coop_watch *watch)
{
    uint32_t slots = COOP_HELD_SLOTS(watch->held);

    coop_say(out, "%u work-group%s for the next job of kernel %s", slots, slots == 1 ? "" : "s",
             coop_signature_name(watch->signature, COOP_HELD_KERNEL(watch->held)));
}

void coop_describe_place(struct coop_out *out, const struct coop_watch *watch, uint32_t slot)
{
    const struct coop_seen_slot *seen = &watch->slots[slot];
    uint32_t op = COOP_DOING_OP(seen->doing);
    uint32_t state = COOP_DOING_STATE(seen->doing);
    const struct coop_state_place *place = coop_signature_state(
        watch->signature, coop_control_launch(watch->control, seen->instance).kernel_index, state);

    coop_say(out, "%s", op < COOP_OP_COUNT ? op_texts[op] : "?");
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
    coop_parts_describe_slot(out, watch->control, slot);
}
