/* The macros of the user's files in the module, where all files are one text.
 *
 * What a file of the command line defines ends with it. What a header defines, the macros of its helpers
 * included, stays for the files that include the header, whose text is in the module once; from the
 * others it is hidden, and it ends before the runtime goes on behind the module. The runtime itself has
 * macros of the work-item functions' names: those that a user's macro replaces come back (check.c refuses
 * such macros in headers). */
#include "coopc/emit/macros.h"

#include <string.h>

#include "coopc/emit/flowgraph.h"
#include "coopc/emit/message.h"
#include "coopc/emit/work.h"
#include "coopc/model/group.h"
#include "coopc/text/text.h"

/* Names, each once. */
struct names {
    LIST(const char *) list;
    struct set set;
};

static void names_add(struct names *names, const char *name)
{
    if (set_add(&names->set, name) == 1) {
        *LIST_ADD(&names->list) = name;
    }
}

/* Whether a definition of the command line is for the runtime's text in front of the module, which has it. */
static bool is_runtime_define(const char *define)
{
    return is_work_define(define) || is_flow_define(define) || is_message_define(define);
}

static bool is_runtime_macro(const char *name)
{
    return string_is_one_of(name, work_item_functions);
}

static bool unit_reads(const struct unit *unit, const struct source *source)
{
    for (size_t i = 0; i < unit->sources.count; ++i) {
        if (strcmp(unit->sources.items[i]->identity, source->identity) == 0) {
            return true;
        }
    }
    return false;
}

/* The macros that a unit's main file, or its headers, define in the module. */
static void list_macros(struct names *macros, const struct unit *unit, bool is_main,
                        const struct unit *hidden_from)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];

        bool has_macro =
            function->is_checked || (function->canonical->needs_group && !function->canonical->splits);

        if (has_macro && function->source->is_main == is_main &&
            (hidden_from == NULL || !unit_reads(hidden_from, function->source))) {
            names_add(macros, function->name);
        }
    }
    for (size_t i = 0; i < unit->names.count; ++i) {
        const struct name *name = &unit->names.items[i];

        if (name->kind == NAME_MACRO && name->source->is_main == is_main &&
            !string_begins(name->name, "coop_") && !string_begins(name->name, "COOP_") &&
            (hidden_from == NULL || !unit_reads(hidden_from, name->source))) {
            names_add(macros, name->name);
        }
    }
}

/* The macros of headers that earlier files include and this one does not. */
static void list_hidden(struct names *macros, const struct model *model, size_t unit)
{
    for (size_t i = 0; i < unit; ++i) {
        list_macros(macros, model->units.items[i], false, model->units.items[unit]);
    }
}

static void emit_pushes(struct text *out, const struct names *macros)
{
    for (size_t i = 0; i < macros->list.count; ++i) {
        if (is_runtime_macro(macros->list.items[i])) {
            text_printf(out, "#pragma push_macro(\"%s\")\n", macros->list.items[i]);
        }
    }
}

static void emit_ends(struct text *out, const struct names *macros)
{
    for (size_t i = 0; i < macros->list.count; ++i) {
        text_printf(out,
                    is_runtime_macro(macros->list.items[i]) ? "#pragma pop_macro(\"%s\")\n" : "#undef %s\n",
                    macros->list.items[i]);
    }
}

/* Drivers may have a macro of the name: it comes back. */
static void emit_push(struct text *out, const char *name)
{
    text_printf(out, "#pragma push_macro(\"%s\")\n#undef %s\n", name, name);
}

static const char *name_of(const char *define)
{
    return string_slice(define, strcspn(define, "=("));
}

static void emit_define(struct text *out, const char *define)
{
    size_t length = strcspn(define, "=");

    text_printf(out, "#define %.*s %s\n", (int)length, define,
                define[length] == '=' ? define + length + 1 : "1");
}

void emit_macros_before(struct text *out, const struct model *model, size_t unit)
{
    struct names hidden = {.list = {NULL, 0, 0}};
    struct names macros = {.list = {NULL, 0, 0}};

    list_hidden(&hidden, model, unit);
    for (size_t i = 0; i < hidden.list.count; ++i) {
        emit_push(out, hidden.list.items[i]);
    }
    list_macros(&macros, model->units.items[unit], true, NULL);
    emit_pushes(out, &macros);
    for (size_t i = 0; i < model->defines.count; ++i) {
        const char *define = model->defines.items[i];

        if (!is_runtime_define(define)) {
            emit_define(out, define);
        }
    }
    for (size_t i = 0; i < model->units.items[unit]->atomics.count; ++i) {
        const char *define = model->units.items[unit]->atomics.items[i];

        emit_push(out, name_of(define));
        emit_define(out, define);
    }
}

void emit_macros_behind(struct text *out, const struct model *model, size_t unit)
{
    struct names hidden = {.list = {NULL, 0, 0}};
    struct names macros = {.list = {NULL, 0, 0}};

    list_macros(&macros, model->units.items[unit], true, NULL);
    for (size_t i = 0; i < model->defines.count; ++i) {
        const char *define = model->defines.items[i];

        if (!is_runtime_define(define)) {
            names_add(&macros, name_of(define));
        }
    }
    emit_ends(out, &macros);
    for (size_t i = 0; i < model->units.items[unit]->atomics.count; ++i) {
        text_printf(out, "#pragma pop_macro(\"%s\")\n", name_of(model->units.items[unit]->atomics.items[i]));
    }
    list_hidden(&hidden, model, unit);
    for (size_t i = 0; i < hidden.list.count; ++i) {
        text_printf(out, "#pragma pop_macro(\"%s\")\n", hidden.list.items[i]);
    }
}

void emit_macros_end(struct text *out, const struct model *model)
{
    struct names macros = {.list = {NULL, 0, 0}};

    for (size_t i = 0; i < model->units.count; ++i) {
        list_macros(&macros, model->units.items[i], false, NULL);
    }
    emit_ends(out, &macros);
}
