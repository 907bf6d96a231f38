/* The structs that kernels take by value, in the header for the host. */
#include "coopc/emit/record.h"

#include <string.h>

#include "coopc/emit/member.h"

/* What the members alone ask for. */
static size_t natural_alignment(const struct record *record)
{
    size_t alignment = 1;

    for (size_t i = 0; i < record->members.count; ++i) {
        size_t own = record->members.items[i].type.alignment;

        alignment = own > alignment ? own : alignment;
    }
    return alignment;
}

static bool has_member(const struct record *record, const char *name)
{
    for (size_t i = 0; i < record->members.count; ++i) {
        if (strcmp(record->members.items[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* A name that is made gives way to those that the members have. */
static const char *name_of(const struct record *record, const struct record_member *member)
{
    const char *name = member_plain_name(member->name);

    while (strcmp(name, member->name) != 0 && has_member(record, name)) {
        name = string_printf("%s_", name);
    }
    return name;
}

/* `least` is what the struct wants of its first member. */
static void emit_member(struct text *out, const struct record *record, const struct record_member *member,
                        size_t least)
{
    const struct type *type = &member->type;
    bool is_vector = type->shape == SHAPE_VECTOR;
    const char *name = name_of(record, member);

    text_puts(out, "    ");
    if (is_vector || least > 1) {
        text_printf(out, "COOP_ARGS_ALIGNED(%zu) ", least > type->alignment ? least : type->alignment);
    }
    if (member->record != NULL) {
        text_printf(out, "%s %s%s; /* %s */\n", member->record->spelling, name, member->dimensions,
                    member->record->spelling);
    } else if (is_vector) {
        text_printf(out, "%s %s%s[%zu]; /* %s */\n", type->c_name, name, member->dimensions,
                    type->lanes == 3 ? 4 : type->lanes, type->spelling);
    } else {
        text_printf(out, "%s %s%s; /* %s */\n", type->c_name, name, member->dimensions, type->spelling);
    }
}

static void emit_definition(struct text *out, const struct record *record)
{
    const char *name = record_name(record);
    bool is_rounded = record->alignment > natural_alignment(record);

    text_printf(out, "#ifndef COOP_ARGS_STRUCT_%s\n#define COOP_ARGS_STRUCT_%s\n", name, name);
    text_printf(out, record->tag != NULL ? "struct %s {\n" : "typedef struct {\n", name);
    for (size_t i = 0; i < record->members.count; ++i) {
        emit_member(out, record, &record->members.items[i], i == 0 && is_rounded ? record->alignment : 1);
    }
    text_puts(out, "}");
    text_printf(out, record->tag != NULL ? ";\n#endif\n" : " %s;\n#endif\n", name);
}

static void emit_layout(struct text *out, const struct record *record)
{
    text_printf(
        out,
        "COOP_ARGS_ASSERT(sizeof(%s) == %zu, \"coopc and the C compiler disagree on the size of %s\");\n",
        record->spelling, record->size, record_name(record));
    for (size_t i = 0; i < record->members.count; ++i) {
        const struct record_member *member = &record->members.items[i];
        const char *name = record->is_emitted ? name_of(record, member) : member->name;

        text_printf(out,
                    "COOP_ARGS_ASSERT(offsetof(%s, %s) == %zu, \"coopc and the C compiler disagree on "
                    "%s.%s\");\n",
                    record->spelling, name, member->offset, record_name(record), name);
    }
    text_puts(out, "\n");
}

static void emit_record(struct text *out, const struct record *record)
{
    const char *asserted = string_printf("(sizeof(%s) == ", record->spelling);

    if (out->bytes != NULL && strstr(out->bytes, asserted) != NULL) {
        return;
    }
    for (size_t i = 0; i < record->members.count; ++i) {
        if (record->members.items[i].record != NULL) {
            emit_record(out, record->members.items[i].record);
        }
    }
    if (record->is_emitted) {
        text_printf(out, "/* %s, as kernels have it. */\n", record->spelling);
        emit_definition(out, record);
    }
    emit_layout(out, record);
}

void records_emit(struct text *out, const struct layout *layout)
{
    for (size_t i = 0; i < layout->members.count; ++i) {
        const struct record *record = layout->members.items[i].variable->record;

        if (record != NULL) {
            emit_record(out, record);
        }
    }
}
