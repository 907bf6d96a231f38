/* The members of a struct of arguments, for the host. */
#include "coopc/emit/member.h"

#include <string.h>

#include "coopc/model/type.h"

/* Names that mean something else where a host's compiler reads the header. Of macros, those that could name a
 * parameter: of the compilers in GNU's mode, and of C's and POSIX's headers. Not taken are the constants in
 * capitals, which are thousands, those of OpenCL C, which no parameter can have, and macros with parameters,
 * isnan or assert, since no parenthesis stands behind a member. */
const char *member_plain_name(const char *name)
{
    static const char *const words[] = {"alignas",
                                        "alignof",
                                        "and",
                                        "and_eq",
                                        "asm",
                                        "auto",
                                        "bitand",
                                        "bitor",
                                        "catch",
                                        "char16_t",
                                        "char32_t",
                                        "char8_t",
                                        "class",
                                        "co_await",
                                        "co_return",
                                        "co_yield",
                                        "compl",
                                        "concept",
                                        "const_cast",
                                        "consteval",
                                        "constexpr",
                                        "constinit",
                                        "decltype",
                                        "delete",
                                        "dynamic_cast",
                                        "explicit",
                                        "export",
                                        "false",
                                        "friend",
                                        "mutable",
                                        "namespace",
                                        "new",
                                        "noexcept",
                                        "not",
                                        "not_eq",
                                        "nullptr",
                                        "operator",
                                        "or",
                                        "or_eq",
                                        "private",
                                        "protected",
                                        "public",
                                        "reinterpret_cast",
                                        "requires",
                                        "restrict",
                                        "static_assert",
                                        "static_cast",
                                        "template",
                                        "this",
                                        "thread_local",
                                        "throw",
                                        "true",
                                        "try",
                                        "typeid",
                                        "typename",
                                        "typeof",
                                        "typeof_unqual",
                                        "using",
                                        "virtual",
                                        "wchar_t",
                                        "xor",
                                        "xor_eq",
                                        NULL};
    static const char *const macros[] = {
        "EOF",    "I",        "PPC",     "basename",  "bool",   "complex",
        "errno",  "h_errno",  "i386",    "imaginary", "linux",  "math_errhandling",
        "mips",   "noreturn", "powerpc", "sparc",     "stderr", "stdin",
        "stdout", "unix",     NULL};

    return string_is_one_of(name, words) || string_is_one_of(name, macros) ? string_printf("%s_", name)
                                                                           : name;
}

/* Of a parameter in local memory it is the size that the launch gives. */
static const char *plain_name(const struct variable *variable)
{
    return variable_is_local_parameter(variable) ? string_printf("%s_bytes", variable->name)
                                                 : member_plain_name(variable->name);
}

static bool is_other_name(const struct layout *layout, const struct variable *variable, const char *name)
{
    for (size_t i = 0; i < layout->members.count; ++i) {
        const struct variable *other = layout->members.items[i].variable;

        if (other == variable) {
            continue;
        }
        if (strcmp(other->name, name) == 0 ||
            (other->index < variable->index && string_begins(name, plain_name(other)) &&
             strcmp(member_name(layout, other), name) == 0)) {
            return true;
        }
    }
    return false;
}

/* Parameters keep their own names; one that is made of them gives way to those, and to earlier ones. */
const char *member_name(const struct layout *layout, const struct variable *variable)
{
    const char *name = plain_name(variable);

    while (strcmp(name, variable->name) != 0 && is_other_name(layout, variable, name)) {
        name = string_printf("%s_", name);
    }
    return name;
}

void member_emit(struct text *out, const struct layout *layout, const struct member *member)
{
    const struct variable *variable = member->variable;
    const struct type *type = &variable->type;
    const char *name = member_name(layout, variable);

    if (variable_is_local_parameter(variable)) {
        text_printf(out, "    uint64_t %s; /* bytes of local memory for %s */\n", name, type->spelling);
        return;
    }
    if (type->shape == SHAPE_POINTER) {
        text_printf(out, "    coop_address %s;", name);
    } else if (type->shape == SHAPE_VECTOR) {
        text_printf(out, "    COOP_ARGS_ALIGNED(%zu) %s %s[%zu];", member->alignment, type->c_name, name,
                    type->lanes == 3 ? 4 : type->lanes);
    } else if (variable->record != NULL) {
        text_printf(out, "    %s %s;", variable->record->spelling, name);
    } else if (type->shape == SHAPE_STRUCT || type->c_name == NULL) {
        text_printf(out, "    COOP_ARGS_ALIGNED(%zu) uint8_t %s[%zu];", member->alignment, name, type->size);
    } else {
        text_printf(out, "    %s %s;", type->c_name, name);
    }
    text_printf(out, " /* %s */\n", type->spelling);
}
