/* Runs one life of a work-group by walking the tree. A joining work-group walks to the primitive behind which
 * it begins without looking left or right: conditions, initialisers and statements before it are not for
 * it. */
#include "replay_state.h"

#include <string.h>

static void store(struct replay *r, unsigned var, unsigned cell, uint32_t item, uint32_t value)
{
    r->values[var][cell][item] = scalar_normal(types[r->program->vars[var].type].cell[cell].scalar, value);
}

/* --- statements --- */

static enum flow run(struct replay *r, const struct node *node);

static enum flow run_kids(struct replay *r, const struct node *node)
{
    for (const struct node *kid = node->kid_first; kid != NULL; kid = kid->next) {
        enum flow flow;
        if (r->seek != NULL && !contains(kid, r->seek)) {
            continue;
        }
        flow = run(r, kid);
        if (flow != GOES_ON) {
            return flow;
        }
    }
    return GOES_ON;
}

static int holds(struct replay *r, const struct expr *e)
{
    uint32_t value = eval(r, e, 0);

    for (uint32_t i = 1; i < r->evidence->items; i++) {
        if ((eval(r, e, i) != 0) != (value != 0)) {
            replay_fail(r, "the fuzzer is wrong: a condition is not uniform");
        }
    }
    return value != 0;
}

static void assign(struct replay *r, const struct node *node)
{
    const struct type *type = &types[r->program->vars[node->var].type];

    for (uint32_t i = 0; i < r->evidence->items; i++) {
        uint32_t value = node->kind == N_COPY ? 0 : eval(r, node->e[0], i);
        uint32_t *at = &r->values[node->var][node->cell][i];
        switch (node->kind) {
        case N_ASSIGN:
            if (type->cell[node->cell].scalar == S_UINT && node->style % 3 != 0) {
                *at = node->style % 3 == 1 ? *at + value : *at ^ value;
            } else {
                store(r, node->var, node->cell, i, value);
            }
            break;
        case N_ASSIGN_AT:
            store(r, node->var, eval(r, node->e[1], i) % type->indexed, i, value);
            break;
        default:
            for (unsigned c = 0; c < type->cells; c++) {
                r->values[node->var][c][i] =
                    node->kind == N_COPY ? r->values[node->other][c][i] : r->values[node->var][c][i] + value;
            }
            break;
        }
    }
}

static void declare(struct replay *r, const struct node *node)
{
    const struct type *type = &types[r->program->vars[node->var].type];

    for (uint32_t i = 0; i < r->evidence->items && node->e[0] != NULL; i++) {
        for (unsigned c = 0; c < type->cells; c++) {
            store(r, node->var, c, i, eval(r, node->e[c], i));
        }
    }
}

static void note(struct write *list, uint32_t *count, uint32_t place, uint32_t epoch, uint32_t value)
{
    if (*count < EVENTS_MAX * 16) {
        list[(*count)++] = (struct write){place, epoch, value};
    }
}

static enum flow exchange(struct replay *r, const struct node *node)
{
    struct record taken[ITEMS_MAX];
    uint32_t value[ITEMS_MAX];
    uint32_t items = r->evidence->items;

    for (uint32_t i = 0; i < items && node->e[0] != NULL; i++) {
        value[i] = eval(r, node->e[0], i);
    }
    switch (node->kind) {
    case N_LOCAL:
        for (uint32_t i = 0; i < items; i++) {
            store(r, node->var, 0, i, value[i]);
        }
        break;
    case N_BROADCAST: {
        uint32_t speaker = eval(r, node->e[1], 0) % items;
        for (uint32_t i = 0; i < items; i++) {
            store(r, node->var, node->cell, i, value[speaker]);
        }
        break;
    }
    case N_PUBLISH:
        for (uint32_t i = 0; i < items; i++) {
            note(r->writes, &r->write_count, (r->epoch & 1u) * LANES_MAX + r->group * items + i, r->epoch,
                 value[i]);
        }
        break;
    case N_DRAW:
    case N_GATHER:
        if (!take_any(r, node, taken)) {
            return ENDS;
        }
        for (uint32_t i = 0; i < items; i++) {
            if (node->kind == N_GATHER) {
                note(r->reads, &r->read_count,
                     ((r->epoch + 1u) & 1u) * LANES_MAX + value[i] % (GROUPS_MAX * items), r->epoch,
                     taken[i].value);
            } else if (taken[i].value != taken[0].value) {
                replay_fail(r, "record %u, work-item %u of work-group %u: drew %u, and item 0 %u",
                            node->first, i, r->group, taken[i].value, taken[0].value);
            }
            store(r, node->var, node->cell, i, taken[i].value);
        }
        if (node->kind == N_DRAW) {
            if (taken[0].value >= NUMBERS_MAX || r->drawn[taken[0].value]++) {
                replay_fail(r, "record %u: work-group %u drew %u, as another did", node->first, r->group,
                            taken[0].value);
            }
            r->drawn_count++;
        }
        break;
    default:
        break;
    }
    return GOES_ON;
}

static void item_by_item(struct replay *r, const struct node *node)
{
    for (uint32_t i = 0; i < r->evidence->items; i++) {
        if (node->kind == N_IF_ITEM) {
            if (eval(r, node->e[0], i) != 0) {
                store(r, node->var, node->cell, i, eval(r, node->e[1], i));
            }
        } else {
            for (uint32_t q = 0; q < eval(r, node->e[0], i) % 4u; q++) {
                store(r, node->var, node->cell, i, eval(r, node->e[1], i));
            }
        }
    }
}

/* Burns fuel; 0 when there is none. */
static int burn(struct replay *r, const struct node *node)
{
    unsigned fuel = node->class == KERNEL ? V_FUEL_KERNEL : V_FUEL_GROUP;

    if (r->values[fuel][0][0] == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < r->evidence->items; i++) {
        r->values[fuel][0][i]--;
    }
    return 1;
}

static void set_all(struct replay *r, unsigned var, uint32_t value, int adds)
{
    for (uint32_t i = 0; i < r->evidence->items; i++) {
        r->values[var][0][i] = (adds ? r->values[var][0][i] : 0) + value;
    }
}

static enum flow run_loop(struct replay *r, const struct node *node)
{
    const struct expr *condition = node->kind == N_FOR ? node->e[1] : node->e[0];

    if (r->seek == NULL && node->kind == N_FOR_DECL) {
        set_all(r, node->var, 0, 0);
    } else if (r->seek == NULL && node->kind == N_FOR && node->e[0] != NULL) {
        set_all(r, node->var, eval(r, node->e[0], 0), 0);
    }
    for (;;) {
        enum flow flow;
        if (r->seek == NULL) {
            if (node->kind == N_FOR_DECL) {
                if (r->values[node->var][0][0] >= eval(r, node->e[0], 0) % 4u) {
                    break;
                }
            } else if ((node->kind != N_DO && condition != NULL && !holds(r, condition)) || !burn(r, node)) {
                break;
            }
        }
        flow = run_kids(r, node);
        if (flow == ENDS || r->failed) {
            return ENDS;
        }
        if (flow == BREAKS || (node->kind == N_DO && !holds(r, condition))) {
            break;
        }
        if (node->kind == N_FOR_DECL) {
            set_all(r, node->var, 1, 1);
        } else if (node->kind == N_FOR && node->e[2] != NULL) {
            set_all(r, node->var, eval(r, node->e[2], 0), 1);
        }
    }
    return GOES_ON;
}

static enum flow run_if(struct replay *r, const struct node *node)
{
    const struct node *then = node->kid_first;
    struct record taken[ITEMS_MAX];
    int takes_then;

    if (has_record_before(r->program, node) && r->seek == NULL && !take_place(r, then->kid_first, taken)) {
        return ENDS;
    }
    takes_then = r->seek != NULL ? contains(then, r->seek) : holds(r, node->e[0]);

    if (takes_then && has_record_before(r->program, node) && r->seek == NULL) {
        return primitive(r, then->kid_first, taken[0].number);
    }
    if (takes_then) {
        return run(r, then);
    }
    return then->next != NULL ? run(r, then->next) : GOES_ON;
}

static enum flow run_switch(struct replay *r, const struct node *node)
{
    const struct node *kid = node->kid_first;
    uint32_t value = 0;

    if (r->seek != NULL) {
        while (!contains(kid, r->seek)) {
            kid = kid->next;
        }
    } else {
        value = eval(r, node->e[0], 0) & 3u;
        while (kid != NULL && kid->case_value != value && kid->case_value != ~0u) {
            kid = kid->next;
        }
    }
    for (; kid != NULL; kid = kid->next) {
        enum flow flow = run(r, kid);
        if (flow != GOES_ON) {
            return flow == BREAKS ? GOES_ON : flow;
        }
        if (!kid->falls) {
            break;
        }
    }
    return GOES_ON;
}

static enum flow run(struct replay *r, const struct node *node)
{
    struct record taken[ITEMS_MAX];

    if (r->failed) {
        return ENDS;
    }
    if (node->is_dropped) {
        return GOES_ON;
    }
    if (r->seek == node) {
        r->seek = NULL;
        pass(r, node);
        return GOES_ON;
    }
    switch (node->kind) {
    case N_SEQ:
    case N_BLOCK:
        return run_kids(r, node);
    case N_DECL:
        declare(r, node);
        return GOES_ON;
    case N_ASSIGN:
    case N_ASSIGN_AT:
    case N_COPY:
    case N_ALL:
        assign(r, node);
        return GOES_ON;
    case N_IF:
        return run_if(r, node);
    case N_WHILE:
    case N_DO:
    case N_FOR:
    case N_FOR_DECL:
        return run_loop(r, node);
    case N_SWITCH:
        return run_switch(r, node);
    case N_BREAK:
        return BREAKS;
    case N_CONTINUE:
        return CONTINUES;
    case N_RETURN:
        take_sums(r, node, taken);
        return ENDS;
    case N_LOG:
        return take_sums(r, node, taken) ? GOES_ON : ENDS;
    case N_IF_ITEM:
    case N_LOOP_ITEM:
        item_by_item(r, node);
        return GOES_ON;
    case N_OFFER:
    case N_FORK:
    case N_GLOBAL_BARRIER:
    case N_RESIZING_BARRIER:
        return take_place(r, node, taken) ? primitive(r, node, taken[0].number) : ENDS;
    default:
        return exchange(r, node);
    }
}

void interpret_life(struct replay *r)
{
    struct life *life = &r->lives[r->life];
    const struct event *from = life->birth == UNKNOWN ? NULL : &r->events[r->event_of[life->birth]];

    memset(r->values, 0xa5, sizeof r->values);
    for (uint32_t i = 0; i < r->evidence->items; i++) {
        for (unsigned v = 0; from != NULL && v < r->program->var_count; v++) {
            for (unsigned c = 0; r->program->vars[v].storage == TRANSMIT && c < CELLS_MAX; c++) {
                r->values[v][c][i] = from->transmitted[v * CELLS_MAX + c];
            }
        }
        if (from == NULL) {
            r->values[V_FUEL_KERNEL][0][i] = r->program->fuel_kernel;
            r->values[V_FUEL_GROUP][0][i] = r->program->fuel_group;
            r->values[V_EPOCH][0][i] = 0;
        }
        r->values[V_WHO][0][i] = from == NULL ? 0 : life->birth;
        r->values[V_P0][0][i] = r->evidence->p0;
        r->values[V_P1][0][i] = r->evidence->p1;
    }
    r->epoch = from == NULL ? 0 : from->epoch;
    r->seek = from == NULL ? NULL : from->node;
    if (!learn_groups(r)) {
        replay_fail(r, "work-group %u made no record", r->group);
        return;
    }
    life->first_groups = r->groups;
    life->birth_epoch = from == NULL ? 0 : from->epoch + (from->node->kind == N_RESIZING_BARRIER);
    run(r, r->program->root);
}
