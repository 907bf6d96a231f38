/* Whether a helper's text means the same where it is inlined: macros that it uses, or that have the name of
 * something in it, may be defined between the helper and the kernel.
 *
 * The preprocessor's directives are followed in the order in which it reads them. A directive inside the
 * helper itself moves with it. */
#include "coopc/lower/inline_macros.h"

#include <string.h>

#include "coopc/diag/diag.h"
#include "coopc/text/directive.h"
#include "coopc/text/reading.h"

struct words {
    LIST(const char *) list;
};

struct walk {
    const struct kernel *kernel;
    const struct function *helper;
    struct words *words;
    struct reading reading;
    bool collects; /* words of the macros that the helper uses, instead of looking for a change */
    bool has_grown;
    bool is_behind_helper;
    bool is_behind_kernel;
    const char *changed; /* a name that does not mean the same */
    const struct source *source;
    size_t offset;
};

static bool words_hold(const struct words *words, const char *word)
{
    for (size_t i = 0; i < words->list.count; ++i) {
        if (strcmp(words->list.items[i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* Adds the words among tokens; whether there were new ones. */
static bool words_add(struct words *words, const struct tokens *tokens, size_t begin, size_t end)
{
    bool has_grown = false;

    for (size_t i = token_at(tokens, begin); i < tokens->list.count && tokens->list.items[i].begin < end;
         ++i) {
        if (tokens->list.items[i].kind == TOKEN_WORD && !words_hold(words, token_spelling(tokens, i))) {
            *LIST_ADD(&words->list) = token_spelling(tokens, i);
            has_grown = true;
        }
    }
    return has_grown;
}

/* Whether the offset lies in a function whose directives are carried to the kernel. */
static bool is_in_other_helper(const struct walk *walk, const struct source *source, size_t offset)
{
    for (size_t i = 0; i < walk->kernel->unit->functions.count; ++i) {
        const struct function *function = walk->kernel->unit->functions.items[i];

        if (function->canonical->splits && function != walk->helper && function->source == source &&
            offset >= function->begin && offset < function->end) {
            return true;
        }
    }
    return false;
}

static void walk_directive(struct walk *walk, const struct source *source, const struct token *directive)
{
    struct tokens tokens = directive_tokens(source->original, directive);
    bool is_own = source == walk->helper->source && directive->begin >= walk->helper->begin &&
                  directive->begin < walk->helper->end;
    bool is_moved;
    const char *name;

    if ((!token_is(&tokens, 0, "define") && !token_is(&tokens, 0, "undef")) || tokens.list.count < 2) {
        return;
    }
    name = token_spelling(&tokens, 1);
    if (!words_hold(walk->words, name)) {
        return;
    }
    if (walk->collects) {
        walk->has_grown |= words_add(walk->words, &tokens, tokens.list.items[1].end, directive->end);
        return;
    }
    is_moved = (walk->is_behind_helper && !walk->is_behind_kernel) ||
               is_in_other_helper(walk, source, directive->begin);
    if (is_moved && !is_own && walk->changed == NULL) {
        walk->changed = name;
        walk->source = source;
        walk->offset = directive->begin;
    }
}

static void walk_source(struct walk *walk, const struct source *source);

static void pass(struct walk *walk, const struct source *source, size_t offset)
{
    walk->is_behind_helper |= source == walk->helper->source && offset >= walk->helper->end;
    walk->is_behind_kernel |= source == walk->kernel->source && offset >= walk->kernel->end;
}

static void walk_source(struct walk *walk, const struct source *source)
{
    ++walk->reading.depth;
    for (size_t i = 0; i < source->tokens.list.count; ++i) {
        const struct token *token = &source->tokens.list.items[i];
        const struct inclusion *inclusion;

        if (token->kind != TOKEN_DIRECTIVE || reading_skips(source, token->begin)) {
            continue;
        }
        pass(walk, source, token->begin);
        inclusion = reading_inclusion_at(source, token->begin);
        if (inclusion == NULL) {
            walk_directive(walk, source, token);
        } else if (reading_enters(&walk->reading, inclusion->source)) {
            walk_source(walk, inclusion->source);
        }
    }
    pass(walk, source, source->length);
    --walk->reading.depth;
}

bool inline_keeps_meaning(const struct kernel *kernel, const struct call *call, const struct function *helper)
{
    struct words words = {.list = {NULL, 0, 0}};
    struct walk walk = {
        .kernel = kernel, .helper = helper, .words = &words, .collects = true, .has_grown = true};

    for (size_t i = 0; i < kernel->inlinings.count; ++i) {
        if (kernel->inlinings.items[i]->helper == helper) {
            return true;
        }
    }
    (void)words_add(&words, &helper->source->tokens, helper->offset, helper->end);
    while (walk.has_grown) {
        walk.has_grown = false;
        walk.reading.guarded.count = 0;
        walk_source(&walk, kernel->unit->main);
    }
    walk.collects = false;
    walk.reading.guarded.count = 0;
    walk.is_behind_helper = false;
    walk.is_behind_kernel = false;
    walk_source(&walk, kernel->unit->main);
    if (walk.changed != NULL) {
        diag_error(ERROR_MACRO_CHANGED, walk.source, walk.offset,
                   "define it before the helper or after the kernel, or choose another name for it.",
                   "the macro '%s' differs between the helper '%s' and kernel '%s', where coopc inlines the "
                   "helper in line %zu",
                   walk.changed, helper->name, kernel->name, source_line(kernel->source, call->offset));
    }
    return walk.changed == NULL;
}
