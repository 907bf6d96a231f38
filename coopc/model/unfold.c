/* Functions that macros make, written out. The preprocessor's directives are followed up to the place, so
 * that each macro is what it is there. */
#include "coopc/model/unfold.h"

#include <stdlib.h>
#include <string.h>

#include "coopc/model/work_run.h"
#include "coopc/text/directive.h"
#include "coopc/text/expand.h"
#include "coopc/text/macro.h"

/* The way through a unit's files, in the order in which the preprocessor reads them. */
struct walk {
    const struct unit *unit;
    const struct source *source; /* of the place where it ends */
    size_t offset;
    struct macros macros;
    struct reading reading;
    bool is_there;
    bool is_unclear; /* macros were put aside, or the place is read more than once */
};

static void walk_source(struct walk *walk, const struct source *source);

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
    ++walk->reading.depth;
    for (size_t i = 0; i < source->tokens.list.count && !walk->is_there; ++i) {
        const struct token *token = &source->tokens.list.items[i];
        const struct inclusion *inclusion;

        if (source == walk->source && token->begin >= walk->offset) {
            walk->is_there = true;
            break;
        }
        if (token->kind != TOKEN_DIRECTIVE || reading_skips(source, token->begin)) {
            continue;
        }
        inclusion = reading_inclusion_at(source, token->begin);
        if (inclusion == NULL) {
            walk_directive(walk, source, token);
        } else if (reading_enters(&walk->reading, inclusion->source)) {
            walk_source(walk, inclusion->source);
        }
    }
    --walk->reading.depth;
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

    if (expansion == NULL || (expansion->source != NULL && expansion->source->is_words)) {
        return;
    }
    for (size_t i = 0; i < regions->list.count; ++i) {
        if (regions->list.items[i].begin == expansion->range.begin) {
            return;
        }
    }
    *LIST_ADD(&regions->list) = expansion->range;
}

/* A kernel is cut at calls in the text, and at macros that are one such call and nothing else. */
static void find_calls(struct regions *regions, const struct function *function)
{
    for (size_t i = 0; i < function->calls.count; ++i) {
        const struct call *call = &function->calls.items[i];
        const struct expansion *expansion =
            operation_splits(call->operation) ? expansions_around(function->source->expansions, call->offset)
                                              : NULL;

        if (expansion != NULL &&
            (call->operation == OPERATION_CALL || call->operation == OPERATION_COLLECTIVE ||
             expansion->source == NULL || !expansion_is_one_call(expansion))) {
            add_region(regions, function->source, call->offset);
        }
    }
}

/* A loop or condition that a kernel is cut in has its keyword in the text. */
static void find_heads(struct regions *regions, const struct function *function)
{
    for (size_t i = 0; i < function->hidden.count; ++i) {
        const struct hidden *hidden = &function->hidden.items[i];

        for (size_t j = 0; j < function->calls.count; ++j) {
            if (operation_splits(function->calls.items[j].operation) &&
                function->calls.items[j].offset > hidden->begin &&
                function->calls.items[j].offset < hidden->end) {
                add_region(regions, function->source, hidden->begin);
                break;
            }
        }
    }
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
            find_calls(regions, function);
            find_heads(regions, function);
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

/* A further reading of the file, under a name that no other file has. */
static const char *add_reading(const struct source *source, struct unfolded_files *files)
{
    struct unfolded file = {.path = string_printf("%s@%zu", source->identity, files->list.count),
                            .user_path = source->path,
                            .text = string_slice(source->original, source->length),
                            .length = source->length,
                            .written = source->original,
                            .written_length = source->length};

    *LIST_ADD(&files->list) = file;
    return file.path;
}

/* Whether the unit reads the file several times (one that includes itself among them), and it has functions
 * of its own each time, or brings a file that has. */
static bool is_template(const struct unit *unit, const struct source *source, size_t depth)
{
    struct regions regions = {.list = {NULL, 0, 0}};

    if (source == NULL || source->is_words || source->is_guarded ||
        strpbrk(source->identity, "\"\n") != NULL ||
        count_inclusions(unit, source) + source->is_main < 2) { /* the main file is read once more */
        return false;
    }
    find_regions(&regions, unit, source);
    for (size_t i = 0; i < source->inclusions.count && depth < READING_DEPTH_MAX; ++i) {
        if (regions.list.count > 0 || is_template(unit, source->inclusions.items[i].source, depth + 1)) {
            return true;
        }
    }
    return regions.list.count > 0;
}

/* Each inclusion of a file that is included several times gets a reading of its own. */
static void unfold_inclusions(const struct unit *unit, const struct source *source,
                              struct rewriting *rewriting, struct unfolded_files *files)
{
    bool is_read_once = source->is_main || source->is_guarded || count_inclusions(unit, source) == 1;

    for (size_t i = 0; i < source->inclusions.count && is_read_once; ++i) {
        const struct inclusion *inclusion = &source->inclusions.items[i];
        struct range range = {inclusion->begin, inclusion->end};

        if (is_template(unit, inclusion->source, 0) && rewriting_may_replace(rewriting, range)) {
            rewriting_replace(rewriting, range,
                              string_printf("#include \"%s\"", add_reading(inclusion->source, files)));
        }
    }
}

static void unfold_expansions(const struct model *model, const struct unit *unit, const struct source *source,
                              struct rewriting *rewriting)
{
    struct regions regions = {.list = {NULL, 0, 0}};

    find_regions(&regions, unit, source);
    if (regions.list.count > 1) {
        qsort(regions.list.items, regions.list.count, sizeof *regions.list.items, compare_ranges);
    }
    for (size_t i = 0; i < regions.list.count; ++i) {
        struct range range = regions.list.items[i];
        struct walk walk = walk_to(model, unit, source, range.begin);
        size_t first = token_at(&source->tokens, range.begin);
        struct text made = {0};

        if (walk.is_there && !walk.is_unclear && rewriting_may_replace(rewriting, range) &&
            macros_find(&walk.macros, token_spelling(&source->tokens, first)) != NULL &&
            expand(&made, &walk.macros, &source->tokens, &range)) {
            rewriting_replace(rewriting, range, made.bytes);
        }
    }
}

static bool unfold_source(const struct model *model, const struct unit *unit, const struct source *source,
                          struct unfolded_files *files)
{
    struct rewriting rewriting = {.source = source};

    unfold_inclusions(unit, source, &rewriting, files);
    if (rewriting.at == 0) {
        work_runs_write_out(unit, source, &rewriting);
    }
    if (rewriting.at == 0) {
        unfold_expansions(model, unit, source, &rewriting);
    }
    if (rewriting.at == 0) {
        return false;
    }
    rewriting_end(&rewriting, files);
    return true;
}

bool unfold(const struct model *model, const struct unit *unit, struct unfolded_files *files)
{
    bool has_changed = false;

    unfolded_name_files(unit, files);
    for (size_t i = 0; i < unit->sources.count; ++i) {
        if (!unit->sources.items[i]->is_words) {
            has_changed |= unfold_source(model, unit, unit->sources.items[i], files);
        }
    }
    return has_changed;
}
