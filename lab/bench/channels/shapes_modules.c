#include "shapes_modules.h"

#include "shapes_128_text.h"
#include "shapes_16_text.h"
#include "shapes_32_text.h"
#include "shapes_64_text.h"
#include "shapes_8.h"
#include "shapes_8_text.h"

/* The modules' kernels are those of one source, so one header does for all. */
static coop_status by_channel(coop_run *run, coop_address graph, uint32_t targets, coop_address lanes,
                              coop_launch **launch)
{
    const struct shapes_by_channel_args args = {.graph = graph, .targets = targets, .lanes = lanes};

    return shapes_by_channel_launch(run, &args, NULL, launch);
}

static coop_status by_arrays(coop_run *run, coop_address arrays, coop_launch **launch)
{
    const struct shapes_by_arrays_args args = {.arrays = arrays};

    return shapes_by_arrays_launch(run, &args, NULL, launch);
}

static const struct shapes_module modules[] = {
    {8, shapes_8_module_text, &shapes_8_module_bytes, by_channel, by_arrays},
    {16, shapes_16_module_text, &shapes_16_module_bytes, by_channel, by_arrays},
    {32, shapes_32_module_text, &shapes_32_module_bytes, by_channel, by_arrays},
    {64, shapes_64_module_text, &shapes_64_module_bytes, by_channel, by_arrays},
    {128, shapes_128_module_text, &shapes_128_module_bytes, by_channel, by_arrays}};

const struct shapes_module *shapes_module_of(uint32_t item_bytes)
{
    const struct shapes_module *module = modules;

    while (module->item_bytes != item_bytes) {
        module++;
    }
    return module;
}
