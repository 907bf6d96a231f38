#include "host/trace/svg_kernels.h"

struct palette_entry {
    const char *full;
    const char *light;
};

static const struct palette_entry cooperative_palette[] = {
    {"#0072b2", "#3d9ad1"}, {"#009e73", "#4cc0a0"}, {"#cc79a7", "#dfa6c5"}};
static const struct palette_entry regular_palette[] = {
    {"#e69f00", "#f5c04d"}, {"#d55e00", "#ea8f4d"}, {"#8c6d1f", "#b3994f"}};

struct legend_entry *coop_svg_find_entry(struct svg_writer *writer, const char *kernel)
{
    unsigned i;

    for (i = 0; i < writer->legend_count; i++) {
        if (strcmp(writer->legend[i].kernel, kernel) == 0) {
            return &writer->legend[i];
        }
    }
    return NULL;
}

/* The cooperative kernels come first in the legend, since they are what the picture is about. */
static void collect_kernels(struct svg_writer *writer, int is_cooperative)
{
    unsigned count = 0;
    size_t i;

    for (i = 0; i < writer->trace->launch_count && writer->legend_count < KERNELS_SHOWN_MAX; i++) {
        const struct coop_trace_launch *launch = &writer->trace->launches[i];

        if ((launch->is_cooperative != 0) == is_cooperative &&
            coop_svg_find_entry(writer, launch->kernel) == NULL) {
            struct legend_entry *entry = &writer->legend[writer->legend_count++];

            entry->kernel = launch->kernel;
            entry->is_cooperative = is_cooperative;
            entry->index = count++;
        }
    }
}

int coop_svg_read_launches(struct svg_writer *writer)
{
    size_t i;

    writer->numbers = calloc(writer->trace->launch_count + 1, sizeof *writer->numbers);
    if (writer->numbers == NULL) {
        return -1;
    }
    collect_kernels(writer, 1);
    collect_kernels(writer, 0);
    for (i = 0; i < writer->trace->launch_count; i++) {
        const struct coop_trace_launch *launch = &writer->trace->launches[i];
        struct legend_entry *entry = coop_svg_find_entry(writer, launch->kernel);

        if (entry != NULL && launch->sequence <= writer->trace->launch_count) {
            writer->numbers[launch->sequence] = entry->instances++;
        }
    }
    return 0;
}

const char *coop_svg_colour_of_entry(const struct legend_entry *entry, int is_light)
{
    const struct palette_entry *colours;

    if (entry->is_cooperative) {
        colours =
            &cooperative_palette[entry->index % (sizeof cooperative_palette / sizeof *cooperative_palette)];
    } else {
        colours = &regular_palette[entry->index % (sizeof regular_palette / sizeof *regular_palette)];
    }
    return is_light ? colours->light : colours->full;
}

const char *coop_svg_colour_of(struct svg_writer *writer, uint32_t launch)
{
    struct legend_entry *entry = coop_svg_find_entry(writer, coop_trace_kernel_name(writer->trace, launch));

    if (entry == NULL || launch > writer->trace->launch_count) {
        return "#777777";
    }
    return coop_svg_colour_of_entry(entry, writer->numbers[launch] % 2 != 0);
}
