/* Collective functions in the module. */
#include "coopc/emit/collective.h"

#include "coop/shared/limits.h"
#include "coopc/model/collective.h"

static bool has_sub_groups(const struct model *model)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        if (unit_has_sub_groups(model->units.items[i])) {
            return true;
        }
    }
    return false;
}

void emit_collective_options(struct text *out, const struct model *model)
{
    if (model->has_collectives || (has_sub_groups(model) && !model->keeps_sub_groups)) {
        text_printf(out, "//coop option -DCOOP_COLLECTIVES=%d\n", model->keeps_sub_groups ? 2 : 1);
    }
}

void emit_collective_conditions(struct text *out, const struct model *model)
{
    if (model->keeps_sub_groups && has_sub_groups(model)) {
        text_puts(out, "#if !defined(cl_khr_subgroups) && !defined(__opencl_c_subgroups)\n"
                       "#error \"the device has no sub-groups: translate without --device-sub-groups\"\n"
                       "#endif\n");
    }
}

bool emit_collective_room(struct text *out, const struct kernel *kernel)
{
    if (kernel->collective_bytes > 0) {
        text_printf(out, "    uchar coop_collective[%zu] __attribute__((aligned(8)));\n",
                    kernel->collective_bytes * COOP_LOCAL_ITEMS_MAX);
    }
    return kernel->collective_bytes > 0;
}
