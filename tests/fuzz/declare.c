/* Random variables, and which of them a statement may write. */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned variable_new(struct generator *g, unsigned type, enum storage storage, enum class class)
{
    struct program *program = g->program;
    unsigned var = program->var_count++;
    struct variable *v = &program->vars[var];

    v->type = type;
    v->storage = storage;
    v->class = class;
    snprintf(v->name, sizeof v->name, "%c%u", "abcdefghmnrstvwxyz"[below(g, 18)], g -> names++);
    return var;
}

static unsigned type_of_name(const char *name, const char *suffix)
{
    for (unsigned i = 0; i < type_count; i++) {
        unsigned k = 0;
        unsigned s = 0;
        while (types[i].name[k] != '\0' && types[i].name[k] == name[k]) {
            k++;
        }
        while (types[i].suffix[s] != '\0' && types[i].suffix[s] == suffix[s]) {
            s++;
        }
        if (types[i].name[k] == name[k] && types[i].suffix[s] == suffix[s]) {
            return i;
        }
    }
    abort();
}

int room_for_variables(struct generator *g)
{
    return g->program->var_count + 4 < VARS_MAX;
}

struct node *declaration(struct generator *g, enum storage storage, enum class flow)
{
    enum class class = (enum class)(flow + below(g, (unsigned)(ITEM - flow) + 1));
    unsigned type = chance(g, 40) ? 0 : below(g, type_count);
    struct node *node = node_new(g, N_DECL, flow);
    unsigned var;

    if (storage == LOCAL_ARRAY) {
        static const char *const locals[] = {"uint", "uchar", "ushort"};
        type = type_of_name(locals[below(g, 3)], "");
        class = ITEM;
    }
    var = variable_new(g, type, storage, class);
    /* One in a block may hide one around it. */
    if (storage == PRIVATE && g->depth > 0 && chance(g, 25)) {
        unsigned outer = g->visible[below(g, g->visible_count)];
        if (outer >= V_FIRST_FREE) {
            memmove(g->program->vars[var].name, g->program->vars[outer].name,
                    sizeof g->program->vars[var].name);
        }
    }
    node->var = var;
    /* Its scope begins at its initialiser. */
    g->visible[g->visible_count++] = var;
    if (storage != LOCAL_ARRAY && chance(g, 80)) {
        for (unsigned i = 0; i < types[type].cells; i++) {
            node->e[i] = expr(g, class, 2);
        }
    }
    g->visible_count--;
    return node;
}

/* Makes the variable of a declaration visible; a name of its own block's must not come twice. */
void declare(struct generator *g, const struct node *node, unsigned block_begins)
{
    struct variable *v = &g->program->vars[node->var];

    for (unsigned i = block_begins; i < g->visible_count; i++) {
        const char *other = g->program->vars[g->visible[i]].name;
        unsigned k = 0;
        while (other[k] != '\0' && other[k] == v->name[k]) {
            k++;
        }
        if (other[k] == v->name[k]) {
            snprintf(v->name, sizeof v->name, "u%u", g->names++);
        }
    }
    g->visible[g->visible_count++] = node->var;
    if (node->e[0] != NULL) {
        g->defined |= (uint64_t)1 << node->var;
    } else {
        g->defined &= ~((uint64_t)1 << node->var);
    }
}

/* What a statement in a flow of `class` may assign. */
int fits_write(struct generator *g, unsigned var, enum class flow)
{
    const struct variable *v = &g->program->vars[var];

    return v->storage != LOCAL_ARRAY && !v->is_fixed && !v->is_hidden && v->class >= flow;
}

int fits_group_write(struct generator *g, unsigned var, enum class flow)
{
    return fits_write(g, var, flow) && g->program->vars[var].class == GROUP;
}

int fits_item_write(struct generator *g, unsigned var, enum class flow)
{
    return fits_write(g, var, flow) && g->program->vars[var].class == ITEM;
}

int fits_counter(struct generator *g, unsigned var, enum class flow)
{
    const struct variable *v = &g->program->vars[var];

    return fits_write(g, var, flow) && v->class == flow && types[v->type].cells == 1 &&
           types[v->type].cell[0].scalar == S_UINT && is_defined(g, var);
}

int fits_vector(struct generator *g, unsigned var, enum class flow)
{
    const char *name = types[g->program->vars[var].type].name;

    return fits_write(g, var, flow) && is_defined(g, var) && name[0] == 'u' && name[1] == 'i' &&
           types[g->program->vars[var].type].suffix[0] == '\0' && types[g->program->vars[var].type].cells > 1;
}

void note_write(struct generator *g, unsigned var)
{
    if (types[g->program->vars[var].type].cells == 1) {
        g->defined |= (uint64_t)1 << var;
    }
}
