#include "host/watch/describe_name.h"

#define OP_TEXT(name, number, keyword, text, ...) [COOP_OP_##name] = (text),
static const char *const op_texts[] = {COOP_OP_LIST(OP_TEXT)};
#undef OP_TEXT

void coop_describe_name(struct coop_out *out, const struct coop_watch *watch, uint32_t index)
{
    struct coop_launch_record launch = coop_control_launch(watch->control, index);

    coop_say(out, "launch %u, kernel %s", launch.sequence,
             launch.kernel_index < watch->signature->kernel_count
                 ? watch->signature->kernels[launch.kernel_index].name
                 : "?");
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
}
