/* Names of program scope and macros: reserved ones, and those that two files define. */
#include "coopc/check/names.h"

#include "coopc/diag/diag.h"
#include "coopc/model/group.h"

#include <ctype.h>
#include <string.h>

/* Macros by which a file sets what coop/tensor.clh reads. */
static bool is_setting(const char *name)
{
    return string_begins(name, "COOP_DIMENSIONS") || string_begins(name, "COOP_LAYOUT_") ||
           strcmp(name, "COOP_CHECK_CELLS") == 0;
}

static bool is_reserved(const char *name)
{
    return string_begins(name, "coop_") || string_begins(name, "COOP_") || strcmp(name, "coop") == 0;
}

/* Whether the text has the name there as a whole; what a macro names is not in the text. */
static bool stands_in_text(const struct source *source, size_t offset, const char *name)
{
    const char *behind = source->text + offset + strlen(name);

    return strncmp(source->text + offset, name, strlen(name)) == 0 && *behind != '_' &&
           !isalnum((unsigned char)*behind);
}

static void check_reserved(const struct source *source, size_t offset, const char *name)
{
    if (!source->is_own && is_reserved(name) && stands_in_text(source, offset, name) &&
        !source_is_generated(source, offset)) {
        diag_error(ERROR_RESERVED_NAME, source, offset, "choose another name.",
                   "'%s' is reserved: coop, coop_... and COOP_... belong to the "
                   "runtime",
                   name);
    }
}

/* In the module a work-item function is a macro, which an overload of the user's would be taken for. */
static void check_overload(const struct name *name)
{
    if (name->kind == NAME_FUNCTION && string_is_one_of(name->name, work_item_functions)) {
        diag_error(ERROR_RESERVED_NAME, name->source, name->offset, "choose another name.",
                   "'%s' is reserved: it is a work-item function, of which there are no overloads",
                   name->name);
    }
}

/* In the module a work-item function is a macro itself, which one of the same name would hide. */
static void check_macro(const struct name *macro)
{
    struct tokens tokens = {.text = NULL};
    size_t next = token_at(&macro->source->tokens, macro->offset);

    if (macro->kind != NAME_MACRO || next == 0 || !string_is_one_of(macro->name, work_item_functions)) {
        return;
    }
    if (!macro->source->is_main) {
        diag_error(ERROR_WORK_ITEM_MACRO, macro->source, macro->offset,
                   "define the macro in the file that uses it.",
                   "a header defines the macro '%s', which has the name of a work-item function that other "
                   "files may call",
                   macro->name);
        return;
    }
    lex(&tokens, macro->source->original, macro->offset, macro->source->tokens.list.items[next - 1].end);
    for (size_t i = 1; i < tokens.list.count; ++i) {
        if (token_is(&tokens, i, macro->name)) {
            diag_error(ERROR_WORK_ITEM_MACRO, macro->source, macro->offset,
                       "define a helper before the macro, call the function in the helper, and let the macro "
                       "call the helper.",
                       "the macro '%s' expands to the work-item function of the same name", macro->name);
            return;
        }
    }
}

void check_names(const struct unit *unit)
{
    if (unit->is_given) {
        return;
    }
    for (size_t i = 0; i < unit->names.count; ++i) {
        const struct name *name = &unit->names.items[i];

        if (name->kind != NAME_MACRO || !is_setting(name->name)) {
            check_reserved(name->source, name->offset, name->name);
        }
        check_macro(name);
        check_overload(name);
        if (name->kind == NAME_VARIABLE && name->space != SPACE_CONSTANT) {
            diag_error(ERROR_PROGRAM_SCOPE_VARIABLE, name->source, name->offset,
                       "pass a buffer to the kernels, or make the variable constant.",
                       "'%s' is a program-scope variable in global memory, which many devices do not have",
                       name->name);
        }
    }
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];

        for (size_t j = 0; j < function->variables.count; ++j) {
            check_reserved(function->source, function->variables.items[j]->offset,
                           function->variables.items[j]->name);
        }
    }
}

/* Whether two names in different files of the command line cannot be in one module. */
static bool is_clash(const struct name *left, const struct name *right)
{
    bool is_type = left->kind == NAME_TYPE;

    if (left->kind == NAME_MACRO || right->kind == NAME_MACRO || is_type != (right->kind == NAME_TYPE) ||
        left->name[0] == '\0' || strcmp(left->name, right->name) != 0) {
        return false;
    }
    return left->offset != right->offset || strcmp(left->source->identity, right->source->identity) != 0;
}

static bool is_definition(const struct unit *unit, const struct name *name)
{
    for (size_t i = 0; i < unit->functions.count && name->kind == NAME_FUNCTION; ++i) {
        const struct function *function = unit->functions.items[i];

        if (function->source == name->source && function->offset == name->offset) {
            return function->has_body;
        }
    }
    return true;
}

void check_clash(const struct unit *earlier, const struct unit *later)
{
    for (size_t i = 0; i < later->names.count; ++i) {
        const struct name *name = &later->names.items[i];

        for (size_t j = 0; j < earlier->names.count && is_definition(later, name); ++j) {
            const struct name *other = &earlier->names.items[j];

            if (is_clash(name, other) && is_definition(earlier, other)) {
                diag_error(
                    ERROR_DEFINED_TWICE, name->source, name->offset,
                    "rename one of them, or define it once in a guarded header that both files include.",
                    "'%s' is also defined in %s:%zu; all files share one module", name->name,
                    other->source->path, source_line(other->source, other->offset));
                break;
            }
        }
    }
}

/* A header without a guard is in the module once for each file that includes it. */
void check_unguarded(const struct unit *earlier, const struct unit *later)
{
    for (size_t i = 0; i < later->names.count; ++i) {
        const struct name *name = &later->names.items[i];

        if (name->source->is_main || name->source->is_guarded || name->kind == NAME_MACRO ||
            name->kind == NAME_TYPEDEF || !is_definition(later, name)) {
            continue;
        }
        for (size_t j = 0; j < earlier->names.count; ++j) {
            const struct name *other = &earlier->names.items[j];

            if (other->offset == name->offset &&
                strcmp(other->source->identity, name->source->identity) == 0 &&
                strcmp(other->name, name->name) == 0) {
                diag_error(
                    ERROR_UNGUARDED_HEADER, name->source, name->offset,
                    "give the header an include guard or #pragma once.",
                    "two files include this header, which has no include guard, so '%s' is defined twice",
                    name->name);
                break;
            }
        }
    }
}

/* A guarded header is in the module once, as the first file reads it: another file must read it in the same
 * way. What differs are macros that a file defines before it includes the header: which parts are skipped, or
 * what the text means. */

enum { NESTED_MAX = 20 }; /* macros in macros */

static const struct source *find_same(const struct unit *unit, const struct source *header)
{
    for (size_t i = 0; i < unit->sources.count; ++i) {
        if (strcmp(unit->sources.items[i]->identity, header->identity) == 0) {
            return unit->sources.items[i];
        }
    }
    return NULL;
}

/* Where the two readings skip different text; the length of the header when they do not. */
static size_t find_skipped(const struct source *left, const struct source *right)
{
    size_t count = left->skipped.count < right->skipped.count ? left->skipped.count : right->skipped.count;

    for (size_t i = 0; i < count; ++i) {
        const struct range *a = &left->skipped.items[i];
        const struct range *b = &right->skipped.items[i];

        if (a->begin != b->begin || a->end != b->end) {
            return a->begin < b->begin ? a->begin : b->begin;
        }
    }
    if (left->skipped.count != right->skipped.count) {
        return (left->skipped.count > count ? left : right)->skipped.items[count].begin;
    }
    return left->length;
}

/* What a macro stands for at some place, in one of the units. */
struct reading {
    const struct unit *unit;
    struct expansion macro; /* without a source: none of the user's */
};

/* The last definition of the name among those that the unit reads before `known`. */
static struct expansion find_definition_of(const struct unit *unit, const char *name, size_t known)
{
    struct expansion found = {.source = NULL, .known = known};

    for (size_t i = 0; i < known && i < unit->names.count; ++i) {
        const struct name *other = &unit->names.items[i];

        if (other->kind == NAME_MACRO && strcmp(other->name, name) == 0) {
            found.source = other->source;
            found.offset = other->offset;
        }
    }
    return found;
}

/* Whether the two stand for the same, and so do the macros in their text. */
static bool is_same(const struct reading *left, const struct reading *right, size_t depth)
{
    struct tokens a;
    struct tokens b;

    if (left->macro.source == NULL || right->macro.source == NULL) {
        return left->macro.source == right->macro.source;
    }
    a = expansion_definition(&left->macro);
    b = expansion_definition(&right->macro);
    if (a.list.count != b.list.count) {
        return false;
    }
    for (size_t i = 0; i < a.list.count; ++i) {
        const char *word = token_spelling(&a, i);

        if (!token_is(&b, i, word)) {
            return false;
        }
        if (i > 0 && a.list.items[i].kind == TOKEN_WORD && depth < NESTED_MAX) {
            struct reading inner = {left->unit, find_definition_of(left->unit, word, left->macro.known)};
            struct reading other = {right->unit, find_definition_of(right->unit, word, right->macro.known)};

            if (!is_same(&inner, &other, depth + 1)) {
                return false;
            }
        }
    }
    return true;
}

/* Where a macro means something else in the two readings; the length of the header when none does. */
static size_t find_expanded(const struct unit *earlier, const struct source *left, const struct unit *later,
                            const struct source *right)
{
    for (size_t i = 0;; ++i) {
        const struct expansion *a = expansions_get(left->expansions, i);
        const struct expansion *b = expansions_get(right->expansions, i);

        if (a == NULL || b == NULL || a->range.begin != b->range.begin) {
            size_t first = a == NULL ? left->length : a->range.begin;
            size_t second = b == NULL ? left->length : b->range.begin;

            return first < second ? first : second;
        }
        if (!is_same(&(struct reading){earlier, *a}, &(struct reading){later, *b}, 0)) {
            return a->range.begin;
        }
    }
}

void check_headers_agree(const struct unit *earlier, const struct unit *later)
{
    static const char remedy[] =
        "let both files define the same in front of #include, or make a module of each.";

    for (size_t i = 0; i < later->sources.count; ++i) {
        const struct source *right = later->sources.items[i];
        const struct source *left = find_same(earlier, right);
        size_t skipped;
        size_t expanded;

        if (left == NULL || right->is_main || right->is_words || !right->is_guarded) {
            continue;
        }
        skipped = find_skipped(left, right);
        expanded = find_expanded(earlier, left, later, right);
        if (skipped < right->length && skipped <= expanded) {
            diag_error(ERROR_HEADER_DIFFERS, right, skipped, remedy,
                       "%s skips other parts of this header than %s, and the module holds it once",
                       later->main->path, earlier->main->path);
        } else if (expanded < right->length) {
            diag_error(
                ERROR_HEADER_DIFFERS, right, expanded, remedy,
                "this macro means something else in %s than in %s, and the module holds the header once",
                later->main->path, earlier->main->path);
        }
    }
}
