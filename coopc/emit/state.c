/* One case of the step function's switch: loads, the user's text, the way on, stores. */
#include "coopc/emit/state.h"

#include "coopc/emit/arguments.h"
#include "coopc/emit/chain.h"
#include "coopc/emit/line.h"
#include "coopc/emit/recomputed.h"
#include "coopc/emit/transmit.h"
#include "coopc/model/sites.h"

/* A variable's declaration under the name that it has in the state. */
static const char *declare_use(const struct use *use)
{
    const struct variable *variable = use->variable;
    const char *declaration = declare(&variable->type.object, use->name);

    return variable->aligned == NULL
               ? declaration
               : string_printf("%s __attribute__((%s))", declaration, variable->aligned);
}

static void emit_enumerations(struct text *out, const struct kernel *kernel, const struct state *state)
{
    for (size_t i = 0; i < kernel->enumerations.count; ++i) {
        if (enumeration_is_used(&kernel->enumerations.items[i], state)) {
            emit_place(out, kernel->source, kernel->enumerations.items[i].text.begin, 0);
            text_append_edited(out, kernel->source, kernel->enumerations.items[i].text);
            text_puts(out, "\n");
        }
    }
}

/* Quirk (NVIDIA 580.159): `T (*p)[N]` without an address space leads to private memory where it is a
 * variable, and to any where it is a member.
 * Test: translate_device.runs (rows_and_aliases), with a kit. */
static const char *own_type(const struct use *use)
{
    return use->variable->type.object.suffix[0] == ')' ? string_printf("(__typeof__(%s))", use->name) : "";
}

static void emit_loads(struct text *out, const struct kernel *kernel, const struct state *state,
                       bool recomputes)
{
    for (size_t i = 0; i < state->uses.count; ++i) {
        const struct use *use = &state->uses.items[i];
        const struct variable *variable = use->variable;

        if (variable->home == HOME_ARGUMENT) {
            emit_argument(out, kernel, use);
        } else if (variable->is_set_anew) {
            text_printf(out, "            %s;\n", declare_use(use));
        } else if (variable->home == HOME_COPY && recomputes && variable->is_recomputed) {
            text_printf(out, "            %s = %s;\n", declare_use(use), emit_recomputed_name(variable));
        } else if (variable->home == HOME_COPY) {
            text_printf(out, "            %s = %scoop_v->%s;\n", declare_use(use), own_type(use),
                        variable->field);
        } else if (variable->has_alias) {
            text_printf(out, "            %s = %s->%s;\n", declare(&variable->type.element, use->name),
                        variable->home == HOME_LOCAL ? "coop_l" : "coop_v", variable->field);
        }
    }
}

static const struct use *find_use(const struct state *state, const struct variable *variable)
{
    for (size_t i = 0; i < state->uses.count; ++i) {
        if (state->uses.items[i].variable == variable) {
            return &state->uses.items[i];
        }
    }
    return NULL;
}

static bool is_braced(const struct kernel *kernel, struct range range)
{
    return range.begin < range.end && kernel->source->text[range.begin] == '{';
}

/* Arrays cannot be assigned and braces are no expression: a constant of the same type carries the values
 * over. */
static void emit_initialiser(struct text *out, const struct kernel *kernel, const struct state *state,
                             const struct variable *variable)
{
    const char *target = variable->home == HOME_COPY ? find_use(state, variable)->name
                                                     : string_printf("(coop_v->%s)", variable->field);

    emit_line(out, kernel->source, variable->initial.begin);
    if (variable->type.shape != SHAPE_ARRAY && !is_braced(kernel, variable->initial)) {
        text_printf(out, "%s = ", target);
        text_append_edited(out, kernel->source, variable->initial);
        text_puts(out, ";\n");
        return;
    }
    text_printf(out, "{ %s = ", declare(&variable->type.object, "coop_initial"));
    text_append_edited(out, kernel->source, variable->initial);
    if (variable->type.shape != SHAPE_ARRAY) {
        text_printf(out, "; %s = coop_initial; }\n", target);
    } else {
        text_printf(out, "; %s }\n", emit_array_copy(variable, target, "coop_initial"));
    }
}

static bool is_moved(const struct kernel *kernel, const struct item *item)
{
    struct found_sites variables = sites_find(kernel->function, SITE_VARIABLE, item->range);

    for (size_t i = 0; i < variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[variables.items[i].index];

        if (variable->is_flat && variable->home != HOME_TEXT) {
            return true;
        }
    }
    return false;
}

/* A variable that stays in the state though its declaration is taken apart. */
static void emit_remaining(struct text *out, const struct kernel *kernel, const struct state *state,
                           const struct variable *variable)
{
    emit_line(out, kernel->source, variable->offset);
    text_puts(out, declare_use(find_use(state, variable)));
    if (variable->initial.end > 0) {
        text_puts(out, " = ");
        text_append_edited(out, kernel->source, variable->initial);
    }
    text_puts(out, ";\n");
}

static void emit_declaration(struct text *out, const struct kernel *kernel, const struct state *state,
                             const struct item *item)
{
    struct found_sites variables = sites_find(kernel->function, SITE_VARIABLE, item->range);

    if (!is_moved(kernel, item)) {
        emit_place(out, kernel->source, item->range.begin, 0);
        text_append_edited(out, kernel->source, item->range);
        text_puts(out, "\n");
        return;
    }
    for (size_t i = 0; i < variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[variables.items[i].index];

        if (!variable->is_flat) {
            continue;
        }
        if (variable->home == HOME_TEXT) {
            emit_remaining(out, kernel, state, variable);
        } else if ((variable->home == HOME_COPY || variable->home == HOME_PLACE) &&
                   variable->initial.end > 0) {
            emit_initialiser(out, kernel, state, variable);
        }
    }
}

/* The parameters of an inlined helper, each with its argument. */
static void emit_parameters(struct text *out, const struct kernel *kernel, const struct state *state,
                            const struct item *item)
{
    struct found_sites variables = sites_find(kernel->function, SITE_VARIABLE, item->range);

    for (size_t i = 0; i < variables.count; ++i) {
        const struct variable *variable = kernel->function->variables.items[variables.items[i].index];

        if (variable->is_replaced) {
            continue;
        }
        if (variable->home == HOME_TEXT || variable->inlining->is_apart) {
            emit_line(out, kernel->source, variable->initial.begin);
            text_printf(out, "%s = ",
                        variable->home == HOME_TEXT ? declare_use(find_use(state, variable))
                                                    : string_printf("coop_v->%s", variable->field));
            text_append_edited(out, kernel->source, variable->initial);
            text_puts(out, ";\n");
        } else {
            emit_initialiser(out, kernel, state, variable);
        }
    }
}

/* The value that an inlined helper returns at its end. */
static void emit_result(struct text *out, const struct kernel *kernel, const struct state *state,
                        const struct item *item)
{
    const struct variable *result = item->result;

    emit_place(out, kernel->source, item->range.begin, 0);
    if (result == NULL) {
        text_puts(out, "(void)");
    } else {
        text_printf(out,
                    "%s = ", result->home == HOME_TEXT ? declare_use(find_use(state, result)) : result->name);
    }
    text_puts(out, "(");
    if (item->value != NULL) {
        text_puts(out, item->value->name);
    } else {
        text_append_edited(out, kernel->source, item->range);
    }
    text_puts(out, ");\n");
}

static void emit_dispatch(struct text *out, const struct kernel *kernel, const struct item *item,
                          size_t index)
{
    emit_place(out, kernel->source, item->range.begin, 8);
    text_puts(out, "switch (");
    text_append_edited(out, kernel->source, item->range);
    text_puts(out, ") {\n");
    for (size_t i = 0; i < item->branches.count; ++i) {
        text_append_edited(out, kernel->source, item->branches.items[i].text);
        text_printf(out, " coop_state = %zu; break;\n", kernel->labels.items[item->branches.items[i].label]);
    }
    text_printf(out, "default: coop_state = %zu; break;\n}\n", kernel->labels.items[item->label]);
    text_printf(out, "goto coop_end_%zu;\n", index);
}

static void emit_item(struct text *out, const struct kernel *kernel, size_t index, const struct item *item)
{
    const struct state *state = &kernel->states.items[index];

    if (item->kind == ITEM_DECLARE) {
        emit_declaration(out, kernel, state, item);
        return;
    }
    if (item->kind == ITEM_PARAMETERS) {
        emit_parameters(out, kernel, state, item);
        return;
    }
    if (item->kind == ITEM_RESULT) {
        emit_result(out, kernel, state, item);
        return;
    }
    if (item->kind == ITEM_DISPATCH) {
        emit_dispatch(out, kernel, item, index);
        return;
    }
    if (item->kind == ITEM_TEXT || item->kind == ITEM_STEP) {
        emit_place(out, kernel->source, item->range.begin, 0);
        text_append_edited(out, kernel->source, item->range);
        text_puts(out, item->kind == ITEM_STEP ? ";\n" : "\n");
        return;
    }
    emit_place(out, kernel->source, item->range.begin, item->kind == ITEM_JUMP_IF ? 4 : 6);
    text_puts(out, item->kind == ITEM_JUMP_IF ? "if (" : "if (!(");
    text_append_edited(out, kernel->source, item->range);
    text_printf(out, "%s { coop_state = %zu; goto coop_end_%zu; }\n", item->kind == ITEM_JUMP_IF ? ")" : "))",
                kernel->labels.items[item->label], index);
}

static void emit_stores(struct text *out, const struct state *state, bool recomputes)
{
    for (size_t i = 0; i < state->uses.count; ++i) {
        const struct use *use = &state->uses.items[i];

        if (use->variable->home == HOME_COPY && use->is_written && !use->variable->is_set_anew &&
            !(recomputes && use->variable->is_recomputed)) {
            text_printf(out, "            coop_v->%s = %s;\n", use->variable->field, use->name);
        }
    }
}

/* The end of a case: the next one in the text follows without another look at the switch if it is where the
 * state goes on. */
static void emit_case_end(struct text *out, const struct kernel *kernel, size_t index, bool falls_through)
{
    const struct state *state = &kernel->states.items[index];

    if (!falls_through) {
        text_puts(out, "            break;\n");
    } else if (state->has_exit) {
        text_printf(out, "            if (coop_state != %zu) { break; }\n",
                    kernel->labels.items[state->next]);
    }
    text_puts(out, falls_through ? "        }\n        /* fall through */\n" : "        }\n");
}

void emit_state_body(struct text *out, const struct kernel *kernel, size_t index, bool recomputes)
{
    const struct state *state = &kernel->states.items[index];

    emit_enumerations(out, kernel, state);
    emit_loads(out, kernel, state, recomputes);
    for (size_t i = 0; i < state->items.count; ++i) {
        emit_item(out, kernel, index, &state->items.items[i]);
    }
    if (state->operation != OPERATION_RETURN) {
        text_printf(out, "            coop_state = %zu;\n", kernel->labels.items[state->next]);
    }
    if (state->operation != OPERATION_NONE) {
        text_printf(out, "            coop_op = %s;\n", operation_name(state->operation));
    }
    if (state->has_exit) {
        text_printf(out, "        coop_end_%zu:;\n", index);
    }
    emit_stores(out, state, recomputes);
    if (kernel->transmits.members.count > 0 &&
        (kernel_begins_at(kernel, state->operation) || chain_begins_groups(kernel, state))) {
        emit_transmit_out(out, kernel, operation_name(state->operation));
    }
}

void emit_state(struct text *out, const struct kernel *kernel, size_t index, bool is_default,
                bool falls_through)
{
    text_printf(out, is_default ? "        default: { /* %zu */\n" : "        case %zu: {\n", index);
    emit_state_body(out, kernel, index, false);
    emit_case_end(out, kernel, index, falls_through);
}

struct successors step_successors(const struct kernel *kernel, size_t index)
{
    struct successors next = {.list = {NULL, 0, 0}};

    if (kernel->states.items[index].operation == OPERATION_NONE) {
        state_successors(kernel, index, &next);
    } else {
        state_jumps(kernel, index, &next);
    }
    return next;
}

void emit_jumps(struct text *out, const struct successors *next)
{
    for (size_t i = 0; i + 1 < next->list.count; ++i) {
        text_printf(out, "        if (coop_state == %zu) { goto coop_at_%zu; }\n", next->list.items[i],
                    next->list.items[i]);
    }
    text_printf(out, "        goto coop_at_%zu;\n", next->list.items[next->list.count - 1]);
}
