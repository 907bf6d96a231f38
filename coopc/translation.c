/* One translation in this process: from the files of a command to the texts that it asks for. */
#include "coopc/translation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "coop/shared/limits.h"
#include "coopc/check/check.h"
#include "coopc/check/fork.h"
#include "coopc/check/hazards.h"
#include "coopc/check/kernel.h"
#include "coopc/check/names.h"
#include "coopc/collective/lower.h"
#include "coopc/delivery.h"
#include "coopc/dependencies.h"
#include "coopc/diag/diag.h"
#include "coopc/emit/embed.h"
#include "coopc/emit/emit.h"
#include "coopc/emit/header.h"
#include "coopc/lower/address.h"
#include "coopc/lower/flatten.h"
#include "coopc/lower/helpers.h"
#include "coopc/lower/inline.h"
#include "coopc/lower/recompute.h"
#include "coopc/lower/variables.h"
#include "coopc/model/collect.h"
#include "coopc/model/conditionals.h"
#include "coopc/model/dump.h"
#include "coopc/model/group.h"
#include "coopc/model/stages.h"
#include "coopc/model/unfold.h"
#include "coopc/parse/parse.h"
#include "coopc/parse/statements.h"
#include "coopc/same_file.h"
#include "coopc/task/edge.h"
#include "coopc/task/emit.h"
#include "coopc/task/header.h"

static void argument_add(struct command *command, const char *argument)
{
    *LIST_ADD(&command->arguments.list) = argument;
}

/* coop/kernel.clh is found beside the program: in the build tree and where it is installed. */
static void add_include_paths(struct command *command)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    if (length > 0) {
        char *slash;

        path[length] = '\0';
        slash = strrchr(path, '/');
        if (slash != NULL) {
            *slash = '\0';
            argument_add(command, string_printf("-I%s/../include", path));
            argument_add(command, string_printf("-I%s/../../include", path));
        }
    }
#ifdef COOP_INCLUDE_DIR
    argument_add(command, "-I" COOP_INCLUDE_DIR);
#endif
}

static bool is_output(const struct command *command, const char *path)
{
    struct output outputs[OUTPUT_COUNT];

    command_outputs(command, outputs);
    for (size_t i = 0; i < OUTPUT_COUNT; ++i) {
        if (outputs[i].path != NULL && is_same_file(outputs[i].path, path)) {
            return true;
        }
    }
    return false;
}

/* No file may be overwritten by its own translation. */
static bool check_files(const struct command *command)
{
    for (size_t i = 0; i < command->model.units.count; ++i) {
        const struct unit *unit = command->model.units.items[i];

        for (size_t j = 0; j < unit->sources.count; ++j) {
            const struct source *source = unit->sources.items[j];

            if (is_output(command, source->path)) {
                (void)command_refuse("an output would overwrite an input: ", source->path);
                return false;
            }
        }
    }
    return true;
}

/* Each time a file may show more: a reading of a file that is included several times, for one. */
enum { UNFOLDINGS_MAX = 8 };

/* A definition for the module, unless the command line has one of the name. */
static void define_once(struct command *command, const char *name, size_t value)
{
    const char *definition = string_printf("%s=%zu", name, value);

    for (size_t i = 0; i < command->model.defines.count; ++i) {
        if (string_begins(command->model.defines.items[i], name)) {
            return;
        }
    }
    *LIST_ADD(&command->model.defines) = definition;
    argument_add(command, string_printf("-D%s", definition));
}

/* What the device's headers need to know of a module with tasks. */
static void define_tasks(struct command *command, const struct tasks *tasks)
{
    size_t edge_count = edges_of(tasks).list.count;

    define_once(command, "COOP_FLOW_CLOSURES", 1024);
    if (tasks->channel_count > COOP_FLOW_CHANNELS_DEFAULT) {
        define_once(command, "COOP_FLOW_CHANNELS", tasks->channel_count);
    }
    if (edge_count > COOP_FLOW_EDGES_DEFAULT) {
        define_once(command, "COOP_FLOW_EDGES", edge_count);
    }
}

/* Refuses what would clash with the names of the text that is read next, while messages can still say so. */
static bool names_are_reserved(const struct unit *unit)
{
    check_names(unit);
    return diag_error_count() > 0;
}

/* Tasks become functions of channels, and the file is read again. */
static void lower_tasks(struct command *command, size_t index, struct unfolded_files *files)
{
    struct model *model = &command->model;
    struct tasks *tasks = diag_error_count() > 0 ? NULL : tasks_lower(model->units.items[index], files);
    struct unit *unit;

    if (tasks == NULL || names_are_reserved(model->units.items[index])) {
        return;
    }
    if (model->tasks != NULL) {
        const struct function *second = tasks->list.items[0]->function;

        diag_error(ERROR_TASK_FORM, second->source, second->offset,
                   "put all tasks of a module into one file and its headers.",
                   "'%s' is a task, and another file of the module has tasks, too", second->name);
        return;
    }
    model->tasks = tasks;
    define_tasks(command, tasks);
    unit = parse_unit(command->inputs.items[index], &command->arguments, files);
    if (unit != NULL) {
        model->units.items[index] = unit;
    }
}

/* Collective functions become steps, and the file is read again. */
static void lower_collectives(struct command *command, size_t index, struct unfolded_files *files)
{
    struct model *model = &command->model;
    struct unit *unit;

    if (diag_error_count() > 0 || !collectives_lower(model->units.items[index], files) ||
        names_are_reserved(model->units.items[index])) {
        return;
    }
    if (!model->has_collectives) {
        argument_add(command, "-include");
        argument_add(command, "coop/device/collective.clh");
    }
    model->has_collectives = true;
    unit = parse_unit(command->inputs.items[index], &command->arguments, files);
    if (unit != NULL) {
        model->units.items[index] = unit;
        inline_mark(model); /* what calls of helpers are is asked of tasks next */
    }
}

/* Reads those files again in which macros make functions that coopc edits. */
static void unfold_all(struct command *command)
{
    struct model *model = &command->model;

    for (size_t i = 0; i < model->units.count; ++i) {
        struct unfolded_files files = {.list = {NULL, 0, 0}};

        for (int round = 0; round < UNFOLDINGS_MAX && diag_error_count() == 0; ++round) {
            struct unit *unit;

            inline_mark(model);
            group_mark(model);
            if (!unfold(model, model->units.items[i], &files)) {
                break;
            }
            unit = parse_unit(command->inputs.items[i], &command->arguments, &files);
            if (unit == NULL) {
                break;
            }
            model->units.items[i] = unit;
        }
        lower_collectives(command, i, &files);
        lower_tasks(command, i, &files);
    }
}

/* Seats of a module with item tasks (device/seats.clh): as many as most work-groups have work-items. */
static const char seats[] = "COOP_WORK_EACH_TASKS=256";

static bool names_item_tasks(const struct unit *unit)
{
    for (size_t i = 0; i < unit->names.count; ++i) {
        if (unit->names.items[i].kind == NAME_ENUMERATOR &&
            string_begins(unit->names.items[i].name, WORK_ITEM_TASK)) {
            return true;
        }
    }
    return false;
}

/* A module with item tasks has seats for them in local memory: the files are read again with these. */
static void define_seats(struct command *command)
{
    struct model *model = &command->model;
    bool has_item_tasks = false;

    for (size_t i = 0; i < model->units.count; ++i) {
        has_item_tasks |= names_item_tasks(model->units.items[i]);
    }
    for (size_t i = 0; i < model->defines.count; ++i) {
        has_item_tasks &= !string_begins(model->defines.items[i], "COOP_WORK_EACH_TASKS");
    }
    if (!has_item_tasks) {
        return;
    }
    *LIST_ADD(&model->defines) = seats;
    argument_add(command, string_printf("-D%s", seats));
    for (size_t i = 0; i < model->units.count; ++i) {
        struct unfolded_files none = {.list = {NULL, 0, 0}};
        struct unit *unit = parse_unit(command->inputs.items[i], &command->arguments, &none);

        if (unit != NULL) {
            model->units.items[i] = unit;
        }
    }
}

int translation_read(struct command *command)
{
    argument_add(command, "-xcl");
    argument_add(command, command->standard == NULL ? "-cl-std=CL3.0" : command->standard);
    argument_add(command, "-DCOOP_TRANSLATOR");
    if (command->arguments.has_no_generic_space) { /* and what stands on it */
        argument_add(command, "-Xclang");
        argument_add(command, "-cl-ext=-__opencl_c_generic_address_space,-__opencl_c_pipes,"
                              "-__opencl_c_device_enqueue");
    }
    add_include_paths(command);
    for (size_t i = 0; i < command->inputs.count; ++i) {
        struct unfolded_files none = {.list = {NULL, 0, 0}};
        struct unit *unit = parse_unit(command->inputs.items[i], &command->arguments, &none);

        if (unit == NULL) {
            fprintf(stderr, "coopc: cannot read %s\n", command->inputs.items[i]);
            return EXIT_FILES;
        }
        *LIST_ADD(&command->model.units) = unit;
    }
    return check_files(command) ? 0 : EXIT_USAGE;
}

/* Reads every file, and again what macros make of it. 0, or the exit status. */
static int parse_all(struct command *command)
{
    int status = translation_read(command);

    if (status != 0) {
        return status;
    }
    if (diag_error_count() == 0) {
        define_seats(command);
        unfold_all(command);
    }
    if (diag_error_count() == 0 && delivery_is_needed(&command->model)) {
        struct unit *unit = delivery_unit(&command->arguments);

        if (unit == NULL) {
            fprintf(stderr, "coopc: cannot read coop/message.clh\n");
            return EXIT_FILES;
        }
        *LIST_ADD(&command->model.units) = unit;
    }
    return diag_error_count() > 0 ? EXIT_DIAGNOSTICS : 0;
}

static void take_apart(const struct model *model, struct kernel *kernel)
{
    flatten(kernel);
    variables_place(kernel);
    fork_transmit(kernel);
    layout_measure(kernel, model->local_room);
    recompute_find(kernel);
}

static void sort_edits(struct model *model)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        for (size_t j = 0; j < model->units.items[i]->sources.count; ++j) {
            edits_sort(model->units.items[i]->sources.items[j]);
        }
    }
}

/* From the parsed files to the edited model. 0, or the exit status. */
static int edit_all(struct model *model)
{
    bool has_trees;
    bool is_sound;

    inline_mark(model);
    group_mark(model);
    for (size_t i = 0; i < model->units.count; ++i) {
        conditionals_resolve(model->units.items[i]);
        collect(model, model->units.items[i]);
        inline_remove(model->units.items[i]);
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        stages_find(model, model->kernels.items[i]);
    }
    check_model(model);
    has_trees = diag_error_count() == 0;
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->function->is_editable && model->kernels.items[i]->function->has_braces) {
            statement_parse(model->kernels.items[i]);
        }
    }
    has_trees &= diag_error_count() == 0;
    for (size_t i = 0; i < model->kernels.count && has_trees; ++i) {
        inline_calls(model, model->kernels.items[i]);
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        struct kernel *kernel = model->kernels.items[i];

        kernel->tokens.text = kernel->source->text; /* which copies of helpers may have moved */
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        check_kernel(model->kernels.items[i]);
    }
    if (diag_error_count() > 0) {
        return EXIT_DIAGNOSTICS;
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        take_apart(model, model->kernels.items[i]);
    }
    check_sizes(model);
    is_sound = diag_error_count() == 0;
    for (size_t i = 0; i < model->kernels.count && is_sound; ++i) {
        check_hazards(model, model->kernels.items[i]);
    }
    address_mark(model);
    for (size_t i = 0; i < model->units.count; ++i) {
        helpers_thread(model->units.items[i]);
    }
    sort_edits(model);
    address_edit(model);
    sort_edits(model);
    return diag_has_failed() ? EXIT_DIAGNOSTICS : 0;
}

/* The module as a C file, which says what it was made from. */
static void emit_embedded(struct translation *translation, const struct command *command)
{
    const char *origin = command->output != NULL ? command->output : command->inputs.items[0];

    embed_emit(&translation->embed, &translation->module, command->embed, origin);
    embed_emit_header(&translation->embed_header, command->embed, origin);
}

int translation_run(struct command *command, struct translation *translation)
{
    bool makes_module = command->output != NULL || command->embed != NULL;
    int status = parse_all(command);
    struct text tasks = {0};

    if (status == 0) {
        status = edit_all(&command->model);
    }
    if (status == 0 && makes_module && command->model.kernels.count == 0) {
        diag_error(
            ERROR_NO_KERNEL, command->model.units.items[0]->main, 0,
            "mark a function with kernel or coop_kernel, or include this file in one that has a kernel.",
            "there is no kernel, and a module has one");
        status = EXIT_DIAGNOSTICS;
    }
    if (status != 0) {
        return status;
    }
    if (command->dumps_model) {
        dump_model(&translation->dump, &command->model);
    }
    if (makes_module) {
        emit_module(&translation->module, &command->model);
        tasks_emit_header(&tasks, command->model.tasks);
        header_emit(&translation->header, &command->model, command->header == NULL ? "" : command->header,
                    &tasks);
        if (command->embed != NULL) {
            emit_embedded(translation, command);
        }
        dependencies_emit(&translation->depfile, command);
        dependencies_emit_rules(&translation->deps, command);
    }
    return 0;
}

void translation_release(void)
{
    diag_reset();
    warnings_reset();
    memory_release();
}
