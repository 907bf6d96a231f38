/* What coopc refuses in the parsed files, and of the sizes of what it makes of them. */
#include "coopc/check/check.h"
#include "coopc/check/element.h"

#include <string.h>

#include "coop/shared/limits.h"
#include "coopc/check/flowgraph.h"
#include "coopc/check/function.h"
#include "coopc/check/loops.h"
#include "coopc/check/message.h"
#include "coopc/check/names.h"
#include "coopc/check/work.h"
#include "coopc/diag/diag.h"

static const char *const size_attributes[] = {"reqd_work_group_size", "__reqd_work_group_size__", NULL};

/* Where the attribute stands, if it is in the kernel's head; else the kernel's name. */
static size_t place_of_size(const struct kernel *kernel)
{
    const struct tokens *tokens = &kernel->source->tokens;

    for (size_t i = token_at(tokens, kernel->begin); i < token_at(tokens, kernel->function->body); ++i) {
        if (string_is_one_of(token_spelling(tokens, i), size_attributes)) {
            return tokens->list.items[i].begin;
        }
    }
    return kernel->function->offset;
}

/* A macro or an earlier declaration may hold the attribute. */
static void check_required_size(const struct kernel *kernel)
{
    bool is_regular = kernel->function->kind == FUNCTION_REGULAR;

    if (is_regular && kernel->requires_sizes) {
        diag_warning(WARNING_IGNORED_ATTRIBUTE, kernel->source, place_of_size(kernel),
                     "write the same size in all of them.",
                     "the declarations of '%s' require different local sizes; %zu, %zu, %zu holds",
                     kernel->name, kernel->local_items[0], kernel->local_items[1], kernel->local_items[2]);
    }
    if (!kernel->requires_size || (is_regular && kernel->local_items[0] > 0)) {
        return;
    }
    diag_warning(WARNING_IGNORED_ATTRIBUTE, kernel->source, place_of_size(kernel),
                 is_regular ? "write three numbers, or macros that are numbers."
                            : "leave it out: the local size is that of the run (coop_run_options).",
                 "%s has no effect: %s", size_attributes[0],
                 is_regular ? "coopc cannot read its numbers" : "the kernel becomes part of the megakernel");
}

/* Attributes in front of a kernel go with its head. */
static void check_attributes(const struct kernel *kernel)
{
    static const char *const ignored[] = {"work_group_size_hint", "vec_type_hint", NULL};
    const struct tokens *tokens = &kernel->source->tokens;

    check_required_size(kernel);
    for (size_t i = token_at(tokens, kernel->begin); i < token_at(tokens, kernel->function->body); ++i) {
        if (string_is_one_of(token_spelling(tokens, i), ignored)) {
            diag_warning(WARNING_IGNORED_ATTRIBUTE, kernel->source, tokens->list.items[i].begin,
                         kernel->function->kind == FUNCTION_REGULAR
                             ? "leave it out, and choose the local size at launch."
                             : "leave it out: the local size is that of the run (coop_run_options).",
                         "%s has no effect: the kernel becomes part of the megakernel",
                         token_spelling(tokens, i));
        }
    }
}

/* Depth-first over calls, from file to file: visit is 1 on the way down, 2 when done. */
static void check_recursion(const struct model *model, struct function *function)
{
    function->visit = 1;
    for (size_t i = 0; i < function->calls.count; ++i) {
        struct call *call = &function->calls.items[i];
        struct function *callee = call->function == NULL ? NULL : find_definition(model, call->function);

        if (callee != NULL && callee->visit == 1) {
            diag_error(ERROR_RECURSION, function->source, call->offset, "write a loop.",
                       "'%s' calls itself, directly or through others; OpenCL C has no recursion",
                       callee->name);
        } else if (callee != NULL && callee->visit == 0) {
            check_recursion(model, callee);
        }
    }
    function->visit = 2;
}

static bool is_macro(const struct unit *unit, const char *name)
{
    for (size_t i = 0; i < unit->names.count; ++i) {
        if (unit->names.items[i].kind == NAME_MACRO && strcmp(unit->names.items[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void check_group_helper(const struct unit *unit, const struct function *function)
{
    if (!function->is_editable) {
        diag_error(
            ERROR_FUNCTION_FROM_MACRO, function->source, function->offset,
            "write the function out, or move away what is in the way: directives among the macro's "
            "arguments, a name of the compiler's, like __LINE__, that becomes a string or part of a name, a "
            "word over two lines, or "
            "push_macro in front of it.",
            "a macro expansion declares '%s', which uses work-item functions, and coopc cannot put its "
            "text in its place",
            function->name);
    } else if (!has_usual_form(function)) {
        diag_error(ERROR_UNUSUAL_DECLARATION, function->source, function->offset,
                   "write the parameters, with their types, directly behind the name.",
                   "'%s' uses work-item functions and is declared in an unusual form", function->name);
    }
    if (is_macro(unit, function->name)) {
        diag_error(ERROR_HELPER_AND_MACRO, function->source, function->offset, "give the macro another name.",
                   "'%s' uses work-item functions and is also the name of a macro", function->name);
    }
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *other = unit->functions.items[i];

        if (other->canonical != function->canonical && strcmp(other->name, function->name) == 0) {
            diag_error(ERROR_OVERLOADED_HELPER, function->source, function->offset,
                       "give the overloads different names.",
                       "'%s' is overloaded and uses work-item functions", function->name);
            return;
        }
    }
}

static void check_unit(const struct model *model, const struct unit *unit)
{
    check_names(unit);
    check_elements(unit, true);
    for (size_t i = 0; i < unit->functions.count; ++i) {
        struct function *function = unit->functions.items[i];

        check_function(model, unit, function);
        check_loops(model, unit, function);
        if (function->has_body && function->visit == 0) {
            check_recursion(model, function);
        }
        if (function->canonical->needs_group && !function->canonical->splits) {
            check_group_helper(unit, function);
        }
    }
}

void check_model(const struct model *model)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        check_unit(model, model->units.items[i]);
        for (size_t j = 0; j < i; ++j) {
            check_clash(model->units.items[j], model->units.items[i]);
            check_unguarded(model->units.items[j], model->units.items[i]);
            check_headers_agree(model->units.items[j], model->units.items[i]);
        }
    }
    for (size_t i = 0; i < model->kernels.count; ++i) {
        check_attributes(model->kernels.items[i]);
        check_work(model->kernels.items[i]);
        check_flowgraph(model->kernels.items[i]);
        check_message(model->kernels.items[i]);
        if (model->kernels.items[i]->stages != NULL) {
            check_stages(model->kernels.items[i]);
        }
    }
    check_item_tasks(model);
    check_handlers(model);
    check_work_is_there(model);
    check_flowgraph_is_there(model);
    if (model->kernels.count > COOP_KERNELS_MAX) {
        const struct kernel *kernel = model->kernels.items[COOP_KERNELS_MAX];

        diag_error(ERROR_TOO_MANY_KERNELS, kernel->source, kernel->function->offset,
                   "split the files over several modules.", "a module has at most %d kernels",
                   COOP_KERNELS_MAX);
    }
}

static const struct variable *largest_of(const struct layout *layout)
{
    const struct variable *largest = layout->members.items[0].variable;

    for (size_t i = 1; i < layout->members.count; ++i) {
        const struct variable *variable = layout->members.items[i].variable;

        largest = variable->type.size > largest->type.size ? variable : largest;
    }
    return largest;
}

void check_sizes(const struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct kernel *kernel = model->kernels.items[i];

        if (strlen(kernel->name) > COOP_KERNEL_NAME_MAX) {
            diag_error(ERROR_LONG_NAME, kernel->source, kernel->function->offset, "choose a shorter one.",
                       "the name of this kernel has %zu characters; at most %d are possible",
                       strlen(kernel->name), COOP_KERNEL_NAME_MAX);
        }
        if (kernel->arguments.size > COOP_ARGS_BYTES_MAX) {
            diag_error(ERROR_TOO_MANY_ARGUMENTS, kernel->source, kernel->function->offset,
                       "pass some of them in a buffer.",
                       "the parameters of '%s' take %zu bytes; at most %d are possible", kernel->name,
                       kernel->arguments.size, COOP_ARGS_BYTES_MAX);
        }
        if (kernel->transmits.size > COOP_TRANSMIT_BYTES_MAX) {
            diag_error(
                ERROR_TOO_MUCH_TRANSMIT, kernel->source, kernel->function->offset,
                kernel->transmits_live
                    ? "declare what is not needed behind the fork point in a block of its own, or keep the "
                      "values in a buffer."
                    : "transmit less, or keep the values in a buffer and transmit an index.",
                "the transmit variables of '%s' take %zu bytes, the largest, '%s', %zu; at most %d are "
                "possible",
                kernel->name, kernel->transmits.size, largest_of(&kernel->transmits)->name,
                largest_of(&kernel->transmits)->type.size, COOP_TRANSMIT_BYTES_MAX);
        }
    }
}
