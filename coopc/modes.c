/* `coopc --elements`: from marked structs to accessors. */
#include "coopc/modes.h"

#include "coopc/check/element.h"
#include "coopc/check/names.h"
#include "coopc/dependencies.h"
#include "coopc/diag/diag.h"
#include "coopc/emit/accessors.h"
#include "coopc/emit/element_header.h"
#include "coopc/emit/node.h"
#include "coopc/lower/variables.h"
#include "coopc/model/collect.h"
#include "coopc/model/conditionals.h"

#include <string.h>

/* The mark needs no #include in the user's header. */
static void define_mark(struct command *command)
{
    *LIST_ADD(&command->arguments.list) = "-include";
    *LIST_ADD(&command->arguments.list) = "coop/element.h";
}

/* The outputs include the inputs by their names without folders. */
static int check_outputs(const struct command *command)
{
    for (size_t i = 0; i < command->inputs.count; ++i) {
        const char *input = accessors_file(command->inputs.items[i]);

        if ((command->header != NULL && strcmp(accessors_file(command->header), input) == 0) ||
            strcmp(accessors_file(command->output), input) == 0) {
            return command_refuse("an output would include itself instead of the input of its name: ", input);
        }
    }
    return 0;
}

/* 0, or the exit status. */
static int check_units(const struct command *command)
{
    size_t count = 0;

    for (size_t i = 0; i < command->model.units.count && diag_error_count() == 0; ++i) {
        struct unit *unit = command->model.units.items[i];

        check_names(unit);
        check_elements(unit, !command->has_no_doubles);
        count += unit->elements.count;
        for (size_t j = 0; j < unit->elements.count; ++j) {
            element_measure(&unit->elements.items[j]);
        }
        for (size_t j = 0; j < i; ++j) {
            check_clash(command->model.units.items[j], unit);
        }
    }
    if (diag_error_count() == 0 && count == 0) {
        return command_refuse("no struct is marked with coop_elements in ", command->inputs.items[0]);
    }
    return diag_has_failed() ? EXIT_DIAGNOSTICS : 0;
}

int elements_run(struct command *command, struct translation *translation)
{
    int status = check_outputs(command);

    if (status == 0) {
        define_mark(command);
        status = translation_read(command);
    }
    if (status == 0) {
        status = check_units(command);
    }
    if (status == 0) {
        const struct unit *const *units = (const struct unit *const *)command->model.units.items;
        size_t count = command->model.units.count;

        accessors_emit(&translation->module, units, count, command->output);
        element_header_emit(&translation->header, units, count,
                            command->header == NULL ? "" : command->header);
        dependencies_emit(&translation->depfile, command);
        dependencies_emit_rules(&translation->deps, command);
    }
    return status;
}

/* `coopc --nodes`: the kernels stay as they are, and only their parameters are looked at. */

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
