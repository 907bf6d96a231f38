/* Functions that macros make, written out. The preprocessor's directives are followed up to the place, so
 * that each macro is what it is there. */
#include "coopc/model/unfold.h"

#include <stdlib.h>
#include <string.h>

#include "coopc/text/directive.h"
#include "coopc/text/expand.h"

enum { INCLUDE_DEPTH_MAX = 200 };

/* The way through a unit's files, in the order in which the preprocessor reads them. */
struct walk {
    const struct unit *unit;
    const struct source *source; /* of the place where it ends */
    size_t offset;
    struct macros macros;
    LIST(const struct source *) guarded; /* seen */
    size_t depth;
    bool is_there;
    bool is_unclear; /* macros were put aside, or the place is read more than once */
};

static void walk_source(struct walk *walk, const struct source *source);

static bool is_skipped(const struct source *source, size_t offset)
{
    for (size_t i = 0; i < source->skipped.count; ++i) {
        if (offset > source->skipped.items[i].begin && offset < source->skipped.items[i].end) {
            return true;
        }
    }
    return false;
}

static const struct inclusion *inclusion_at(const struct source *source, size_t offset)
{
    for (size_t i = 0; i < source->inclusions.count; ++i) {
        if (source->inclusions.items[i].begin == offset) {
            return &source->inclusions.items[i];
        }
    }
    return NULL;
}

static void walk_inclusion(struct walk *walk, const struct source *source)
{
    if (source == NULL || source->is_words || walk->depth >= INCLUDE_DEPTH_MAX) {
        return;
    }
    for (size_t i = 0; i < walk->guarded.count; ++i) {
        if (walk->guarded.items[i] == source) {
            return;
        }
    }
    if (source->is_guarded) {
        *LIST_ADD(&walk->guarded) = source;
    }
    walk_source(walk, source);
}

static void walk_directive(struct walk *walk, const struct source *source, const struct token *directive)
{
    static const char *const aside[] = {"push_macro", "pop_macro", NULL};
    const char *word = directive_word(source->original, directive);
    struct tokens tokens = directive_tokens(source->original, directive);

    if (tokens.list.count < 2) {
        return;
    }
    if (strcmp(word, "define") == 0) {
        macros_define(&walk->macros, &tokens, 1);
    } else if (strcmp(word, "undef") == 0) {
        macros_undefine(&walk->macros, token_spelling(&tokens, 1));
    } else if (strcmp(word, "pragma") == 0) {
        walk->is_unclear |= string_is_one_of(token_spelling(&tokens, 1), aside);
    }
}

static void walk_source(struct walk *walk, const struct source *source)
{
    ++walk->depth;
    for (size_t i = 0; i < source->tokens.list.count && !walk->is_there; ++i) {
        const struct token *token = &source->tokens.list.items[i];
        const struct inclusion *inclusion;

        if (source == walk->source && token->begin >= walk->offset) {
            walk->is_there = true;
            break;
        }
        if (token->kind != TOKEN_DIRECTIVE || is_skipped(source, token->begin)) {
            continue;
        }
        inclusion = inclusion_at(source, token->begin);
        if (inclusion != NULL) {
            walk_inclusion(walk, inclusion->source);
        } else {
            walk_directive(walk, source, token);
        }
    }
    --walk->depth;
}

/* How often the unit reads the file. */
static size_t count_inclusions(const struct unit *unit, const struct source *source)
{
    size_t count = 0;

    for (size_t i = 0; i < unit->sources.count; ++i) {
        for (size_t j = 0; j < unit->sources.items[i]->inclusions.count; ++j) {
            count += unit->sources.items[i]->inclusions.items[j].source == source;
        }
    }
    return count;
}

/* The macros as they are at the place. */
static struct walk walk_to(const struct model *model, const struct unit *unit, const struct source *source,
                           size_t offset)
{
    struct walk walk = {.unit = unit, .source = source, .offset = offset};

    for (size_t i = 0; i < model->defines.count; ++i) {
        macros_define_option(&walk.macros, model->defines.items[i]);
    }
    walk.is_unclear = !source->is_guarded && count_inclusions(unit, source) > 1;
    walk_source(&walk, unit->main);
    return walk;
}

/* Places to be written out, by the beginnings of the expansions. */
struct regions {
    LIST(struct range) list;
};

static void add_region(struct regions *regions, const struct source *source, size_t offset)
{
    const struct expansion *expansion = expansions_around(source->expansions, offset);

    if (expansion == NULL || expansion->source == NULL || expansion->source->is_words) {
        return;
    }
    for (size_t i = 0; i < regions->list.count; ++i) {
        if (regions->list.items[i].begin == expansion->range.begin) {
            return;
        }
    }
    *LIST_ADD(&regions->list) = expansion->range;
}

/* The function's name and braces must be in the text. */
static void find_regions(struct regions *regions, const struct unit *unit, const struct source *source)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];
        bool is_edited = function->kind != FUNCTION_HELPER || function->canonical->splits ||
                         function->canonical->needs_group;

        if (function->source != source || !is_edited || function->is_in_block) {
            continue;
        }
        add_region(regions, source, function->offset);
        if (function->has_body && (function->kind != FUNCTION_HELPER || function->canonical->splits)) {
            add_region(regions, source, function->body);
            add_region(regions, source, function->end > 0 ? function->end - 1 : 0);
        }
    }
}

static int compare_ranges(const void *left, const void *right)
{
    const struct range *a = left;
    const struct range *b = right;

    return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* Appends the range, written out, with the ends of its lines behind it. */
static void append_region(struct text *text, const struct source *source, struct range range,
                          const char *made)
{
    text_puts(text, made);
    text_puts(text, " ");
    for (size_t i = range.begin; i < range.end; ++i) {
        text_append(text, source->original + i, source->original[i] == '\n');
    }
}

static void unfold_source(const struct model *model, const struct unit *unit, const struct source *source,
                          struct unfolded_files *files)
{
    struct regions regions = {.list = {NULL, 0, 0}};
    struct unfolded file = {
        .path = source->path, .written = source->original, .written_length = source->length};
    struct text text = {0};
    size_t at = 0;

    find_regions(&regions, unit, source);
    if (regions.list.count > 1) {
        qsort(regions.list.items, regions.list.count, sizeof *regions.list.items, compare_ranges);
    }
    for (size_t i = 0; i < regions.list.count; ++i) {
        struct range range = regions.list.items[i];
        struct walk walk = walk_to(model, unit, source, range.begin);
        struct text made = {0};
        struct unfolding *part;

        if (range.begin < at || !walk.is_there || walk.is_unclear ||
            !expand(&made, &walk.macros, &source->tokens, &range)) {
            continue;
        }
        text_append(&text, source->original + at, range.begin - at);
        part = LIST_ADD(&file.parts);
        part->text.begin = text.length;
        part->written = range;
        append_region(&text, source, range, made.bytes);
        part->text.end = text.length;
        at = range.end;
    }
    if (file.parts.count > 0) {
        text_append(&text, source->original + at, source->length - at);
        file.text = text.bytes;
        file.length = text.length;
        *LIST_ADD(&files->list) = file;
    }
}

void unfold(const struct model *model, const struct unit *unit, struct unfolded_files *files)
{
    for (size_t i = 0; i < unit->sources.count; ++i) {
        if (!unit->sources.items[i]->is_words) {
            unfold_source(model, unit, unit->sources.items[i], files);
        }
    }
}
