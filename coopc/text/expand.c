/* What macros make of a stretch of text: the algorithm of the C standard (6.10.3), with hide sets.
 *
 * A piece of text remembers the macros out of which it came (Prosser's hide sets), and a name among them is
 * not replaced again. Pieces wait in a stack, the next one on top; what a macro stands for is put there. */
#include "coopc/text/expand.h"

#include "coopc/text/substitute.h"

struct expander {
    const struct macros *macros;
    const struct tokens *tokens;
    size_t at;    /* the next token */
    size_t limit; /* tokens that are read without need */
    struct pieces waiting;
    bool has_failed;
};

/* Puts pieces on top of those that wait. */
static void push(struct expander *expander, const struct pieces *pieces)
{
    for (size_t i = pieces->list.count; i > 0; --i) {
        pieces_add(&expander->waiting, pieces->list.items[i - 1]);
    }
}

static bool is_at_end(const struct expander *expander, bool is_needed)
{
    size_t limit = is_needed ? expander->tokens->list.count : expander->limit;

    return expander->waiting.list.count == 0 && expander->at >= limit;
}

static struct piece take(struct expander *expander)
{
    struct piece piece;

    if (expander->waiting.list.count > 0) {
        return expander->waiting.list.items[--expander->waiting.list.count];
    }
    expander->has_failed |= piece_is_continued(expander->tokens, expander->at);
    piece = piece_of(expander->tokens, expander->at++);
    expander->has_failed |= piece.kind == TOKEN_DIRECTIVE;
    return piece;
}

/* Whether the next piece opens a macro's arguments, in text behind the end also. */
static bool opens_arguments(const struct expander *expander)
{
    struct piece next;

    if (is_at_end(expander, true)) {
        return false;
    }
    next = expander->waiting.list.count > 0 ? expander->waiting.list.items[expander->waiting.list.count - 1]
                                            : piece_of(expander->tokens, expander->at);
    return piece_is_mark(&next, "(");
}

/* The arguments behind the bracket that is next. */
static bool take_arguments(struct expander *expander, const struct macro *macro, struct arguments *arguments)
{
    size_t depth = 0;

    (void)take(expander);
    (void)LIST_ADD(&arguments->list);
    while (!is_at_end(expander, true) && !expander->has_failed) {
        struct piece piece = take(expander);

        if (depth == 0 && piece_is_mark(&piece, ")")) {
            arguments->closing = piece;
            return true;
        }
        depth += piece_is_mark(&piece, "(");
        depth -= piece_is_mark(&piece, ")");
        if (depth == 0 && piece_is_mark(&piece, ",") &&
            !(macro->is_variadic && arguments->list.count == macro->parameters.count)) {
            (void)LIST_ADD(&arguments->list);
        } else {
            pieces_add(&arguments->list.items[arguments->list.count - 1].written, piece);
        }
    }
    return false;
}

static struct pieces run(struct expander *expander);

/* Each by itself. */
static void expand_arguments(const struct macros *macros, struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->list.count; ++i) {
        struct argument *argument = &arguments->list.items[i];
        struct tokens nothing = {.list = {NULL, 0, 0}};
        struct expander expander = {.macros = macros, .tokens = &nothing};

        push(&expander, &argument->written);
        argument->expanded = run(&expander);
        argument->has_failed = expander.has_failed;
    }
}

/* Replaces the name by what it stands for; false when it stays. */
static bool replace(struct expander *expander, const struct piece *piece)
{
    const struct macro *macro = piece->kind == TOKEN_WORD ? macros_find(expander->macros, piece->text) : NULL;
    struct arguments arguments = {.list = {NULL, 0, 0}};
    const struct hide_set *hidden = piece->hidden;
    struct pieces made;

    if (macro == NULL || (macro->has_parameters && !opens_arguments(expander))) {
        return false;
    }
    if (hide_set_holds(piece->hidden, piece->text) || pieces_are_continued(&macro->body)) {
        expander->has_failed = true; /* the name would be replaced where the text is read again */
        return false;
    }
    if (macro->has_parameters) {
        if (!take_arguments(expander, macro, &arguments)) {
            expander->has_failed = true;
            return false;
        }
        hidden = hide_set_common(hidden, arguments.closing.hidden);
    }
    expand_arguments(expander->macros, &arguments);
    made = substitute(macro, &arguments, hide_set_add(hidden, macro->name), &expander->has_failed);
    if (made.list.count > 0) {
        made.list.items[0].has_space = piece->has_space;
        made.list.items[0].is_joined = false;
    }
    push(expander, &made);
    return true;
}

static struct pieces run(struct expander *expander)
{
    struct pieces out = {.list = {NULL, 0, 0}};

    while (!is_at_end(expander, false) && !expander->has_failed) {
        struct piece piece = take(expander);

        if (!replace(expander, &piece)) {
            pieces_add(&out, piece);
        }
    }
    return out;
}

bool expand(struct text *out, const struct macros *macros, const struct tokens *tokens, struct range *range)
{
    struct expander expander = {.macros = macros,
                                .tokens = tokens,
                                .at = token_at(tokens, range->begin),
                                .limit = token_at(tokens, range->end)};
    struct pieces pieces = run(&expander);

    for (size_t i = 0; i < pieces.list.count; ++i) {
        text_puts(out, pieces.list.items[i].is_joined ? "" : " ");
        text_puts(out, pieces.list.items[i].text);
    }
    text_append(out, "", 0);
    if (expander.at > 0 && expander.at > expander.limit) {
        range->end = tokens->list.items[expander.at - 1].end;
    }
    return !expander.has_failed;
}
