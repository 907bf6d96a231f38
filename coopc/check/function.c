/* What coopc refuses of a function: calls, parameters, transmitted variables. */
#include "coopc/check/function.h"

#include <string.h>

#include "coopc/check/variant.h"
#include "coopc/diag/diag.h"
#include "coopc/model/group.h"
#include "coopc/model/sites.h"

static void check_collective(const struct function *function, const struct call *call)
{
    bool is_collective = string_begins(call->name, "work_group_") ||
                         string_begins(call->name, "async_work_group_") ||
                         strcmp(call->name, "wait_group_events") == 0;

    if (call->function == NULL && call->operation == OPERATION_NONE && is_collective) {
        diag_error(
            ERROR_COLLECTIVE, function->source, call->offset, "write it out with local memory and barriers.",
            "'%s' waits for the whole work-group, and coopc cannot split a kernel inside it", call->name);
    }
}

static void check_definition(const struct model *model, const struct function *function,
                             const struct call *call)
{
    if (call->function != NULL && find_definition(model, call->function) == NULL) {
        diag_warning(WARNING_UNDEFINED_FUNCTION, function->source, call->offset,
                     "give coopc the file that defines it.",
                     "'%s' is declared and called, but no file of the module defines it", call->name);
    }
}

static void check_calls(const struct model *model, const struct function *function)
{
    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];

        check_collective(function, call);
        check_definition(model, function, call);
        if (operation_is_primitive(call->operation) && function->kind == FUNCTION_HELPER) {
            diag_error(ERROR_PRIMITIVE_IN_HELPER, function->source, call->offset,
                       "split the helper at the call into two helpers, and write the call in the kernel "
                       "between them.",
                       "the helper '%s' calls the primitive '%s', which only the body of a kernel may call",
                       function->name, call->name);
        }
        if (operation_is_primitive(call->operation) && function->kind == FUNCTION_REGULAR) {
            diag_error(ERROR_PRIMITIVE_IN_REGULAR, function->source, call->offset,
                       "declare the kernel coop_kernel, or leave the call out.",
                       "'%s' is called in the regular kernel '%s', but only a cooperative kernel may call it",
                       call->name, function->name);
        }
        if (call->function != NULL && call->function->canonical->kind != FUNCTION_HELPER) {
            diag_error(ERROR_KERNEL_CALL, function->source, call->offset,
                       "move the shared code into a helper that both call.", "'%s' calls the kernel '%s'",
                       function->name, call->name);
        }
    }
}

static void check_transmit(const struct function *function, const struct variable *variable)
{
    const struct source *source = function->source;
    const struct type *type = &variable->type;

    if (function->kind != FUNCTION_COOPERATIVE) {
        diag_error(ERROR_TRANSMIT_IN_REGULAR, source, variable->offset, "leave transmit out.",
                   "'%s' is declared transmit, but '%s' is not a cooperative kernel", variable->name,
                   function->name);
    } else if (variable->is_parameter) {
        diag_error(ERROR_TRANSMIT_PARAMETER, source, variable->offset, "leave transmit out.",
                   "parameter '%s' is declared transmit, but every work-group has the launched value already",
                   variable->name);
    } else if (!variable->is_root) {
        diag_error(ERROR_TRANSMIT_IN_BLOCK, source, variable->offset,
                   "declare it at the top level of the kernel's body.",
                   "'%s' is declared transmit inside a block, but only variables of the kernel's outermost "
                   "block are transmitted",
                   variable->name);
    } else if (type->holds_local_pointer || type->holds_private_pointer) {
        diag_error(ERROR_TRANSMIT_POINTER, source, variable->offset,
                   "transmit an index instead, or write the pointer's address space (global or constant).",
                   "'%s' is declared transmit, but may point to local or private memory, which another "
                   "work-group does not share",
                   variable->name);
    } else if (type->space == SPACE_LOCAL || type->space == SPACE_CONSTANT || variable->is_static) {
        diag_error(ERROR_TRANSMIT_NOT_PRIVATE, source, variable->offset, "leave transmit out.",
                   "'%s' is declared transmit, but only private variables are transmitted", variable->name);
    } else if (type->shape == SHAPE_OPAQUE) {
        diag_error(ERROR_TRANSMIT_TYPE, source, variable->offset, "leave transmit out.",
                   "'%s' has a type that cannot be transmitted", variable->name);
    }
}

/* OpenCL hands such objects to a program's kernel alone, and the module's kernels are functions. */
static void refuse_opaque(const struct function *function, const struct variable *variable)
{
    static const struct {
        const char *part; /* of the type's name */
        const char *object;
        const char *remedy;
    } kinds[] = {
        {"image", "an image", "pass a buffer with the pixels, and the sizes."},
        {"sampler", "a sampler", "compute the coordinates that the sampler would, and read a buffer."},
        {"pipe", "a pipe", "pass a buffer, or use channels (coop/channel.clh)."},
        {"", "an image, sampler, pipe or queue", "pass a buffer instead."}};
    size_t kind = 0;

    while (strstr(variable->type.spelling, kinds[kind].part) == NULL) {
        ++kind;
    }
    diag_error(ERROR_OPAQUE_PARAMETER, function->source, variable->offset, kinds[kind].remedy,
               "parameter '%s' of kernel '%s' is %s, which cannot be an argument of a launch: the megakernel "
               "reads arguments from memory",
               variable->name, function->name, kinds[kind].object);
}

static void check_parameter(const struct function *function, const struct variable *variable)
{
    const struct type *type = &variable->type;

    if (type->shape == SHAPE_OPAQUE) {
        refuse_opaque(function, variable);
    } else if (variable_is_local_parameter(variable) &&
               (variable->points_to_work || variable->points_to_flow || variable->points_to_messages)) {
        diag_error(
            ERROR_LOCAL_PARAMETER, function->source, variable->offset,
            "declare it at the top of the kernel's body.",
            "parameter '%s' of kernel '%s' is the work-group's side of a %s, which belongs to the kernel",
            variable->name, function->name,
            variable->points_to_work   ? "work queue"
            : variable->points_to_flow ? "flow graph"
                                       : "net");
    } else if (type->shape == SHAPE_STRUCT && type->alignment > 16) {
        diag_error(ERROR_ALIGNED_PARAMETER, function->source, variable->offset, "pass a pointer to it.",
                   "parameter '%s' of kernel '%s' is a struct aligned to more than 16 bytes", variable->name,
                   function->name);
    }
}

static void check_ids(const struct function *function)
{
    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];
        const struct tokens *tokens = &function->source->tokens;
        size_t at = token_at(tokens, call->offset);

        if (call->function == NULL && call->is_editable &&
            string_is_one_of(call->name, work_item_functions) && token_is(tokens, at + 1, "(") &&
            (token_is(tokens, at + 2, "1") || token_is(tokens, at + 2, "2")) &&
            token_is(tokens, at + 3, ")")) {
            diag_warning(WARNING_DIMENSION, function->source, call->offset,
                         "compute the second index from the first, as coop/index.clh does.",
                         "cooperative kernels have one dimension: %s beyond dimension 0 is constant",
                         call->name);
        }
    }
}

/* Whether a helper gives up work-groups, which is refused: its callers would, too. */
static bool has_refused_helper(const struct model *model)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];

        for (size_t j = 0; j < unit->functions.count; ++j) {
            const struct function *function = unit->functions.items[j];

            for (size_t k = 0; k < function->calls.count && function->kind == FUNCTION_HELPER; ++k) {
                if (operation_shrinks(function->calls.items[k].operation)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void check_cooperative(const struct model *model, const struct function *function, bool is_given)
{
    bool shrinks = false;
    bool calls_helper = false;

    for (size_t i = 0; i < function->calls.count; ++i) {
        shrinks |= operation_shrinks(function->calls.items[i].operation);
        calls_helper |= function->calls.items[i].operation == OPERATION_CALL;
    }
    if (!shrinks && !is_given && !(calls_helper && has_refused_helper(model))) {
        diag_warning(WARNING_NEVER_SHRINKS, function->source, function->offset,
                     "call offer_kill() where a work-group may end, or use resizing_global_barrier().",
                     "cooperative kernel '%s' never gives up a work-group", function->name);
    }
    check_ids(function);
}

bool has_usual_form(const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;
    size_t open = token_at(tokens, function->offset) + 1;
    size_t close = token_match(tokens, open, tokens->list.count);
    size_t limit = close < tokens->list.count ? tokens->list.items[close].end : function->end;

    for (size_t i = 0; i < function->parameter_count; ++i) {
        if (function->variables.items[i]->offset >= limit) {
            return false;
        }
    }
    return token_is(tokens, open, "(");
}

/* Something else that is in the function's head, or reaches into it: a macro makes both. */
static const char *find_neighbour(const struct unit *unit, const struct function *function)
{
    for (size_t i = 0; i < unit->names.count; ++i) {
        const struct name *name = &unit->names.items[i];

        if (name->kind != NAME_MACRO && name->kind != NAME_ENUMERATOR && name->source == function->source &&
            name->offset >= function->begin && name->offset <= function->body &&
            strcmp(name->name, function->name) != 0) {
            return name->name[0] == '\0' ? "a type" : name->name;
        }
    }
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *other = unit->functions.items[i];

        if (other->has_body && other->source == function->source && other->begin < function->begin &&
            other->end > function->begin) {
            return other->name;
        }
    }
    return NULL;
}

/* A kernel, or a helper that is inlined, leaves the text as a whole. */
static void check_text(const struct unit *unit, const struct function *function)
{
    const char *neighbour = find_neighbour(unit, function);

    if (!function->is_editable && function->kind != FUNCTION_HELPER) {
        diag_error(
            ERROR_KERNEL_FROM_MACRO, function->source, function->offset,
            "write the kernel out, or move away what is in the way: directives among the macro's arguments, "
            "a name of the compiler's, like __LINE__, that becomes a string or part of a name, a word over "
            "two lines, or push_macro "
            "in front of it.",
            "a macro expansion declares the kernel '%s', and coopc cannot put its text in its place",
            function->name);
    } else if (function->is_editable && function->has_body && !function->has_braces) {
        diag_error(ERROR_MACRO_BRACE, function->source, function->offset, "write the braces of its body out.",
                   "a macro expansion holds a brace of '%s', which coopc splits", function->name);
    } else if (function->has_body && neighbour != NULL) {
        diag_error(ERROR_JOINT_DECLARATION, function->source, function->offset, "declare them separately.",
                   "'%s' is declared together with '%s', and coopc removes that declaration from the text",
                   function->name, neighbour);
    }
}

/* A state has its own text alone, and what a helper is called in the module stands behind its first
 * declaration. */
static void check_prototype(const struct unit *unit, const struct function *function)
{
    const char *reason = function->canonical->splits        ? "holds a barrier"
                         : function->canonical->needs_group ? "uses work-item functions"
                                                            : NULL;

    for (size_t i = 0; i < unit->functions.count && reason == NULL; ++i) {
        const struct function *around = unit->functions.items[i];

        if (around->has_body && around->source == function->source && around->begin < function->offset &&
            around->end > function->offset &&
            sites_first_split(around, (struct range){around->begin, around->end}) != NULL) {
            reason = "is declared between a function's barriers or primitives";
        }
    }
    if (reason != NULL) {
        diag_error(ERROR_BLOCK_PROTOTYPE, function->source, function->offset,
                   "declare it in front of the function.", "'%s' is declared inside a function, and %s",
                   function->name, reason);
    }
}

void check_function(const struct model *model, const struct unit *unit, const struct function *function)
{
    check_calls(model, function);
    if (function->is_in_block) {
        check_prototype(unit, function);
    }
    check_variants(function);
    if (function->is_transmit) {
        diag_error(ERROR_TRANSMIT_NOT_PRIVATE, function->source, function->offset, "leave transmit out.",
                   "the function '%s' is declared transmit, but only private variables are transmitted",
                   function->name);
    }
    for (size_t i = 0; i < function->variables.count; ++i) {
        if (function->variables.items[i]->is_transmit) {
            check_transmit(function, function->variables.items[i]);
        }
    }
    if (function->kind != FUNCTION_HELPER || function->canonical->splits) {
        check_text(unit, function);
    }
    if (function->canonical->splits && function->is_editable && !has_usual_form(function)) {
        diag_error(ERROR_UNUSUAL_DECLARATION, function->source, function->offset,
                   "write the parameters, with their types, directly behind the name.",
                   "'%s' holds a barrier and is declared in an unusual form", function->name);
    }
    if (function->kind == FUNCTION_HELPER) {
        return;
    }
    for (size_t i = 0; i < function->parameter_count && function->has_body; ++i) {
        check_parameter(function, function->variables.items[i]);
    }
    if (function->kind == FUNCTION_COOPERATIVE && function->has_body) {
        check_cooperative(model, function, unit->is_given);
    }
}
