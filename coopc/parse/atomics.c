/* The generic forms of OpenCL C's atomic functions.
 *
 * A device without sequentially consistent order does not have them (OpenCL C 3.0, 6.15.12.7.7), and in the
 * module's version of the language the compiler declares them for no device. They mean the explicit forms
 * with that order and the scope of the device, which all devices that can serve compile: macros make these of
 * them in the files that use them. */
#include "coopc/parse/atomics.h"

#include <string.h>

#include "coopc/parse/cursor.h"

#define ORDER "memory_order_seq_cst, "
#define SCOPE "memory_scope_device)"
#define LOADS(name)                                                    \
    {                                                                  \
        name, name "(object)=" name "_explicit((object), " ORDER SCOPE \
    }
#define CHANGES(name)                                                                  \
    {                                                                                  \
        name, name "(object, value)=" name "_explicit((object), (value), " ORDER SCOPE \
    }
#define COMPARES(name)                                                           \
    {                                                                            \
        name, name "(object, expected, value)=" name                             \
                   "_explicit((object), (expected), (value), " ORDER ORDER SCOPE \
    }

static const struct generic {
    const char *name;
    const char *definition;
} generics[] = {
    LOADS("atomic_load"),
    LOADS("atomic_flag_test_and_set"),
    LOADS("atomic_flag_clear"),
    CHANGES("atomic_store"),
    CHANGES("atomic_exchange"),
    CHANGES("atomic_fetch_add"),
    CHANGES("atomic_fetch_sub"),
    CHANGES("atomic_fetch_or"),
    CHANGES("atomic_fetch_xor"),
    CHANGES("atomic_fetch_and"),
    CHANGES("atomic_fetch_min"),
    CHANGES("atomic_fetch_max"),
    COMPARES("atomic_compare_exchange_strong"),
    COMPARES("atomic_compare_exchange_weak"),
};

static bool is_defined(const struct unit *unit, const char *definition)
{
    for (size_t i = 0; i < unit->atomics.count; ++i) {
        if (strcmp(unit->atomics.items[i], definition) == 0) {
            return true;
        }
    }
    return false;
}

/* Macros by which the compiler declares what coopc makes of other calls, whatever the device has. */
static const struct feature {
    const char *name; /* of the functions: its beginning */
    const char *definition;
} features[] = {
    {"work_group_", "__opencl_c_work_group_collective_functions=1"},
    {"sub_group_shuffle_up", "cl_khr_subgroup_shuffle_relative=1"},
    {"sub_group_shuffle_down", "cl_khr_subgroup_shuffle_relative=1"},
    {"sub_group_shuffle", "cl_khr_subgroup_shuffle=1"},
    {"sub_group_", "cl_khr_subgroups=1"},
    {"get_sub_group_", "cl_khr_subgroups=1"},
};

struct search {
    struct unit *unit;
    struct parse_arguments *arguments;
    struct cursor_table functions; /* of the file */
    bool has_defined;
};

static void define_once(struct search *search, const char *definition)
{
    if (!is_defined(search->unit, definition)) {
        *LIST_ADD(&search->unit->atomics) = definition;
        *LIST_ADD(&search->arguments->list) = string_printf("-D%s", definition);
        search->has_defined = true;
    }
}

static void define(struct search *search, const char *name)
{
    for (size_t i = 0; i < sizeof generics / sizeof generics[0]; ++i) {
        if (strcmp(name, generics[i].name) == 0) {
            define_once(search, generics[i].definition);
        }
    }
}

static void define_feature(struct search *search, const char *name)
{
    bool is_of_sub_group = strstr(name, "sub_group_") != NULL;

    for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i) {
        if (string_begins(name, features[i].name) &&
            !(is_of_sub_group && search->arguments->keeps_sub_groups)) {
            define_once(search, features[i].definition);
            return;
        }
    }
}

/* Those that the compiler does not declare. */
static void define_missed(struct search *search, CXTranslationUnit tu)
{
    static const char message[] = "implicit declaration of function '";
    unsigned count = clang_getNumDiagnostics(tu); /* which goes through them all */

    for (unsigned i = 0; i < count; ++i) {
        CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);
        const char *text = keep(clang_getDiagnosticSpelling(diagnostic));

        if (string_begins(text, message)) {
            const char *name;

            text += strlen(message);
            name = string_slice(text, strcspn(text, "'"));
            define(search, name);
            define_feature(search, name);
        }
        clang_disposeDiagnostic(diagnostic);
    }
}

/* One that the compiler declares is no declaration that the file has. */
static enum CXChildVisitResult visit_use(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct search *search = data;
    CXCursor declaration = clang_getCursorReferenced(cursor);

    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl) {
        cursor_table_add(&search->functions, clang_getCanonicalCursor(cursor));
    } else if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr &&
               clang_getCursorKind(declaration) == CXCursor_FunctionDecl &&
               cursor_table_find(&search->functions, clang_getCanonicalCursor(declaration)) == CURSOR_NONE) {
        define(search, keep(clang_getCursorSpelling(declaration)));
    }
    return CXChildVisit_Recurse;
}

/* Whether the compiler may read a version of the language in which all devices have them. */
static bool may_declare(const struct parse_arguments *arguments)
{
    for (size_t i = 0; i < arguments->list.count; ++i) {
        if (string_begins(arguments->list.items[i], "-cl-std=") &&
            strcmp(arguments->list.items[i], "-cl-std=CL3.0") != 0) {
            return true;
        }
    }
    return false;
}

bool atomics_define(CXTranslationUnit tu, struct unit *unit, struct parse_arguments *arguments)
{
    struct search search = {.unit = unit, .arguments = arguments};

    define_missed(&search, tu);
    if (may_declare(arguments)) {
        clang_visitChildren(clang_getTranslationUnitCursor(tu), visit_use, &search);
    }
    return search.has_defined;
}
