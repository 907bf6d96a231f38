/* The values of expressions. */
#include "replay_state.h"

static uint32_t binary(enum op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case E_MIX:
        return (a ^ b) * 16777619u + (b >> 7);
    case E_ADD:
        return a + b;
    case E_SUB:
        return a - b;
    case E_MUL:
        return a * b;
    case E_XOR:
        return a ^ b;
    case E_AND:
        return a & b;
    case E_OR:
        return a | b;
    case E_LT:
        return a < b;
    case E_EQ:
        return a == b;
    default:
        return a != b;
    }
}

uint32_t eval(struct replay *r, const struct expr *e, uint32_t item)
{
    uint32_t items = r->evidence->items;

    switch (e->op) {
    case E_CONST:
        return e->value;
    case E_CELL:
        return r->values[e->var][e->cell][item];
    case E_INDEX:
        return r->values[e->var][eval(r, e->a, item) % types[r->program->vars[e->var].type].indexed][item];
    case E_LOCAL:
        return r->values[e->var][0][(item + eval(r, e->a, item)) % items];
    case E_GROUP_ID:
        return r->group;
    case E_GROUPS:
        return r->groups;
    case E_LOCAL_ID:
        return item;
    case E_LOCAL_SIZE:
        return items;
    case E_GLOBAL_ID:
        return r->group * items + item;
    case E_GLOBAL_SIZE:
        return r->groups * items;
    case E_TABLE:
        return table_value(eval(r, e->a, item) & 63u);
    case E_HALF:
    case E_WHERE: {
        uint32_t x = (eval(r, e->a, item) >> 1);
        x = (x ^ 5u) * 16777619u + (5u >> 7);
        return e->op == E_HALF ? x : x + (r->group * items + item) * 3u;
    }
    case E_SHR:
        return eval(r, e->a, item) >> e->value;
    case E_LAND:
        return eval(r, e->a, item) != 0 && eval(r, e->b, item) != 0;
    case E_LOR:
        return eval(r, e->a, item) != 0 || eval(r, e->b, item) != 0;
    case E_SELECT:
        return eval(r, e->a, item) != 0 ? eval(r, e->b, item) : eval(r, e->c, item);
    default:
        return binary(e->op, eval(r, e->a, item), eval(r, e->b, item));
    }
}
