/* A macro's body with the arguments of a call in place of its parameters (C standard, 6.10.3.1 ff). */
#include "coopc/text/substitute.h"

#include <string.h>

/* Pieces of text on their way through macros: what they are, and out of which macros they came (Prosser's
 * hide sets). */

bool hide_set_holds(const struct hide_set *hidden, const char *name)
{
    for (; hidden != NULL; hidden = hidden->next) {
        if (strcmp(hidden->name, name) == 0) {
            return true;
        }
    }
    return false;
}

const struct hide_set *hide_set_add(const struct hide_set *hidden, const char *name)
{
    struct hide_set *added;

    if (hide_set_holds(hidden, name)) {
        return hidden;
    }
    added = memory_allocate(sizeof *added);
    added->name = name;
    added->next = hidden;
    return added;
}

const struct hide_set *hide_set_add_all(const struct hide_set *hidden, const struct hide_set *others)
{
    for (; others != NULL; others = others->next) {
        hidden = hide_set_add(hidden, others->name);
    }
    return hidden;
}

const struct hide_set *hide_set_common(const struct hide_set *left, const struct hide_set *right)
{
    const struct hide_set *both = NULL;

    for (; left != NULL; left = left->next) {
        both = hide_set_holds(right, left->name) ? hide_set_add(both, left->name) : both;
    }
    return both;
}

bool piece_is_continued(const struct tokens *tokens, size_t index)
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

bool pieces_are_continued(const struct tokens *tokens)
{
    for (size_t i = 0; i < tokens->list.count; ++i) {
        if (piece_is_continued(tokens, i)) {
            return true;
        }
    }
    return false;
}

struct piece piece_of(const struct tokens *tokens, size_t index)
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

bool piece_is_mark(const struct piece *piece, const char *mark)
{
    return piece->kind == TOKEN_MARK && strcmp(piece->text, mark) == 0;
}

void pieces_add(struct pieces *pieces, struct piece piece)
{
    *LIST_ADD(&pieces->list) = piece;
}

void pieces_add_all(struct pieces *pieces, const struct pieces *others)
{
    for (size_t i = 0; i < others->list.count; ++i) {
        pieces_add(pieces, others->list.items[i]);
    }
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
            pieces_add(to, pieces->list.items[i]);
        } else {
            struct piece *last = &to->list.items[to->list.count - 1];

            last->text = string_printf("%s%s", last->text, pieces->list.items[0].text);
            last->kind = last->text[0] >= '0' && last->text[0] <= '9' ? TOKEN_NUMBER : last->kind;
            last->hidden = hide_set_common(last->hidden, pieces->list.items[0].hidden);
        }
    }
}

/* What the body's token stands for: an argument, which is expanded unless it is pasted, or itself. */
static struct pieces value_of(const struct macro *macro, size_t at, const struct arguments *arguments,
                              bool is_pasted, bool *has_failed)
{
    struct piece piece = piece_of(&macro->body, at);
    size_t parameter = macro->has_parameters ? parameter_of(macro, &piece) : (size_t)-1;
    struct pieces value = {.list = {NULL, 0, 0}};

    if (parameter == (size_t)-1) {
        pieces_add(&value, piece);
        return value;
    }
    if (parameter < arguments->list.count) {
        const struct argument *argument = &arguments->list.items[parameter];

        pieces_add_all(&value, is_pasted ? &argument->written : &argument->expanded);
        *has_failed |= !is_pasted && argument->has_failed;
    }
    if (value.list.count > 0) {
        value.list.items[0].is_joined = false;
        value.list.items[0].has_space = piece.has_space;
    }
    return value;
}

/* A body while its parameters are replaced. */
struct substitution {
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
    pieces_add(value, string_of(parameter < arguments->list.count ? &arguments->list.items[parameter].written
                                                                  : &nothing));
    return true;
}

/* Whether the token is the rest of the arguments behind `, ##`, where a comma goes with an empty rest. */
static bool is_rest(const struct substitution *substitution, size_t at)
{
    const struct macro *macro = substitution->macro;
    const struct pieces *made = &substitution->made;

    return macro->is_variadic && made->list.count > 0 &&
           piece_is_mark(&made->list.items[made->list.count - 1], ",") &&
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
    pieces_add_all(&substitution->made, value);
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
    for (size_t i = 0; i < substitution->arguments->list.items[parameter].written.list.count; ++i) {
        const struct piece *word = &substitution->arguments->list.items[parameter].written.list.items[i];

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
static struct optional find_optional(const struct macro *macro, const struct arguments *arguments, size_t at,
                                     bool *has_failed)
{
    const struct tokens *body = &macro->body;
    size_t end = token_match(body, at + 1, body->list.count);
    bool has_rest = arguments->list.count == macro->parameters.count &&
                    arguments->list.items[macro->parameters.count - 1].written.list.count > 0;
    struct optional optional = {end, has_rest ? at + 1 : end};

    *has_failed |= end == body->list.count || is_paste(body, end + 1) || is_paste(body, at + 2) ||
                   (at >= 2 && is_paste(body, at - 2)) || (end >= 2 && is_paste(body, end - 2));
    return optional;
}

struct pieces substitute(const struct macro *macro, const struct arguments *arguments,
                         const struct hide_set *hidden, bool *has_failed)
{
    struct substitution substitution = {.macro = macro, .arguments = arguments};
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
            optional = find_optional(macro, arguments, i, has_failed);
            i = optional.next;
            continue;
        }
        if (takes_string(&substitution, i, &value)) {
            ++i;
            *has_failed |= has_predefined(&substitution, i);
        } else {
            bool is_pasted = is_paste(body, i + 1) || (i >= macro->first + 2 && is_paste(body, i - 2));

            *has_failed |= is_pasted && has_predefined(&substitution, i);
            value = value_of(macro, i, arguments, is_pasted, has_failed);
        }
        add_value(&substitution, at, &value);
    }
    for (size_t i = 0; i < substitution.made.list.count; ++i) {
        struct piece *piece = &substitution.made.list.items[i];

        piece->hidden = hide_set_add_all(piece->hidden, hidden);
    }
    return substitution.made;
}
