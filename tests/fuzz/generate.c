/* Makes a random program. All that it can make is legal for every schedule:
 *   - barriers, and what decides whether they are reached, are uniform over the kernel; a variable that is,
 *     is written only where the flow is;
 *   - M is uniform over the kernel only when nothing but barriers resizes;
 *   - loops with operations in them burn fuel, which is transmitted. */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>

static struct node *assignment(struct generator *g, enum class flow)
{
    unsigned var = pick(g, fits_write, flow);
    struct node *node;
    const struct variable *v;

    if (var == VARS_MAX) {
        return NULL;
    }
    v = &g->program->vars[var];
    node = node_new(g, N_ASSIGN, flow);
    node->var = var;
    node->cell = below(g, types[v->type].cells);
    if (types[v->type].indexed > 0 && chance(g, 60)) {
        node->kind = N_ASSIGN_AT;
        node->e[1] = expr(g, v->class, 1);
    } else if (types[v->type].suffix[0] == '\0' && types[v->type].cells > 1 && chance(g, 40)) {
        for (unsigned i = 0; i < g->visible_count; i++) {
            unsigned other = g->visible[i];
            if (other != var && !is_hidden_by_name(g, i) && g->program->vars[other].type == v->type &&
                g->program->vars[other].class <= v->class && is_defined(g, other)) {
                node->kind = N_COPY;
                node->other = other;
                g->defined |= (uint64_t)1 << var;
            }
        }
    } else if (fits_vector(g, var, flow) && chance(g, 50)) {
        node->kind = N_ALL;
    }
    if (node->kind == N_ASSIGN && !is_defined(g, var)) {
        node->style -= node->style % 3; /* not += */
    }
    node->e[0] = expr(g, v->class, 3);
    if (node->kind == N_ASSIGN) {
        note_write(g, var);
    }
    return node;
}

static void sums(struct generator *g, struct node *node, unsigned most)
{
    for (unsigned i = g->visible_count; i > 0 && node->sum_count < most; i--) {
        unsigned var = g->visible[i - 1];
        const struct type *type = &types[g->program->vars[var].type];
        struct expr *e;

        if (is_hidden_by_name(g, i - 1) || !is_defined(g, var) || chance(g, 25)) {
            continue;
        }
        e = expr_new(g, g->program->vars[var].storage == LOCAL_ARRAY ? E_LOCAL : E_CELL);
        e->var = var;
        e->cell = below(g, type->cells);
        e->a = e->op == E_LOCAL ? expr_const(g, below(g, 5)) : NULL;
        node->sums[node->sum_count++] = e;
    }
}

static struct node *record(struct generator *g, enum kind kind, enum class flow)
{
    struct node *node = node_new(g, kind, flow);

    sums(g, node, kind == N_LOG || kind == N_RETURN ? SUMS_MAX : 4);
    return node;
}

static uint64_t persistent(struct generator *g)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < g->program->var_count; i++) {
        if (g->program->vars[i].storage == TRANSMIT || g->program->vars[i].storage == PARAMETER) {
            set |= (uint64_t)1 << i;
        }
    }
    return set;
}

static struct node *primitive(struct generator *g, enum class flow)
{
    enum kind kind;
    struct node *node;

    if (g->program->has_barriers && flow == KERNEL && (!g->program->has_bare || chance(g, 55))) {
        kind = !g->no_forks && chance(g, 70) ? N_RESIZING_BARRIER : N_GLOBAL_BARRIER;
    } else if (g->program->has_bare) {
        kind = !g->no_forks && chance(g, 50) ? N_FORK : N_OFFER;
    } else {
        return NULL;
    }
    node = record(g, kind, flow);
    if (is_fork_point(kind)) {
        g->defined &= persistent(g);
    }
    return node;
}

static void statements(struct generator *g, struct node *into, enum class flow, unsigned count);

static struct node *body(struct generator *g, enum class flow, unsigned count)
{
    struct node *node = node_new(g, N_SEQ, flow);
    unsigned visible = g->visible_count;

    g->depth++;
    statements(g, node, flow, count);
    g->depth--;
    g->visible_count = visible;
    return node;
}

/* A class for a condition in a flow of `flow`: mostly the same. */
static enum class class_within(struct generator *g, enum class flow) {
    return flow == KERNEL && chance(g, g->program->has_barriers ? 20 : 60) ? GROUP : flow;
}

static struct node *branch(struct generator *g, enum class flow)
{
    enum class class = class_within(g, flow);
    struct node *node = node_new(g, N_IF, flow);
    uint64_t before;
    uint64_t then;

    node->e[0] = condition(g, class);
    if (chance(g, 20)) {
        struct node *then = node_new(g, N_SEQ, class);
        struct node *only = primitive(g, class);
        if (only != NULL) {
            kid_add(then, only);
        }
        kid_add(node, then);
        return node;
    }
    before = g->defined;
    kid_add(node, body(g, class, 1 + below(g, 3)));
    then = g->defined;
    g->defined = before;
    if (chance(g, 50)) {
        kid_add(node, body(g, class, 1 + below(g, 3)));
    }
    g->defined &= then;
    return node;
}

static struct node *loop(struct generator *g, enum class flow, unsigned count)
{
    static const enum kind kinds[] = {N_WHILE, N_DO, N_FOR, N_FOR_DECL};
    enum class class = class_within(g, flow);
    struct node *node = node_new(g, kinds[below(g, 4)], class);
    enum class loop_class = g->loop_class;
    enum class break_class = g->break_class;
    int breaks = g->breaks;
    int no_forks = g->no_forks;
    uint64_t before;
    unsigned visible = g->visible_count;

    if (node->kind == N_FOR) {
        node->var = pick(g, fits_counter, class);
        if (node->var == VARS_MAX) {
            node->kind = N_WHILE;
            node->var = 0;
        }
    }
    if (node->kind == N_FOR_DECL && !room_for_variables(g)) {
        node->kind = N_DO;
    }
    g->loop_class = class;
    g->break_class = class;
    g->breaks = 1;
    g->loops++;
    if (node->kind == N_FOR_DECL) {
        node->e[0] = expr(g, class, 1);
        before = g->defined;
        node->var = variable_new(g, 0, PRIVATE, class);
        g->program->vars[node->var].is_fixed = 1;
        g->visible[g->visible_count++] = node->var;
        g->defined |= (uint64_t)1 << node->var;
        g->no_forks = 1;
    } else {
        if (node->kind == N_FOR) {
            node->e[0] = chance(g, 70) ? expr_const(g, below(g, 3)) : NULL;
            node->e[2] = chance(g, 70) ? expr_const(g, 1 + below(g, 2)) : NULL;
        }
        before = g->defined;
        g->defined &= persistent(g);
        if (node->kind == N_FOR && chance(g, 75)) {
            node->e[1] = expr_new(g, E_LT);
            node->e[1]->a = expr_new(g, E_CELL);
            node->e[1]->a->var = node->var;
            node->e[1]->b = expr_const(g, 1 + below(g, 5));
        } else if (node->kind != N_FOR) {
            node->e[0] = chance(g, 30) ? expr_const(g, 1) : condition(g, class);
        }
    }
    kid_add(node, body(g, class, count));
    g->visible_count = visible;
    g->defined &= before & persistent(g);
    g->loops--;
    g->no_forks = no_forks;
    g->breaks = breaks;
    g->break_class = break_class;
    g->loop_class = loop_class;
    return node;
}

static struct node *choice(struct generator *g, enum class flow)
{
    enum class class = class_within(g, flow);
    struct node *node = node_new(g, N_SWITCH, flow);
    uint64_t before;
    enum class break_class = g->break_class;
    int breaks = g->breaks;
    unsigned first = below(g, 4);
    unsigned count = 1 + below(g, 3);

    node->e[0] = expr(g, class, 2);
    g->breaks = 1;
    g->break_class = class;
    g->defined &= persistent(g);
    before = g->defined;
    for (unsigned i = 0; i < count; i++) {
        struct node *kid;
        g->defined = before;
        kid = body(g, class, 1 + below(g, 2));
        kid->case_value = i + 1 == count && chance(g, 50) ? ~0u : (first + i) % 4;
        kid->falls = chance(g, 30);
        kid_add(node, kid);
    }
    g->breaks = breaks;
    g->break_class = break_class;
    g->defined = before;
    return node;
}

static struct node *block(struct generator *g, enum class flow)
{
    struct node *inner = body(g, flow, 1 + below(g, 3));

    inner->kind = N_BLOCK;
    return inner;
}

/* if (...) break, continue or return, where all of the flow leaves together. */
static struct node *leave(struct generator *g, enum class flow)
{
    enum kind kind = chance(g, 50) ? N_BREAK : N_CONTINUE;
    enum class class = flow;
    struct node *node;
    struct node *then;

    if (g->loops == 0 && g->breaks) {
        kind = N_BREAK;
    }
    if ((g->loops == 0 && !g->breaks) || chance(g, 8)) {
        kind = N_RETURN;
        class = g->program->has_barriers ? KERNEL : GROUP;
        if (flow > class || !chance(g, 30)) {
            return NULL;
        }
    } else {
        class = kind == N_BREAK ? g->break_class : g->loop_class;
        if (class < flow) {
            return NULL;
        }
    }
    node = node_new(g, N_IF, flow);
    node->e[0] = condition(g, class);
    if (kind == N_RETURN) { /* seldom: what comes after is of interest too */
        struct expr *rare = expr_new(g, E_LAND);
        rare->a = node->e[0];
        rare->b = condition(g, class);
        node->e[0] = rare;
    }
    then = node_new(g, N_SEQ, class);
    if (chance(g, 30)) {
        struct node *first = assignment(g, class);
        if (first != NULL) {
            kid_add(then, first);
        }
    }
    kid_add(then, kind == N_RETURN ? record(g, kind, class) : node_new(g, kind, class));
    if (kind == N_RETURN) {
        then->kid_last->class = GROUP; /* never printed without `return` */
    }
    kid_add(node, then);
    return node;
}

static int fits_local_write(struct generator *g, unsigned var, enum class flow)
{
    (void)flow;
    return g->program->vars[var].storage == LOCAL_ARRAY;
}

static struct node *exchange(struct generator *g, enum class flow)
{
    static const enum kind kinds[] = {N_LOCAL,   N_LOCAL,   N_BROADCAST, N_DRAW,
                                      N_BARRIER, N_PUBLISH, N_GATHER,    N_GATHER};
    struct node *node = node_new(g, kinds[below(g, g->program->has_epoch ? 8 : 5)], flow);

    switch (node->kind) {
    case N_LOCAL:
        node->var = pick(g, fits_local_write, flow);
        if (node->var == VARS_MAX) {
            return NULL;
        }
        g->defined &= ~((uint64_t)1 << node->var); /* not read by some while others write it */
        node->e[0] = expr(g, ITEM, 3);
        g->defined |= (uint64_t)1 << node->var;
        return node;
    case N_PUBLISH:
        node->e[0] = expr(g, ITEM, 3);
        return node;
    case N_GATHER:
        node->var = pick(g, fits_item_write, flow);
        break;
    case N_BROADCAST:
    case N_DRAW:
        node->var = pick(g, fits_group_write, flow);
        break;
    default:
        return node;
    }
    if (node->var == VARS_MAX) {
        return NULL;
    }
    node->cell = below(g, types[g->program->vars[node->var].type].cells);
    node->e[0] = expr(g, ITEM, 2);
    node->e[1] = expr(g, GROUP, 1);
    note_write(g, node->var);
    return node;
}

static struct node *item_by_item(struct generator *g, enum class flow)
{
    unsigned var = pick(g, fits_item_write, flow);
    struct node *node;

    if (var == VARS_MAX) {
        return NULL;
    }
    node = node_new(g, chance(g, 60) ? N_IF_ITEM : N_LOOP_ITEM, flow);
    node->var = var;
    node->cell = below(g, types[g->program->vars[var].type].cells);
    node->e[0] = expr(g, ITEM, 2);
    node->e[1] = expr(g, ITEM, 2);
    return node;
}

static struct node *statement(struct generator *g, enum class flow, unsigned block_begins)
{
    unsigned r = below(g, 100);
    int deep = g->depth >= 4;
    struct node *node = NULL;

    if (r < 20) {
        node = primitive(g, flow);
    } else if (r < 38) {
        node = assignment(g, flow);
    } else if (r < 48 && room_for_variables(g)) {
        node = declaration(g, g->depth == 0 && chance(g, 40) ? TRANSMIT : PRIVATE, flow);
        declare(g, node, block_begins);
    } else if (r < 60) {
        node = exchange(g, flow);
    } else if (r < 65) {
        node = item_by_item(g, flow);
    } else if (r < 72) {
        node = leave(g, flow);
    } else if (r < 80) {
        node = record(g, N_LOG, flow);
    } else if (!deep && r < 86) {
        node = branch(g, flow);
    } else if (!deep && r < 93) {
        node = loop(g, flow, 1 + below(g, 4));
    } else if (!deep && r < 97) {
        node = choice(g, flow);
    } else if (!deep) {
        node = block(g, flow);
    }
    return node;
}

static void statements(struct generator *g, struct node *into, enum class flow, unsigned count)
{
    unsigned begins = g->visible_count;

    for (unsigned i = 0; i < count && g->budget > 0; i++) {
        struct node *node = statement(g, flow, begins);
        g->budget--;
        if (node != NULL) {
            kid_add(into, node);
        }
    }
}

static void hidden(struct generator *g, unsigned var, const char *name, enum storage storage,
                   enum class class)
{
    struct variable *v = &g->program->vars[var];

    snprintf(v->name, sizeof v->name, "%s", name);
    v->storage = storage;
    v->class = class;
    v->is_hidden = 1;
    g->defined |= (uint64_t)1 << var;
}

static void choose_kinds(struct generator *g, unsigned workers)
{
    struct program *program = g->program;
    unsigned r = below(g, 100);

    program->has_barriers = r < 70;
    program->has_bare = r >= 35;
    program->has_epoch = program->has_barriers ? (int)below(g, 3) : 0;
    g->groups_class = program->has_bare ? GROUP : KERNEL;
    program->fuel_kernel = 12 + below(g, 20);
    program->fuel_group = 12 + below(g, 20);
    program->groups = chance(g, 70) ? 0 : 2 + below(g, workers - 1);
    program->is_plain_resizing = chance(g, 25);
    hidden(g, V_WHO, "fz_who", TRANSMIT, ITEM);
    hidden(g, V_FUEL_KERNEL, "fz_fuel_kernel", TRANSMIT, KERNEL);
    hidden(g, V_FUEL_GROUP, "fz_fuel_group", TRANSMIT, GROUP);
    hidden(g, V_EPOCH, "fz_epoch", TRANSMIT, KERNEL);
    hidden(g, V_P0, "p0", PARAMETER, KERNEL);
    hidden(g, V_P1, "p1", PARAMETER, ITEM);
    program->vars[V_P0].is_fixed = 1;
    /* A parameter that statements change: a joining work-group has it as launched */
    program->vars[V_P1].is_hidden = 0;
    program->var_count = V_FIRST_FREE;
    g->visible[g->visible_count++] = V_P0;
    g->visible[g->visible_count++] = V_P1;
}

struct program *program_generate(uint64_t seed, unsigned index, unsigned workers)
{
    struct program *program = calloc(1, sizeof *program);
    struct generator generator = {.program = program, .random = seed * 1000003u + index, .budget = 48};
    struct generator *g = &generator;
    struct node *root;
    struct node *outer;

    if (program == NULL) {
        abort();
    }
    program->seed = seed;
    program->index = index;
    choose_kinds(g, workers);
    root = node_new(g, N_SEQ, KERNEL);
    program->root = root;
    kid_add(root, record(g, N_LOG, KERNEL));
    for (unsigned i = 0; i < 5; i++) {
        struct node *node = declaration(g, i < 3 ? TRANSMIT : LOCAL_ARRAY, KERNEL);
        if (i < 4 || chance(g, 30)) {
            kid_add(root, node);
            declare(g, node, 0);
        }
    }
    statements(g, root, KERNEL, 2 + below(g, 6));
    outer = loop(g, KERNEL, 5 + below(g, 8));
    if (chance(g, 70) && outer->kind != N_FOR && outer->kind != N_FOR_DECL) {
        outer->e[0] = expr_const(g, 1); /* until its fuel is burnt */
    }
    kid_add(root, outer);
    if (chance(g, 60)) {
        g->budget += 10;
        statements(g, root, KERNEL, 2 + below(g, 6));
    }
    kid_add(root, record(g, N_RETURN, KERNEL));
    program_mend(program);
    return program;
}
