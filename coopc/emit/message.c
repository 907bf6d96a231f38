/* Messages in the module. */
#include "coopc/emit/message.h"

#include <string.h>

bool is_message_define(const char *define)
{
    return string_begins(define, "COOP_MESSAGE_");
}

static bool has_messages(const struct model *model)
{
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->messages != NULL) {
            return true;
        }
    }
    return false;
}

/* Which enumerator numbers a handler; each of them once, though many files may include their header. */
static const char *handler_of(const struct model *model, size_t unit, size_t name)
{
    const struct name *found = &model->units.items[unit]->names.items[name];

    if (found->kind != NAME_ENUMERATOR || !string_begins(found->name, MESSAGE_HANDLER)) {
        return NULL;
    }
    for (size_t i = 0; i < unit; ++i) {
        for (size_t j = 0; j < model->units.items[i]->names.count; ++j) {
            if (strcmp(model->units.items[i]->names.items[j].name, found->name) == 0) {
                return NULL;
            }
        }
    }
    return found->name + strlen(MESSAGE_HANDLER);
}

static void emit_handler_cases(struct text *out, const struct model *model)
{
    for (size_t i = 0; i < model->units.count; ++i) {
        for (size_t j = 0; j < model->units.items[i]->names.count; ++j) {
            const char *name = handler_of(model, i, j);

            if (name != NULL) {
                text_printf(out, "    COOP_HANDLER_CASE(, %s)\n", name);
            }
        }
    }
}

/* COOP_HANDLERS_IN_TURN, COOP_HANDLERS_AT_ONCE; 0: none. */
static int kinds_of_handlers(const struct model *model)
{
    int kinds = 0;

    for (size_t i = 0; i < model->units.count; ++i) {
        for (size_t j = 0; j < model->units.items[i]->names.count; ++j) {
            if (handler_of(model, i, j) != NULL) {
                kinds |= handler_is_at_once(&model->units.items[i]->names.items[j]) ? COOP_HANDLERS_AT_ONCE
                                                                                    : COOP_HANDLERS_IN_TURN;
            }
        }
    }
    return kinds;
}

static void emit_handlers(struct text *out, const struct model *model)
{
    if (kinds_of_handlers(model) == 0) {
        return;
    }
    text_puts(out, "\nstatic void coop_module_handle(local struct coop_messages *in, uint handler,\n"
                   "                               private const coop_task_word *words)\n{\n"
                   "    switch COOP_PLAIN(handler) {\n");
    emit_handler_cases(out, model);
    text_puts(out, "    default:\n        coop_messages_fail(in, COOP_FAILURE_MESSAGE_CALL, handler, 0ul);\n"
                   "        break;\n    }\n}\n");
}

void emit_message_options(struct text *out, const struct model *model)
{
    if (!has_messages(model)) {
        return;
    }
    text_puts(out, "//coop option -DCOOP_MESSAGE=1\n");
    if (kinds_of_handlers(model) != 0) {
        text_printf(out, "//coop option -DCOOP_HANDLERS=%d\n", kinds_of_handlers(model));
    }
    for (size_t i = 0; i < model->defines.count; ++i) {
        if (is_message_define(model->defines.items[i])) {
            text_printf(out, "//coop option -D%s\n", model->defines.items[i]);
        }
    }
}

static size_t argument_offset(const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->arguments.members.count; ++i) {
        if (kernel->arguments.members.items[i].variable == kernel->network) {
            return kernel->arguments.members.items[i].offset;
        }
    }
    return 0;
}

void emit_messages(struct text *out, const struct model *model)
{
    if (!has_messages(model)) {
        return;
    }
    text_puts(out, "\nstatic uint coop_module_messages_at(uint kernel_index)\n{\n"
                   "    switch COOP_PLAIN(kernel_index) {\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        if (model->kernels.items[i]->messages != NULL) {
            text_printf(out, "    case %zu:\n        return %zu;\n", i,
                        argument_offset(model->kernels.items[i]));
        }
    }
    text_puts(out, "    default:\n        return ~0u;\n    }\n}\n\n"
                   "static local struct coop_messages *coop_module_messages(uint kernel_index,\n"
                   "                                                        local union coop_module_locals "
                   "*locals)\n{\n"
                   "    switch COOP_PLAIN(kernel_index) {\n");
    for (size_t i = 0; i < model->kernels.count; ++i) {
        const struct kernel *kernel = model->kernels.items[i];

        if (kernel->messages != NULL) {
            text_printf(out, "    case %zu:\n        return &locals->k%zu.%s;\n", i, i,
                        kernel->messages->field);
        }
    }
    text_puts(out, "    default:\n        return (local struct coop_messages *)0;\n    }\n}\n");
    emit_handlers(out, model);
}
