/* A guarded header is in the module once, as the first file reads it: another file must read it in the same
 * way. What differs are macros that a file defines before it includes the header: which parts are skipped, or
 * what the text means. */
#include "coopc/check/header.h"

#include <string.h>

#include "coopc/diag/diag.h"

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
