/* `coopc --nodes`: the kernels stay as they are, and only their parameters are looked at. */
#include "coopc/nodes.h"

#include "coopc/dependencies.h"
#include "coopc/diag/diag.h"
#include "coopc/emit/node.h"
#include "coopc/lower/layout.h"
#include "coopc/model/collect.h"
#include "coopc/model/conditionals.h"

/* 0, or the exit status. */
static int check_kernels(const struct command *command)
{
    const struct model *model = &command->model;
    size_t count = 0;

    for (size_t i = 0; i < model->kernels.count; ++i) {
        count += node_refusal(model->kernels.items[i]) == NULL;
    }
    return count > 0 ? 0 : command_refuse("no kernel has a tensor or a scalar in ", command->inputs.items[0]);
}

int nodes_run(struct command *command, struct translation *translation)
{
    struct model *model = &command->model;
    int status = translation_read(command);

    if (status == 0 && diag_error_count() > 0) {
        status = EXIT_DIAGNOSTICS;
    }
    for (size_t i = 0; i < model->units.count && status == 0; ++i) {
        conditionals_resolve(model->units.items[i]);
        collect(model, model->units.items[i]);
    }
    for (size_t i = 0; i < model->kernels.count && status == 0; ++i) {
        layout_measure(model->kernels.items[i], model->local_room);
    }
    if (status == 0) {
        status = diag_has_failed() ? EXIT_DIAGNOSTICS : check_kernels(command);
    }
    if (status == 0) {
        nodes_emit(&translation->module, model, command->output);
        dependencies_emit(&translation->depfile, command);
        dependencies_emit_rules(&translation->deps, command);
    }
    return status;
}
