/* What coopc refuses of a kernel's part in a net (coop/message.clh). */
#include "coopc/check/message.h"

#include <string.h>

#include "coopc/check/side.h"
#include "coopc/diag/diag.h"

static const char *const primitives[] = {"coop_messages_flush",       "coop_messages_quiet",
                                         "coop_messages_barrier",     "coop_messages_barrier_sum",
                                         "coop_messages_barrier_max", NULL};

static const struct call *find_call(const struct kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->function->calls.count; ++i) {
        const struct call *call = &kernel->function->calls.items[i];

        if (call->function == NULL && strcmp(call->name, name) == 0) {
            return call;
        }
    }
    return NULL;
}

/* The first other one, or NULL: a second struct coop_messages, or a second net among the parameters. */
static const struct variable *find_other(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[i];

        if ((variable->is_messages && !variable->is_parameter && variable != kernel->messages) ||
            (variable->is_network && variable->is_parameter && variable != kernel->network)) {
            return variable;
        }
    }
    return NULL;
}

/* The runtime reads the launched value. */
static const struct reference *find_change(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == kernel->network &&
            (reference->access == ACCESS_WRITE || reference->access == ACCESS_UPDATE ||
             reference->access == ACCESS_ADDRESS)) {
            return reference;
        }
    }
    return NULL;
}

/* What the declaration of the struct coop_messages lacks: a remedy, or NULL. */
static const char *find_lack(const struct kernel *kernel)
{
    if (kernel->function->kind != FUNCTION_COOPERATIVE) {
        return "declare the kernel coop_kernel: a regular one has no place at which its messages leave.";
    }
    if (kernel->messages->type.space != SPACE_LOCAL) {
        return "put local in front of it: otherwise every work-item has its own.";
    }
    if (kernel->network == NULL) {
        return "give the kernel a parameter global struct coop_network *net.";
    }
    return find_call(kernel, "coop_messages_begin") == NULL
               ? string_printf("write coop_messages_begin(&%s, %s); behind its declaration.",
                               kernel->messages->name, kernel->network->name)
               : NULL;
}

static void check_sides(const struct kernel *kernel)
{
    struct side side = {.object = kernel->messages,
                        .shared = kernel->network,
                        .begin = "coop_messages_begin",
                        .error = ERROR_MESSAGES};

    for (size_t i = 0; primitives[i] != NULL; ++i) {
        side.next = primitives[i];
        check_side(kernel, &side);
        side.begin = ""; /* once is enough */
    }
}

static void check_without(const struct kernel *kernel)
{
    for (size_t i = 0; primitives[i] != NULL; ++i) {
        const struct call *call = find_call(kernel, primitives[i]);

        if (call != NULL) {
            diag_error(ERROR_MESSAGES, kernel->source, call->offset,
                       "declare local struct coop_messages out; in the kernel.",
                       "'%s' calls %s, but has no struct coop_messages", kernel->name, call->name);
        }
    }
}

void check_message(const struct kernel *kernel)
{
    const struct variable *other;
    const struct reference *change;
    const char *lack;

    if (kernel->messages == NULL) {
        check_without(kernel);
        return;
    }
    lack = find_lack(kernel);
    if (lack != NULL) {
        diag_error(ERROR_MESSAGES, kernel->source, kernel->messages->offset, lack,
                   "'%s', the struct coop_messages of '%s', cannot be used as it stands",
                   kernel->messages->name, kernel->name);
        return;
    }
    other = find_other(kernel);
    if (other != NULL) {
        diag_error(ERROR_MESSAGES, kernel->source, other->offset,
                   "send everything through one struct coop_messages, to one net.",
                   "'%s' is a second part in a net of '%s'; a kernel can have only one", other->name,
                   kernel->name);
    }
    change = find_change(kernel);
    if (change != NULL) {
        diag_error(ERROR_MESSAGES, kernel->source, change->offset, "leave the parameter as it is.",
                   "'%s', the net of '%s', is changed here", kernel->network->name, kernel->name);
    }
    check_sides(kernel);
}

static bool has_function(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];

        for (size_t j = 0; j < unit->functions.count; ++j) {
            if (unit->functions.items[j]->has_body && strcmp(unit->functions.items[j]->name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* The first unit that knows the enumerator tells of it: the others include the same header. */
static bool is_first(const struct model *model, size_t unit, const char *enumerator)
{
    for (size_t i = 0; i < unit; ++i) {
        for (size_t j = 0; j < model->units.items[i]->names.count; ++j) {
            if (strcmp(model->units.items[i]->names.items[j].name, enumerator) == 0) {
                return false;
            }
        }
    }
    return true;
}

void check_handlers(const struct model *model)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        const struct unit *unit = model->units.items[i];

        for (size_t j = 0; j < unit->names.count; ++j) {
            const struct name *name = &unit->names.items[j];
            const char *handler = name->name + strlen(MESSAGE_HANDLER);

            if (name->kind == NAME_ENUMERATOR && string_begins(name->name, MESSAGE_HANDLER) &&
                is_first(model, i, name->name) && !has_function(model, handler)) {
                diag_error(ERROR_MESSAGES, name->source, name->offset,
                           string_printf("write static void %s(local struct coop_messages *in, const struct "
                                         "%s *parameters) in a file of the module.",
                                         handler, handler),
                           "%s names '%s', and the module has no such function",
                           handler_is_at_once(name) ? "coop_handlers_parallel" : "coop_handlers", handler);
            }
        }
    }
}
