/* Flow graphs in the module. */
#include "coopc/emit/flowgraph.h"

bool is_flow_define(const char *define)
{
    return string_begins(define, "COOP_FLOW_");
}

static bool has_flow(const struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->flow != NULL) {
            return true;
        }
    }
    return false;
}

void emit_flow_options(struct text *out, const struct model *model)
{
    if (!has_flow(model)) {
        return;
    }
    text_puts(out, "//coop option -DCOOP_FLOW=1\n");
    for (size_t i = 0; i < model->defines.count; ++i) {
        if (is_flow_define(model->defines.items[i])) {
            text_printf(out, "//coop option -D%s\n", model->defines.items[i]);
        }
    }
}

static size_t argument_offset(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->arguments.members.count; ++i) {
        if (kernel->arguments.members.items[i].variable == kernel->flowgraph) {
            return kernel->arguments.members.items[i].offset;
        }
    }
    return 0;
}

void emit_flow(struct text *out, const struct model *model)
{
    if (!has_flow(model)) {
        return;
    }
    text_puts(
        out,
        "\nstatic uint coop_module_flow_at(uint kernel_index)\n{\n    switch COOP_PLAIN(kernel_index) {\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->flow != NULL) {
            text_printf(out, "    case %zu:\n        return %zu;\n", i,
                        argument_offset(model->kernels.items[i]));
        }
    }
    text_puts(out,
              "    default:\n        return ~0u;\n    }\n}\n\n"
              "static local struct coop_flow *coop_module_flow(uint kernel_index,\n"
              "                                                local union coop_module_locals *locals)\n{\n"
              "    switch COOP_PLAIN(kernel_index) {\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct kernel *kernel = model->kernels.items[i];

        if (kernel->flow != NULL) {
            text_printf(out, "    case %zu:\n        return &locals->k%zu.%s;\n", i, i, kernel->flow->field);
        }
    }
    text_puts(out, "    default:\n        return (local struct coop_flow *)0;\n    }\n}\n");
}
