/* The legality of a program that has lost statements: what is declared and what is defined where. Numbers the
 * nodes. */
#include "program.h"

#include <stddef.h>

struct mender {
    struct program *program;
    uint64_t declared;
    uint64_t defined;
    uint64_t persistent;
};

int is_primitive(enum kind kind)
{
    return kind >= N_OFFER && kind <= N_RESIZING_BARRIER;
}

int is_fork_point(enum kind kind)
{
    return kind == N_FORK || kind == N_RESIZING_BARRIER;
}

int contains(const struct node *outer, const struct node *inner)
{
    return outer->first <= inner->first && inner->first <= outer->last;
}

int has_kind(const struct node *node, int (*is)(enum kind kind))
{
    if (node->is_dropped) {
        return 0;
    }
    if (is(node->kind)) {
        return 1;
    }
    for (const struct node *kid = node->kid_first; kid != NULL; kid = kid->next) {
        if (has_kind(kid, is)) {
            return 1;
        }
    }
    return 0;
}

int has_record_before(const struct program *program, const struct node *node)
{
    const struct node *then = node->kid_first;
    const struct node *only = then->kid_first;

    return (node->style & 8) && then->next == NULL && !then->is_dropped && only != NULL &&
           only->next == NULL && !only->is_dropped && is_primitive(only->kind) &&
           (!program->has_epoch || only->kind == N_OFFER || only->kind == N_FORK);
}

static uint64_t bit(unsigned var)
{
    return (uint64_t)1 << var;
}

/* What is read where it has no value becomes a constant. */
static void mend_expr(struct mender *m, struct expr *e)
{
    if (e == NULL) {
        return;
    }
    if ((e->op == E_CELL || e->op == E_INDEX || e->op == E_LOCAL) && (m->defined & bit(e->var)) == 0) {
        e->op = E_CONST;
        e->value = 3;
        e->a = NULL;
    }
    mend_expr(m, e->a);
    mend_expr(m, e->b);
    mend_expr(m, e->c);
}

static void mend(struct mender *m, struct node *node);

static void mend_kids(struct mender *m, struct node *node)
{
    uint64_t declared = m->declared;

    for (struct node *kid = node->kid_first; kid != NULL; kid = kid->next) {
        mend(m, kid);
    }
    if (node->kind == N_BLOCK || node->kind == N_SEQ) {
        m->declared = declared;
    }
}

static void mend_exprs(struct mender *m, struct node *node)
{
    for (unsigned i = 0; i < CELLS_MAX; i++) {
        mend_expr(m, node->e[i]);
    }
    for (unsigned i = 0; i < node->sum_count; i++) {
        mend_expr(m, node->sums[i]);
    }
}

static void write(struct mender *m, struct node *node, int is_whole)
{
    if ((m->declared & bit(node->var)) == 0) {
        node->is_dropped = 1;
        return;
    }
    mend_exprs(m, node);
    if (is_whole) {
        m->defined |= bit(node->var);
    }
}

static void mend_loop(struct mender *m, struct node *node)
{
    int forks = has_kind(node, is_fork_point);
    uint64_t before;

    if (node->kind == N_FOR && (m->declared & bit(node->var)) == 0) {
        node->e[0] = NULL;
        node->e[1] = NULL;
        node->e[2] = NULL;
    }
    if (node->kind == N_FOR) {
        mend_expr(m, node->e[0]);
        if (node->e[0] != NULL) {
            m->defined |= bit(node->var);
        }
    }
    if (forks) {
        m->defined &= m->persistent;
    }
    before = m->defined;
    if (node->kind == N_FOR_DECL) {
        mend_expr(m, node->e[0]);
        m->declared |= bit(node->var);
        m->defined |= bit(node->var);
    } else {
        if (node->kind == N_FOR &&
            (m->defined & bit(node->var)) == 0) { /* it would be counted up from nothing */
            node->e[1] = NULL;
            node->e[2] = NULL;
        }
        mend_expr(m, node->kind == N_FOR ? NULL : node->e[0]);
        mend_expr(m, node->e[1]);
        mend_expr(m, node->e[2]);
    }
    mend_kids(m, node);
    m->defined = before;
    m->declared &= ~(node->kind == N_FOR_DECL ? bit(node->var) : 0);
}

static void mend_branches(struct mender *m, struct node *node)
{
    uint64_t before;
    uint64_t after;

    mend_expr(m, node->e[0]);
    if (node->kind == N_SWITCH && has_kind(node, is_fork_point)) {
        m->defined &= m->persistent;
    }
    before = m->defined;
    after = before;
    for (struct node *kid = node->kid_first; kid != NULL; kid = kid->next) {
        m->defined = before;
        mend(m, kid);
        after &= m->defined;
    }
    m->defined = after;
}

static void mend(struct mender *m, struct node *node)
{
    const struct variable *v = &m->program->vars[node->var];
    int is_single = types[v->type].cells == 1;

    if (node->is_dropped) {
        return;
    }
    switch (node->kind) {
    case N_SEQ:
    case N_BLOCK:
        mend_kids(m, node);
        break;
    case N_DECL:
        mend_exprs(m, node);
        m->declared |= bit(node->var);
        if (node->e[0] != NULL) {
            m->defined |= bit(node->var);
        } else {
            m->defined &= ~bit(node->var);
        }
        break;
    case N_ASSIGN:
        if ((m->defined & bit(node->var)) == 0) {
            node->style -= node->style % 3;
        }
        write(m, node, is_single);
        break;
    case N_ALL:
        if ((m->defined & bit(node->var)) == 0) {
            node->is_dropped = 1;
        }
        write(m, node, 0);
        break;
    case N_COPY:
        if ((m->defined & bit(node->other)) == 0 || (m->declared & bit(node->other)) == 0) {
            node->is_dropped = 1;
        } else {
            write(m, node, 1);
        }
        break;
    case N_ASSIGN_AT:
    case N_IF_ITEM:
    case N_LOOP_ITEM:
        write(m, node, 0);
        break;
    case N_BROADCAST:
    case N_GATHER:
    case N_DRAW:
        write(m, node, is_single);
        break;
    case N_LOCAL:
        write(m, node, 1);
        break;
    case N_IF:
    case N_SWITCH:
        mend_branches(m, node);
        break;
    case N_WHILE:
    case N_DO:
    case N_FOR:
    case N_FOR_DECL:
        mend_loop(m, node);
        break;
    default:
        mend_exprs(m, node);
        if (is_fork_point(node->kind)) {
            m->defined &= m->persistent;
        }
        break;
    }
}

static void number(struct program *program, struct node *node)
{
    node->first = program->node_count++;
    program->by_number[node->first] = node;
    for (struct node *kid = node->kid_first; kid != NULL; kid = kid->next) {
        number(program, kid);
    }
    node->last = program->node_count - 1;
}

void program_mend(struct program *program)
{
    struct mender m = {.program = program};

    program->node_count = 0;
    number(program, program->root);
    for (unsigned i = 0; i < program->var_count; i++) {
        if (program->vars[i].storage == TRANSMIT || program->vars[i].storage == PARAMETER) {
            m.persistent |= bit(i);
        }
    }
    m.declared = bit(V_FIRST_FREE) - 1;
    m.defined = m.declared;
    mend(&m, program->root);
}
