/* Expressions as OpenCL C. */
#include "print.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    for (;;) {
        va_start(arguments, format);
        length = vsnprintf(text->bytes == NULL ? NULL : text->bytes + text->length,
                           text->capacity - text->length, format, arguments);
        va_end(arguments);
        if (text->length + (unsigned long)length + 1 <= text->capacity) {
            text->length += (unsigned long)length;
            return;
        }
        text->capacity = (text->length + (unsigned long)length + 1) * 2;
        text->bytes = realloc(text->bytes, text->capacity);
        if (text->bytes == NULL) {
            abort();
        }
    }
}

/* `form` with `inner`'s text for each %. */
void print_form(struct printer *p, const char *form, const char *inner)
{
    for (; *form != '\0'; form++) {
        if (*form == '%') {
            text_add(p->text, "%s", inner);
        } else {
            text_add(p->text, "%c", *form);
        }
    }
}

char *expr_text(struct printer *p, const struct expr *e)
{
    struct text text = {0};
    struct printer inner = *p;

    inner.text = &text;
    text_add(&text, "%s", "");
    print_expr(&inner, e);
    return text.bytes;
}

static void print_read(struct printer *p, unsigned var, unsigned cell)
{
    const struct variable *v = &p->program->vars[var];
    char place[64];

    snprintf(place, sizeof place, "%s%s", v->name, types[v->type].cell[cell].path);
    print_form(p, scalar_read[types[v->type].cell[cell].scalar], place);
}

void print_written(struct printer *p, enum scalar scalar, const struct expr *e)
{
    char *inner = expr_text(p, e);

    print_form(p, scalar_write[scalar], inner);
    free(inner);
}

static void print_binary(struct printer *p, const struct expr *e, const char *sign, const char *around)
{
    text_add(p->text, "%s(", around);
    print_expr(p, e->a);
    text_add(p->text, " %s ", sign);
    print_expr(p, e->b);
    text_add(p->text, ")");
}

static void print_call(struct printer *p, const char *name, const struct expr *e)
{
    text_add(p->text, "%s(", name);
    print_expr(p, e->a);
    if (e->b != NULL) {
        text_add(p->text, ", ");
        print_expr(p, e->b);
    }
    text_add(p->text, ")");
}

/* Operators between two operands. */
static const char *binary_sign(enum op op)
{
    static const char *const signs[] = {
        [E_ADD] = "+", [E_SUB] = "-", [E_MUL] = "*", [E_XOR] = "^",   [E_AND] = "&",  [E_OR] = "|",
        [E_LT] = "<",  [E_EQ] = "==", [E_NE] = "!=", [E_LAND] = "&&", [E_LOR] = "||", [E_SELECT] = NULL};

    return signs[op];
}

/* What has neither operands nor variables. */
static const char *plain_text(const struct expr *e)
{
    switch (e->op) {
    case E_GROUP_ID:
        return "(uint)get_group_id(0)";
    case E_GROUPS:
        return "(uint)get_num_groups(0)";
    case E_LOCAL_ID:
        return e->value ? "(uint)get_local_linear_id()" : "(uint)get_local_id(0)";
    case E_LOCAL_SIZE:
        return "(uint)get_local_size(0)";
    case E_GLOBAL_ID:
        return e->value ? "(uint)get_global_linear_id()" : "(uint)get_global_id(0)";
    case E_GLOBAL_SIZE:
        return "(uint)get_global_size(0)";
    default:
        return NULL;
    }
}

void print_expr(struct printer *p, const struct expr *e)
{
    if (plain_text(e) != NULL) {
        text_add(p->text, "%s", plain_text(e));
        return;
    }
    if (binary_sign(e->op) != NULL) {
        print_binary(p, e, binary_sign(e->op), e->op >= E_LT ? "(uint)" : "");
        return;
    }
    switch (e->op) {
    case E_CONST:
        text_add(p->text, "%uu", e->value);
        break;
    case E_CELL:
        print_read(p, e->var, e->cell);
        break;
    case E_INDEX:
        text_add(p->text, "(uint)%s[", p->program->vars[e->var].name);
        print_expr(p, e->a);
        text_add(p->text, " %% %uu]", types[p->program->vars[e->var].type].indexed);
        break;
    case E_LOCAL:
        text_add(p->text, "(uint)%s[((uint)get_local_id(0) + ", p->program->vars[e->var].name);
        print_expr(p, e->a);
        text_add(p->text, ") %% (uint)get_local_size(0)]");
        break;
    case E_TABLE:
        text_add(p->text, "table[");
        print_expr(p, e->a);
        text_add(p->text, " & 63u]");
        break;
    case E_WHERE:
        print_call(p, "fz_where", e);
        break;
    case E_MIX:
        print_call(p, e->value ? "FZ_MIX" : "fz_mix", e);
        break;
    case E_HALF:
        print_call(p, "fz_half", e);
        break;
    case E_SHR:
        text_add(p->text, "(");
        print_expr(p, e->a);
        text_add(p->text, " >> %uu)", e->value);
        break;
    case E_SELECT:
        text_add(p->text, "((");
        print_expr(p, e->a);
        text_add(p->text, ") != 0u ? ");
        print_expr(p, e->b);
        text_add(p->text, " : ");
        print_expr(p, e->c);
        text_add(p->text, ")");
        break;
    default:
        break;
    }
}
