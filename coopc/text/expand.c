/* What macros make of a stretch of text: the algorithm of the C standard (6.10.3), with hide sets.
 *
 * A piece of text remembers the macros out of which it came (Prosser's hide sets), and a name among them is
 * not replaced again. Pieces wait in a stack, the next one on top; what a macro stands for is put there. */
#include "coopc/text/expand.h"

#include <string.h>

/* A list of names; lists share their ends. */
struct hidden {
    const char *name;
    const struct hidden *next;
};

struct piece {
    enum token_kind kind;
    const char *text;
    bool has_space; /* white space is in front of it */
    bool is_joined; /* it goes on with the mark in front of it */
    const struct hidden *hidden;
};

struct pieces {
    LIST(struct piece) list;
};

struct expander {
    const struct macros *macros;
    const struct tokens *tokens;
    size_t at;    /* the next token */
    size_t limit; /* tokens that are read without need */
    struct pieces waiting;
    bool has_failed;
};

static bool is_hidden(const struct hidden *hidden, const char *name)
{
    for (; hidden != NULL; hidden = hidden->next) {
        if (strcmp(hidden->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static const struct hidden *hide(const struct hidden *hidden, const char *name)
{
    struct hidden *added;

    if (is_hidden(hidden, name)) {
        return hidden;
    }
    added = memory_allocate(sizeof *added);
    added->name = name;
    added->next = hidden;
    return added;
}

static const struct hidden *hide_all(const struct hidden *hidden, const struct hidden *others)
{
    for (; others != NULL; others = others->next) {
        hidden = hide(hidden, others->name);
    }
    return hidden;
}

static const struct hidden *hidden_in_both(const struct hidden *left, const struct hidden *right)
{
    const struct hidden *both = NULL;

    for (; left != NULL; left = left->next) {
        both = is_hidden(right, left->name) ? hide(both, left->name) : both;
    }
    return both;
}

/* Whether the token goes on with the word or number in front of it, which ends its line with a backslash. */
static bool is_continued(const struct tokens *tokens, size_t index)
{
    size_t at = index > 0 ? tokens->list.items[index - 1].end : 0;
    size_t end = tokens->list.items[index].begin;
    bool has_splice = false;

    if (index == 0 || tokens->list.items[index].kind == TOKEN_MARK ||
        tokens->list.items[index - 1].kind == TOKEN_MARK) {
        return false;
    }
    for (; at < end && strchr("\\\r\n", tokens->text[at]) != NULL; ++at) {
        has_splice |= tokens->text[at] == '\\';
    }
    return has_splice && at == end;
}

static bool has_continued(const struct tokens *tokens)
{
    for (size_t i = 0; i < tokens->list.count; ++i) {
        if (is_continued(tokens, i)) {
            return true;
        }
    }
    return false;
}

static struct piece piece_of(const struct tokens *tokens, size_t index)
{
    const struct token *token = &tokens->list.items[index];
    const struct token *before = index > 0 ? token - 1 : NULL;
    bool is_adjacent = before != NULL && before->end == token->begin;

    return (struct piece){.kind = token->kind,
                          .text = token_spelling(tokens, index),
                          .has_space = !is_adjacent,
                          .is_joined =
                              is_adjacent && token->kind == TOKEN_MARK && before->kind == TOKEN_MARK};
}

static void add(struct pieces *pieces, struct piece piece)
{
    *LIST_ADD(&pieces->list) = piece;
}

static void add_all(struct pieces *pieces, const struct pieces *others)
{
    for (size_t i = 0; i < others->list.count; ++i) {
        add(pieces, others->list.items[i]);
    }
}

/* Puts pieces on top of those that wait. */
static void push(struct expander *expander, const struct pieces *pieces)
{
    for (size_t i = pieces->list.count; i > 0; --i) {
        add(&expander->waiting, pieces->list.items[i - 1]);
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
    expander->has_failed |= is_continued(expander->tokens, expander->at);
    piece = piece_of(expander->tokens, expander->at++);
    expander->has_failed |= piece.kind == TOKEN_DIRECTIVE;
    return piece;
}

static bool is_mark(const struct piece *piece, const char *mark)
{
    return piece->kind == TOKEN_MARK && strcmp(piece->text, mark) == 0;
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
    return is_mark(&next, "(");
}

struct arguments {
    LIST(struct pieces) list;
    struct piece closing;
};

/* The arguments behind the bracket that is next. */
static bool take_arguments(struct expander *expander, const struct macro *macro, struct arguments *arguments)
{
    size_t depth = 0;

    (void)take(expander);
    (void)LIST_ADD(&arguments->list);
    while (!is_at_end(expander, true) && !expander->has_failed) {
        struct piece piece = take(expander);

        if (depth == 0 && is_mark(&piece, ")")) {
            arguments->closing = piece;
            return true;
        }
        depth += is_mark(&piece, "(");
        depth -= is_mark(&piece, ")");
        if (depth == 0 && is_mark(&piece, ",") &&
            !(macro->is_variadic && arguments->list.count == macro->parameters.count)) {
            (void)LIST_ADD(&arguments->list);
        } else {
            add(&arguments->list.items[arguments->list.count - 1], piece);
        }
    }
    return false;
}

static size_t parameter_of(const struct macro *macro, const struct piece *piece)
{
    for (size_t i = 0; i < macro->parameters.count && piece->kind == TOKEN_WORD; ++i) {
        if (strcmp(macro->parameters.items[i], piece->text) == 0) {
            return i;
        }
    }
    return (size_t)-1;
}

/* The argument as a string. */
static struct piece string_of(const struct pieces *argument)
{
    struct text text = {0};

    text_puts(&text, "\"");
    for (size_t i = 0; i < argument->list.count; ++i) {
        const struct piece *piece = &argument->list.items[i];

        text_puts(&text, i > 0 && piece->has_space ? " " : "");
        text_puts(&text, piece->kind == TOKEN_STRING ? string_quoted(piece->text) : piece->text);
    }
    text_puts(&text, "\"");
    return (struct piece){.kind = TOKEN_STRING, .text = text.bytes, .has_space = true};
}

static struct pieces expand_all(const struct macros *macros, const struct pieces *pieces, bool *has_failed);

static bool is_paste(const struct tokens *body, size_t at)
{
    return token_is(body, at, "#") && token_is(body, at + 1, "#") &&
           body->list.items[at].end == body->list.items[at + 1].begin;
}

/* Joins the first of the pieces to the last of those that are there. */
static void paste(struct pieces *to, const struct pieces *pieces, bool is_behind_nothing)
{
    for (size_t i = 0; i < pieces->list.count; ++i) {
        if (i > 0 || is_behind_nothing || to->list.count == 0) {
            add(to, pieces->list.items[i]);
        } else {
            struct piece *last = &to->list.items[to->list.count - 1];

            last->text = string_printf("%s%s", last->text, pieces->list.items[0].text);
            last->kind = last->text[0] >= '0' && last->text[0] <= '9' ? TOKEN_NUMBER : last->kind;
            last->hidden = hidden_in_both(last->hidden, pieces->list.items[0].hidden);
        }
    }
}

/* What the body's token stands for: an argument, which is expanded unless it is pasted, or itself. */
static struct pieces value_of(const struct expander *expander, const struct macro *macro, size_t at,
                              const struct arguments *arguments, bool is_pasted, bool *has_failed)
{
    struct piece piece = piece_of(&macro->body, at);
    size_t parameter = macro->has_parameters ? parameter_of(macro, &piece) : (size_t)-1;
    struct pieces value = {.list = {NULL, 0, 0}};

    if (parameter == (size_t)-1) {
        add(&value, piece);
        return value;
    }
    if (parameter < arguments->list.count) {
        const struct pieces *argument = &arguments->list.items[parameter];

        if (is_pasted) {
            add_all(&value, argument);
        } else {
            value = expand_all(expander->macros, argument, has_failed);
        }
    }
    if (value.list.count > 0) {
        value.list.items[0].is_joined = false;
        value.list.items[0].has_space = piece.has_space;
    }
    return value;
}

/* A body while its parameters are replaced. */
struct substitution {
    struct expander *expander;
    const struct macro *macro;
    const struct arguments *arguments;
    struct pieces made;
    bool is_behind_nothing; /* what is in front is an empty argument */
};

/* `#parameter`: the argument as a string. */
static bool takes_string(const struct substitution *substitution, size_t at, struct pieces *value)
{
    const struct tokens *body = &substitution->macro->body;
    const struct arguments *arguments = substitution->arguments;
    struct pieces nothing = {.list = {NULL, 0, 0}};
    struct piece next;
    size_t parameter;

    if (!substitution->macro->has_parameters || !token_is(body, at, "#") || at + 1 >= body->list.count) {
        return false;
    }
    next = piece_of(body, at + 1);
    parameter = parameter_of(substitution->macro, &next);
    if (parameter == (size_t)-1) {
        return false;
    }
    add(value, string_of(parameter < arguments->list.count ? &arguments->list.items[parameter] : &nothing));
    return true;
}

/* Whether the token is the rest of the arguments behind `, ##`, where a comma goes with an empty rest. */
static bool is_rest(const struct substitution *substitution, size_t at)
{
    const struct macro *macro = substitution->macro;
    const struct pieces *made = &substitution->made;

    return macro->is_variadic && made->list.count > 0 &&
           is_mark(&made->list.items[made->list.count - 1], ",") &&
           strcmp(token_spelling(&macro->body, at), macro->parameters.items[macro->parameters.count - 1]) ==
               0;
}

/* Adds what the body's token stands for. */
static void add_value(struct substitution *substitution, size_t at, struct pieces *value)
{
    const struct macro *macro = substitution->macro;
    bool is_behind_paste = at >= macro->first + 2 && is_paste(&macro->body, at - 2);

    if (is_behind_paste && !is_rest(substitution, at)) {
        paste(&substitution->made, value, substitution->is_behind_nothing);
        substitution->is_behind_nothing &= value->list.count == 0;
        return;
    }
    if (is_behind_paste) {
        substitution->made.list.count -= value->list.count == 0;
    } else if (value->list.count > 0 && at > macro->first) {
        struct piece before = piece_of(&macro->body, at - 1);

        value->list.items[0].is_joined &=
            !macro->has_parameters || parameter_of(macro, &before) == (size_t)-1;
    }
    add_all(&substitution->made, value);
    substitution->is_behind_nothing = value->list.count == 0;
}

/* Does the argument hold a name that the compiler defines, like __LINE__ or CLK_LOCAL_MEM_FENCE? The walk
 * does not know what it stands for, so it must not become a string or a part of a name. */
static bool has_predefined(const struct substitution *substitution, size_t at)
{
    struct piece piece = piece_of(&substitution->macro->body, at);
    size_t parameter =
        substitution->macro->has_parameters ? parameter_of(substitution->macro, &piece) : (size_t)-1;

    if (parameter >= substitution->arguments->list.count) {
        return false;
    }
    for (size_t i = 0; i < substitution->arguments->list.items[parameter].list.count; ++i) {
        const struct piece *word = &substitution->arguments->list.items[parameter].list.items[i];

        if (word->kind == TOKEN_WORD &&
            (strncmp(word->text, "__", 2) == 0 || strncmp(word->text, "CLK_", 4) == 0)) {
            return true;
        }
    }
    return false;
}

/* `__VA_OPT__(…)`: its last token, and the one in front of what is next: that one or the opening bracket. */
struct optional {
    size_t end;
    size_t next;
};

/* What is between the brackets stays where the rest of the arguments is not empty. Beside ## the standard is
 * more subtle than this: that fails. */
static struct optional find_optional(struct expander *expander, const struct macro *macro,
                                     const struct arguments *arguments, size_t at)
{
    const struct tokens *body = &macro->body;
    size_t end = token_match(body, at + 1, body->list.count);
    bool has_rest = arguments->list.count == macro->parameters.count &&
                    arguments->list.items[macro->parameters.count - 1].list.count > 0;
    struct optional optional = {end, has_rest ? at + 1 : end};

    expander->has_failed |= end == body->list.count || is_paste(body, end + 1) || is_paste(body, at + 2) ||
                            (at >= 2 && is_paste(body, at - 2)) || (end >= 2 && is_paste(body, end - 2));
    return optional;
}

/* The body with the arguments in place of its parameters. */
static struct pieces substitute(struct expander *expander, const struct macro *macro,
                                const struct arguments *arguments, const struct hidden *hidden)
{
    struct substitution substitution = {.expander = expander, .macro = macro, .arguments = arguments};
    const struct tokens *body = &macro->body;
    struct optional optional = {0, 0};

    for (size_t i = macro->first; i < body->list.count; ++i) {
        struct pieces value = {.list = {NULL, 0, 0}};
        size_t at = i;

        if (is_paste(body, i)) {
            ++i;
            continue;
        }
        if (i == optional.end && optional.end > 0) {
            continue;
        }
        if (macro->is_variadic && token_is(body, i, "__VA_OPT__")) {
            optional = find_optional(expander, macro, arguments, i);
            i = optional.next;
            continue;
        }
        if (takes_string(&substitution, i, &value)) {
            ++i;
            expander->has_failed |= has_predefined(&substitution, i);
        } else {
            bool is_pasted = is_paste(body, i + 1) || (i >= macro->first + 2 && is_paste(body, i - 2));

            expander->has_failed |= is_pasted && has_predefined(&substitution, i);
            value = value_of(expander, macro, i, arguments, is_pasted, &expander->has_failed);
        }
        add_value(&substitution, at, &value);
    }
    for (size_t i = 0; i < substitution.made.list.count; ++i) {
        struct piece *piece = &substitution.made.list.items[i];

        piece->hidden = hide_all(piece->hidden, hidden);
    }
    return substitution.made;
}

/* Replaces the name by what it stands for; false when it stays. */
static bool replace(struct expander *expander, const struct piece *piece)
{
    const struct macro *macro = piece->kind == TOKEN_WORD ? macros_find(expander->macros, piece->text) : NULL;
    struct arguments arguments = {.list = {NULL, 0, 0}};
    const struct hidden *hidden = piece->hidden;
    struct pieces made;

    if (macro == NULL || (macro->has_parameters && !opens_arguments(expander))) {
        return false;
    }
    if (is_hidden(piece->hidden, piece->text) || has_continued(&macro->body)) {
        expander->has_failed = true; /* the name would be replaced where the text is read again */
        return false;
    }
    if (macro->has_parameters) {
        if (!take_arguments(expander, macro, &arguments)) {
            expander->has_failed = true;
            return false;
        }
        hidden = hidden_in_both(hidden, arguments.closing.hidden);
    }
    made = substitute(expander, macro, &arguments, hide(hidden, macro->name));
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
            add(&out, piece);
        }
    }
    return out;
}

/* An argument by itself. */
static struct pieces expand_all(const struct macros *macros, const struct pieces *pieces, bool *has_failed)
{
    struct tokens nothing = {.list = {NULL, 0, 0}};
    struct expander expander = {.macros = macros, .tokens = &nothing};
    struct pieces out;

    push(&expander, pieces);
    out = run(&expander);
    *has_failed |= expander.has_failed;
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
