/* Pieces of text on their way through macros: what they are, and out of which macros they came (Prosser's
 * hide sets). */
#include "coopc/text/piece.h"

#include <string.h>

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
