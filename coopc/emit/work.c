/* Work queues in the module. */
#include "coopc/emit/work.h"

bool is_work_define(const char *define)
{
    return string_begins(define, "COOP_WORK_");
}

static bool has_work(const struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->work != NULL) {
            return true;
        }
    }
    return false;
}

void emit_work_options(struct text *out, const struct model *model)
{
    if (!has_work(model)) {
        return;
    }
    text_puts(out, "//coop option -DCOOP_WORK=1\n");
    for (size_t i = 0; i < model->defines.count; ++i) {
        if (is_work_define(model->defines.items[i])) {
            text_printf(out, "//coop option -D%s\n", model->defines.items[i]);
        }
    }
}

static size_t argument_offset(const struct kernel *kernel, const struct variable *variable)
{
    for (size_t i = 0; i < kernel->arguments.members.count; ++i) {
        if (kernel->arguments.members.items[i].variable == variable) {
            return kernel->arguments.members.items[i].offset;
        }
    }
    return 0;
}

void emit_work(struct text *out, const struct model *model)
{
    if (!has_work(model)) {
        return;
    }
    text_puts(
        out,
        "\nstatic uint coop_module_work_at(uint kernel_index)\n{\n    switch COOP_PLAIN(kernel_index) {\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct kernel *kernel = model->kernels.items[i];

        if (kernel->work != NULL) {
            text_printf(out, "    case %zu:\n        return %zu;\n", i,
                        argument_offset(kernel, kernel->workqueue));
        }
    }
    text_puts(out,
              "    default:\n        return ~0u;\n    }\n}\n\n"
              "static local struct coop_work *coop_module_work(uint kernel_index,\n"
              "                                                local union coop_module_locals *locals)\n{\n"
              "    switch COOP_PLAIN(kernel_index) {\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct kernel *kernel = model->kernels.items[i];

        if (kernel->work != NULL) {
            text_printf(out, "    case %zu:\n        return &locals->k%zu.%s;\n", i, i, kernel->work->field);
        }
    }
    text_puts(out, "    default:\n        return (local struct coop_work *)0;\n    }\n}\n");
}
