#include "host/graph/plan_dot.h"

#include "host/base/out.h"

/* What a task is called, and how its box looks. */
struct look {
    const char *what;
    const char *form;
};

static struct look look_of(const struct coop_plan_node *node, int is_cooperative)
{
    switch (node->kind) {
    case COOP_PLAN_HOST:
        return (struct look){"function of the host", "shape=hexagon, fillcolor=\"#f0e442\""};
    case COOP_PLAN_COPY:
        return (struct look){"copy", "shape=box, style=\"filled,rounded\", fillcolor=\"#56b4e9\""};
    case COOP_PLAN_FILL:
        return (struct look){"filling", "shape=box, style=\"filled,rounded\", fillcolor=\"#56b4e9\""};
    case COOP_PLAN_BORDER:
        return (struct look){"border", "shape=ellipse, fillcolor=\"#dddddd\""};
    case COOP_PLAN_PIECES:
    case COOP_PLAN_COMBINE:
        return (struct look){"reduction", "shape=invtrapezium, fillcolor=\"#cc79a7\""};
    default:
        return is_cooperative
                   ? (struct look){"cooperative kernel", "shape=box, peripheries=2, fillcolor=\"#ffffff\""}
                   : (struct look){"kernel", "shape=box, fillcolor=\"#ffffff\""};
    }
}

/* A kernel without tensors, the end of a reduction and a function of the host's are of no block. */
static int has_block(const struct coop_plan *plan, const struct coop_plan_node *node)
{
    return node->kind != COOP_PLAN_HOST && node->kind != COOP_PLAN_COMBINE && node->access_count > 0 &&
           plan->storages[node->accesses[0].storage].scalar == NULL;
}

static void write_task(FILE *file, const struct coop_plan *plan, const struct coop_plan_site *site,
                       uint32_t number, const char *indent)
{
    const struct coop_plan_node *node = &plan->nodes[plan->tasks[number].node];
    struct look look = look_of(node, site->is_cooperative[number]);

    fprintf(file, "%st%u [label=\"", indent, number);
    coop_markup_dot(file, node->name);
    fprintf(file, "\\n%s", look.what);
    if (has_block(plan, node)) {
        fprintf(file, ", block %u", plan->tasks[number].block);
    }
    fprintf(file, "\", %s];\n", look.form);
}

static int is_of_host(const struct coop_plan *plan, uint32_t number)
{
    return plan->nodes[plan->tasks[number].node].kind == COOP_PLAN_HOST;
}

static void write_device(FILE *file, const struct coop_plan *plan, const struct coop_plan_site *site,
                         uint32_t device)
{
    fprintf(file, "        subgraph cluster_device_%u {\n            label=\"device %u\";\n", device, device);
    for (uint32_t i = 0; i < plan->task_count; ++i) {
        if (site->devices[i] == device && !is_of_host(plan, i)) {
            write_task(file, plan, site, i, "            ");
        }
    }
    fputs("        }\n", file);
}

static void write_edges(FILE *file, const struct coop_plan *plan, const struct coop_plan_site *site)
{
    for (uint32_t i = 0; i < plan->task_count; ++i) {
        for (uint32_t k = 0; k < plan->tasks[i].before_count; ++k) {
            uint32_t before = plan->tasks[i].before[k];
            int crosses = site->devices[before] != site->devices[i] && !is_of_host(plan, i) &&
                          !is_of_host(plan, before);

            fprintf(file, "    t%u -> t%u%s;\n", before, i, crosses ? " [color=\"#d55e00\"]" : "");
        }
    }
}

void coop_plan_write_dot(FILE *file, const struct coop_plan *plan, const struct coop_plan_site *site)
{
    fputs("digraph graph_of_kernels {\n"
          "    node [fontname=\"DejaVu Sans\", fontsize=10, style=filled];\n"
          "    edge [arrowsize=0.7];\n"
          "    label=\"one step; an arrow leads to who waits, a red one to another device\";\n",
          file);
    for (uint32_t i = 0; i < site->device_count; ++i) {
        if (i == 0 || site->domains[i] != site->domains[i - 1]) {
            fprintf(file, "    subgraph cluster_domain_%u {\n        label=\"domain %u\";\n",
                    site->domains[i], site->domains[i]);
        }
        write_device(file, plan, site, i);
        if (i + 1 == site->device_count || site->domains[i] != site->domains[i + 1]) {
            fputs("    }\n", file);
        }
    }
    for (uint32_t i = 0; i < plan->task_count; ++i) {
        if (is_of_host(plan, i)) {
            write_task(file, plan, site, i, "    ");
        }
    }
    write_edges(file, plan, site);
    fputs("}\n", file);
}
