/* A program as OpenCL C for coopc.
 *
 * What the harness adds is a record at the beginning, before each primitive, and before each end: fz_log. A
 * record before a fork point is numbered over the whole launch, and its number stays in the transmit variable
 * fz_who: a joining work-group is known by the number of the record of whoever brought it in. */
#include "print.h"

#include <stdlib.h>
#include <string.h>

static void indent(struct printer *p)
{
    text_add(p->text, "%*s", p->depth * 4, "");
}

#define LINE(...) (indent(p), text_add(p->text, __VA_ARGS__))

/* The arguments of fz_log that every record has. */
static void print_log(struct printer *p, const struct node *node, const char *value)
{
    text_add(p->text, "fz_log(log, %uu, fz_who, ", node->first);
    if (value != NULL) {
        text_add(p->text, "%s", value);
    } else {
        for (unsigned i = 0; i < node->sum_count; i++) {
            text_add(p->text, "fz_mix(");
        }
        text_add(p->text, "7u");
        for (unsigned i = 0; i < node->sum_count; i++) {
            text_add(p->text, ", ");
            print_expr(p, node->sums[i]);
            text_add(p->text, ")");
        }
    }
    text_add(p->text, ");\n");
}

static void print_node(struct printer *p, const struct node *node);

/* May the declaration `next` go into the line of `node`? */
static int joins(const struct printer *p, const struct node *node, const struct node *next)
{
    const struct variable *a;
    const struct variable *b;

    if (next == NULL || next->kind != N_DECL || next->is_dropped || (next->style & 3) == 0) {
        return 0;
    }
    a = &p->program->vars[node->var];
    b = &p->program->vars[next->var];
    return a->storage == b->storage && a->storage != LOCAL_ARRAY &&
           strcmp(types[a->type].name, types[b->type].name) == 0 && strchr(types[a->type].name, '*') == NULL;
}

static const struct node *print_decl(struct printer *p, const struct node *node);

static void print_kids(struct printer *p, const struct node *node)
{
    for (const struct node *kid = node->kid_first; kid != NULL; kid = kid->next) {
        if (kid->kind == N_DECL && !kid->is_dropped) {
            kid = print_decl(p, kid);
        } else {
            print_node(p, kid);
        }
    }
}

/* The statements of a block whose braces the caller prints. */
static void print_body(struct printer *p, const struct node *node)
{
    p->depth++;
    if (node != NULL) {
        print_node(p, node);
    }
    p->depth--;
}

static void print_fuel(struct printer *p, const struct node *node)
{
    const char *fuel = node->class == KERNEL ? "fz_fuel_kernel" : "fz_fuel_group";

    p->depth++;
    if (node->style & 1) {
        LINE("if (%s-- == 0u) {\n", fuel);
        LINE("    %s = 0u;\n", fuel);
        LINE("    break;\n");
        LINE("}\n");
    } else {
        LINE("if (%s == 0u)\n", fuel);
        LINE("    break;\n");
        LINE("%s--;\n", fuel);
    }
    p->depth--;
}

/* The barrier itself is the work-group's; the way it is spelt varies. */
static void print_barrier(struct printer *p, unsigned style)
{
    static const char *const spelling[] = {
        "barrier(CLK_LOCAL_MEM_FENCE);",
        "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
        "work_group_barrier(CLK_LOCAL_MEM_FENCE);",
        "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    };

    LINE("%s\n", spelling[style % 4]);
}

static void print_cell_assign(struct printer *p, unsigned var, unsigned cell, const char *written)
{
    const struct variable *v = &p->program->vars[var];
    enum scalar scalar = types[v->type].cell[cell].scalar;

    LINE("%s%s = ", v->name, types[v->type].cell[cell].path);
    print_form(p, scalar_write[scalar], written);
    text_add(p->text, ";\n");
}

static void print_declarator(struct printer *p, const struct node *node)
{
    const struct variable *v = &p->program->vars[node->var];
    const struct type *type = &types[v->type];
    unsigned cell = 0;

    text_add(p->text, "%s%s", v->name, type->suffix);
    if (node->e[0] == NULL) {
        return;
    }
    text_add(p->text, " = ");
    for (const char *form = type->initial; *form != '\0'; form++) {
        if (*form == '%') {
            print_written(p, type->cell[cell].scalar, node->e[cell]);
            cell++;
        } else {
            text_add(p->text, "%c", *form);
        }
    }
}

/* The declaration, and those that go into its line; the last of them. */
static const struct node *print_decl(struct printer *p, const struct node *node)
{
    const struct variable *v = &p->program->vars[node->var];

    if (v->storage == LOCAL_ARRAY) {
        LINE("local %s %s[%d];\n", types[v->type].name, v->name, ITEMS_MAX);
        return node;
    }
    LINE("%s%s ", v->storage == TRANSMIT ? "transmit coop_transmit_leader " : "", types[v->type].name);
    print_declarator(p, node);
    while (joins(p, node, node->next)) {
        node = node->next;
        text_add(p->text, ", ");
        print_declarator(p, node);
    }
    text_add(p->text, ";\n");
    return node;
}

static void print_place(struct printer *p, const struct node *node)
{
    LINE("%s", is_fork_point(node->kind) ? "fz_who = " : "");
    print_log(p, node, NULL);
}

static void print_primitive(struct printer *p, const struct node *node)
{
    static const char *const name[] = {"offer_kill", "request_fork", "global_barrier",
                                       "resizing_global_barrier"};
    int is_barrier = node->kind == N_GLOBAL_BARRIER || node->kind == N_RESIZING_BARRIER;

    LINE("%s();%s\n", name[node->kind - N_OFFER], node->style >= 56 ? " // offer_kill(); }" : "");
    if (is_barrier && p->program->has_epoch == 1) {
        LINE("fz_epoch++;\n");
    } else if (is_barrier && p->program->has_epoch == 2) {
        LINE("{\n");
        LINE("    global uint *fz_swap = fz_source;\n");
        LINE("    fz_source = fz_target;\n");
        LINE("    fz_target = fz_swap;\n");
        LINE("}\n");
    }
}

static void print_if(struct printer *p, const struct node *node)
{
    const struct node *then = node->kid_first;
    const struct node *other = then->next;
    int is_bare = (node->style & 1) && !then->is_dropped && then->kid_first != NULL &&
                  then->kid_first == then->kid_last &&
                  (then->kid_first->kind == N_ASSIGN || then->kid_first->kind == N_BREAK ||
                   then->kid_first->kind == N_CONTINUE) &&
                  !then->kid_first->is_dropped;

    if (has_record_before(p->program, node)) {
        print_place(p, then->kid_first);
    }
    LINE("if (");
    print_expr(p, node->e[0]);
    text_add(p->text, node->style & 2 ? ")" : " != 0u)");
    if (has_record_before(p->program, node)) {
        text_add(p->text, "\n");
        p->depth++;
        print_primitive(p, then->kid_first);
        p->depth--;
        return;
    }
    if (is_bare && other == NULL) {
        text_add(p->text, "\n");
        print_body(p, then);
        return;
    }
    text_add(p->text, " {\n");
    print_body(p, then);
    if (other != NULL && !other->is_dropped && other->kid_first != NULL &&
        other->kid_first == other->kid_last && other->kid_first->kind == N_IF &&
        !other->kid_first->is_dropped && (node->style & 4) &&
        !has_record_before(p->program, other->kid_first)) {
        LINE("} else\n");
        print_kids(p, other);
        return;
    }
    if (other != NULL) {
        LINE("} else {\n");
        print_body(p, other);
    }
    LINE("}\n");
}

static void print_loop(struct printer *p, const struct node *node)
{
    const struct variable *v = &p->program->vars[node->var];

    if (node->kind == N_DO) {
        LINE("do {\n");
    } else if (node->kind == N_WHILE) {
        LINE("while (");
        print_expr(p, node->e[0]);
        text_add(p->text, ") {\n");
    } else {
        LINE("for (");
        if (node->e[0] != NULL) {
            text_add(p->text, "%s = ", v->name);
            print_expr(p, node->e[0]);
        }
        text_add(p->text, "; ");
        if (node->e[1] != NULL) {
            print_expr(p, node->e[1]);
        }
        text_add(p->text, "; ");
        if (node->e[2] != NULL) {
            text_add(p->text, "%s += ", v->name);
            print_expr(p, node->e[2]);
        }
        text_add(p->text, ") {\n");
    }
    print_fuel(p, node);
    print_body(p, node->kid_first);
    if (node->kind == N_DO) {
        LINE("} while (");
        print_expr(p, node->e[0]);
        text_add(p->text, ");\n");
    } else {
        LINE("}\n");
    }
}

static void print_switch(struct printer *p, const struct node *node)
{
    LINE("switch (");
    print_expr(p, node->e[0]);
    text_add(p->text, " & 3u) {\n");
    for (const struct node *kid = node->kid_first; kid != NULL; kid = kid->next) {
        if (kid->case_value == ~0u) {
            LINE("default:\n");
        } else {
            LINE("case %u:\n", kid->case_value);
        }
        p->depth++;
        LINE("{\n");
        print_body(p, kid);
        LINE("}\n");
        if (!kid->falls) {
            LINE("break;\n");
        }
        p->depth--;
    }
    LINE("}\n");
}

/* `text` of an expression as a line `before text after`. */
static void print_around(struct printer *p, const char *before, const struct expr *e, const char *after)
{
    LINE("%s", before);
    print_expr(p, e);
    text_add(p->text, "%s", after);
}

static void print_exchange(struct printer *p, const struct node *node)
{
    const struct variable *v = &p->program->vars[node->var];

    switch (node->kind) {
    case N_LOCAL:
        print_barrier(p, node->style);
        LINE("%s[get_local_id(0)] = ", v->name);
        print_written(p, types[v->type].cell[0].scalar, node->e[0]);
        text_add(p->text, ";\n");
        print_barrier(p, node->style >> 2);
        break;
    case N_BROADCAST:
        print_around(p, "if ((uint)get_local_id(0) == ", node->e[1], " % (uint)get_local_size(0)) {\n");
        print_around(p, "    fz_word = ", node->e[0], ";\n");
        LINE("}\n");
        print_barrier(p, node->style);
        print_cell_assign(p, node->var, node->cell, "fz_word");
        print_barrier(p, node->style >> 2);
        break;
    case N_DRAW:
        LINE("if (get_local_id(0) == 0) {\n");
        LINE("    fz_word = atomic_fetch_add_explicit((global atomic_uint *)&log[1], 1u, "
             "memory_order_relaxed, "
             "memory_scope_device);\n");
        LINE("}\n");
        print_barrier(p, node->style);
        indent(p);
        print_log(p, node, "fz_word");
        print_cell_assign(p, node->var, node->cell, "fz_word");
        print_barrier(p, node->style >> 2);
        break;
    case N_PUBLISH:
        LINE(p->program->has_epoch == 1 ? "data[(fz_epoch & 1u) * %du + (uint)get_global_id(0)] = "
                                        : "fz_target[get_global_id(0)] = ",
             LANES_MAX);
        print_expr(p, node->e[0]);
        text_add(p->text, ";\n");
        break;
    default: /* N_GATHER */
        LINE("{\n");
        p->depth++;
        LINE(p->program->has_epoch == 1 ? "uint fz_got = data[((fz_epoch + 1u) & 1u) * %du + "
                                        : "uint fz_got = fz_source[",
             LANES_MAX);
        print_expr(p, node->e[0]);
        text_add(p->text, " %% (%du * (uint)get_local_size(0))];\n", GROUPS_MAX);
        indent(p);
        print_log(p, node, "fz_got");
        print_cell_assign(p, node->var, node->cell, "fz_got");
        p->depth--;
        LINE("}\n");
        break;
    }
}

static void print_assign(struct printer *p, const struct node *node)
{
    const struct variable *v = &p->program->vars[node->var];
    const struct type *type = &types[v->type];
    char *value;

    switch (node->kind) {
    case N_ASSIGN:
        value = expr_text(p, node->e[0]);
        if (type->cell[node->cell].scalar == S_UINT && node->style % 3 != 0) {
            LINE("%s%s %s ", v->name, type->cell[node->cell].path, node->style % 3 == 1 ? "+=" : "^=");
            text_add(p->text, "%s;\n", value);
        } else {
            print_cell_assign(p, node->var, node->cell, value);
        }
        free(value);
        break;
    case N_ASSIGN_AT:
        LINE("%s[", v->name);
        print_expr(p, node->e[1]);
        text_add(p->text, " %% %uu] = ", type->indexed);
        print_written(p, type->cell[0].scalar, node->e[0]);
        text_add(p->text, ";\n");
        break;
    case N_COPY:
        LINE("%s = %s;\n", v->name, p->program->vars[node->other].name);
        break;
    default: /* N_ALL */
        LINE("%s += (%s)(", v->name, type->name);
        print_expr(p, node->e[0]);
        text_add(p->text, ");\n");
        break;
    }
}

static void print_item(struct printer *p, const struct node *node)
{
    char *value = expr_text(p, node->e[1]);

    if (node->kind == N_IF_ITEM) {
        print_around(p, "if (", node->e[0], ") {\n");
    } else {
        print_around(p, "for (uint fz_q = 0u; fz_q < (", node->e[0], ") % 4u; fz_q++) {\n");
    }
    p->depth++;
    print_cell_assign(p, node->var, node->cell, value);
    p->depth--;
    LINE("}\n");
    free(value);
}

static void print_node(struct printer *p, const struct node *node)
{
    if (node->is_dropped) {
        return;
    }
    switch (node->kind) {
    case N_SEQ:
        print_kids(p, node);
        break;
    case N_BLOCK:
        LINE("{\n");
        p->depth++;
        print_kids(p, node);
        p->depth--;
        LINE("}\n");
        break;
    case N_DECL:
        (void)print_decl(p, node);
        break;
    case N_ASSIGN:
    case N_ASSIGN_AT:
    case N_COPY:
    case N_ALL:
        text_add(p->text, "%s", node->style >= 58 ? "#if FZ_ONE\n" : "");
        print_assign(p, node);
        text_add(p->text, "%s", node->style >= 58 ? "#else\n        request_fork();\n#endif\n" : "");
        break;
    case N_IF:
        print_if(p, node);
        break;
    case N_WHILE:
    case N_DO:
    case N_FOR:
        print_loop(p, node);
        break;
    case N_FOR_DECL:
        LINE("for (uint %s = 0u; %s < ", p->program->vars[node->var].name, p->program->vars[node->var].name);
        print_expr(p, node->e[0]);
        text_add(p->text, " %% 4u; %s++) {\n", p->program->vars[node->var].name);
        print_body(p, node->kid_first);
        LINE("}\n");
        break;
    case N_SWITCH:
        print_switch(p, node);
        break;
    case N_BREAK:
        LINE("break;\n");
        break;
    case N_CONTINUE:
        LINE("continue;\n");
        break;
    case N_RETURN:
        indent(p);
        print_log(p, node, NULL);
        if (node->next != NULL || node->class != KERNEL || (node->style & 1)) {
            LINE("return;\n");
        }
        break;
    case N_OFFER:
    case N_FORK:
    case N_GLOBAL_BARRIER:
    case N_RESIZING_BARRIER:
        print_place(p, node);
        print_primitive(p, node);
        break;
    case N_BARRIER:
        print_barrier(p, node->style);
        break;
    case N_IF_ITEM:
    case N_LOOP_ITEM:
        print_item(p, node);
        break;
    case N_LOG:
        indent(p);
        print_log(p, node, NULL);
        break;
    default:
        print_exchange(p, node);
        break;
    }
}

void print_program(struct text *text, const struct program *program)
{
    struct printer printer = {text, program, 1};
    struct printer *p = &printer;

    text_add(text,
             "\ncoop_kernel void k%u(global uint *log, global uint *data, global const uint *table, uint p0, "
             "uint p1)\n{\n",
             program->index);
    LINE("local uint fz_word;\n");
    LINE("transmit coop_transmit_leader uint fz_who = 0u, fz_fuel_kernel = %uu;\n", program->fuel_kernel);
    LINE("transmit coop_transmit_leader uint fz_fuel_group = %uu;\n", program->fuel_group);
    if (program->has_epoch == 1) {
        LINE("transmit coop_transmit_leader uint fz_epoch = 0u;\n");
    } else if (program->has_epoch == 2) {
        LINE("transmit coop_transmit_leader global uint *fz_target = data, *fz_source = data + %d;\n",
             LANES_MAX);
    }
    print_kids(p, program->root);
    text_add(text, "}\n");
}
