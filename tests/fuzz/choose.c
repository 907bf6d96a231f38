/* Random expressions: of which leaves, decides the class that they may have. */
#include "generate.h"

#include <stddef.h>

unsigned below(struct generator *g, unsigned end)
{
    return (unsigned)random_below(&g->random, end);
}

int chance(struct generator *g, unsigned percent)
{
    return below(g, 100) < percent;
}

struct node *node_new(struct generator *g, enum kind kind, enum class class)
{
    struct node *node = &g->program->nodes[g->program->nodes_used];

    if (g->program->nodes_used + 1 < NODES_MAX) {
        g->program->nodes_used++;
    } else {
        g->budget = 0;
    }
    node->kind = kind;
    node->class = class;
    node->style = below(g, 64);
    return node;
}

void kid_add(struct node *node, struct node *kid)
{
    if (node->kid_last == NULL) {
        node->kid_first = kid;
    } else {
        node->kid_last->next = kid;
    }
    node->kid_last = kid;
}

struct expr *expr_new(struct generator *g, enum op op)
{
    struct expr *e = &g->program->exprs[g->program->exprs_used];

    if (g->program->exprs_used + 1 < EXPRS_MAX) {
        g->program->exprs_used++;
    } else {
        g->budget = 0;
    }
    *e = (struct expr){.op = op};
    return e;
}

struct expr *expr_const(struct generator *g, uint32_t value)
{
    struct expr *e = expr_new(g, E_CONST);

    e->value = value;
    return e;
}

/* --- expressions --- */

int is_hidden_by_name(struct generator *g, unsigned at)
{
    for (unsigned i = at + 1; i < g->visible_count; i++) {
        const char *a = g->program->vars[g->visible[at]].name;
        const char *b = g->program->vars[g->visible[i]].name;
        unsigned k = 0;
        while (a[k] != '\0' && a[k] == b[k]) {
            k++;
        }
        if (a[k] == b[k]) {
            return 1;
        }
    }
    return 0;
}

/* A visible variable that `fits`; VARS_MAX when there is none. */
unsigned pick(struct generator *g, fits *is_fit, enum class class)
{
    unsigned found = VARS_MAX;
    unsigned count = 0;

    for (unsigned i = 0; i < g->visible_count; i++) {
        if (!is_hidden_by_name(g, i) && is_fit(g, g->visible[i], class) && below(g, ++count) == 0) {
            found = g->visible[i];
        }
    }
    return found;
}

int is_defined(struct generator *g, unsigned var)
{
    return (g->defined >> var & 1) != 0;
}

static int fits_read(struct generator *g, unsigned var, enum class class)
{
    const struct variable *v = &g->program->vars[var];

    return v->storage != LOCAL_ARRAY && v->class <= class && is_defined(g, var);
}

static int fits_read_indexed(struct generator *g, unsigned var, enum class class)
{
    return fits_read(g, var, class) && types[g->program->vars[var].type].indexed > 0;
}

static int fits_local(struct generator *g, unsigned var, enum class class)
{
    return class == ITEM && g->program->vars[var].storage == LOCAL_ARRAY && is_defined(g, var);
}

struct expr *leaf(struct generator *g, enum class class)
{
    struct expr *e;
    unsigned var;

    switch (below(g, 12)) {
    case 0:
        return expr_const(g, below(g, 4) == 0 ? (uint32_t)random_next(&g->random) : below(g, 9));
    case 1:
        if (class >= g->groups_class) {
            return expr_new(g, below(g, 3) == 0 ? E_GLOBAL_SIZE : E_GROUPS);
        }
        return expr_new(g, E_LOCAL_SIZE);
    case 2:
        if (class >= GROUP) {
            return expr_new(g, E_GROUP_ID);
        }
        break;
    case 3:
    case 4:
        if (class == ITEM) {
            e = expr_new(g, below(g, 2) == 0 ? E_LOCAL_ID : E_GLOBAL_ID);
            e->value = below(g, 2);
            return e;
        }
        break;
    case 5:
        var = pick(g, fits_local, class);
        if (var < VARS_MAX) {
            e = expr_new(g, E_LOCAL);
            e->var = var;
            e->a = expr_const(g, below(g, 7));
            return e;
        }
        break;
    case 6:
        var = pick(g, fits_read_indexed, class);
        if (var < VARS_MAX) {
            e = expr_new(g, E_INDEX);
            e->var = var;
            e->a = expr(g, class, 0);
            return e;
        }
        break;
    default:
        break;
    }
    var = pick(g, fits_read, class);
    if (var == VARS_MAX) {
        return expr_const(g, below(g, 100));
    }
    e = expr_new(g, E_CELL);
    e->var = var;
    e->cell = below(g, types[g->program->vars[var].type].cells);
    return e;
}

struct expr *expr(struct generator *g, enum class class, int depth)
{
    static const enum op ops[] = {E_ADD, E_ADD, E_SUB, E_MUL, E_XOR,  E_XOR,   E_AND,   E_OR,
                                  E_SHR, E_MIX, E_LT,  E_EQ,  E_HALF, E_TABLE, E_WHERE, E_SELECT};
    struct expr *e;

    if (depth <= 0 || chance(g, 25) || g->program->exprs_used + 10 > EXPRS_MAX) {
        return leaf(g, class);
    }
    e = expr_new(g, ops[below(g, sizeof ops / sizeof ops[0])]);
    if (e->op == E_WHERE && class != ITEM) {
        e->op = E_HALF;
    }
    e->a = expr(g, class, depth - 1);
    e->value = below(g, 8);
    if (e->op == E_MIX) {
        e->value &= 1;
    }
    if (e->op != E_SHR && e->op != E_HALF && e->op != E_TABLE && e->op != E_WHERE) {
        e->b = expr(g, class, depth - 1);
    }
    if (e->op == E_SELECT) {
        e->c = expr(g, class, depth - 1);
    }
    return e;
}

struct expr *condition(struct generator *g, enum class class)
{
    struct expr *e = expr_new(g, below(g, 2) == 0 ? E_NE : E_EQ);
    struct expr *both;

    e->a = expr_new(g, E_AND);
    e->a->a = expr(g, class, 2);
    e->a->b = expr_const(g, 1u << below(g, 3));
    e->b = expr_const(g, 0);
    if (chance(g, 25)) {
        both = expr_new(g, below(g, 2) == 0 ? E_LAND : E_LOR);
        both->a = e;
        both->b = expr_new(g, E_NE);
        both->b->a = leaf(g, class);
        both->b->b = expr_const(g, below(g, 5));
        return both;
    }
    return e;
}
