/* A function of the user's. */
#include "coopc/model/function.h"

const char *const variant_words[VARIANT_COUNT] = {"coop_kill_highest",    "coop_kill_any",
                                                  "coop_keep_one",        "coop_may_kill_all",
                                                  "coop_transmit_leader", "coop_transmit_live"};

bool function_has_variant(const struct function *function, enum variant variant)
{
    for (size_t i = 0; i < function->marks.count; ++i) {
        if (function->marks.items[i].variant == variant && !function->marks.items[i].is_stray) {
            return true;
        }
    }
    return false;
}

bool variable_is_local_parameter(const struct variable *variable)
{
    return variable->is_parameter && variable->type.shape == SHAPE_POINTER &&
           variable->type.pointee == SPACE_LOCAL;
}
