/* Conditional groups that a function's text cuts through. */
#include "coopc/model/conditionals.h"

#include <string.h>

#include "coopc/text/directive.h"

struct group {
    LIST(size_t) directives; /* indexes of tokens, from #if to #endif */
};

struct groups {
    LIST(struct group) list;
    LIST(size_t) open; /* indexes of groups */
};

static void groups_find(struct groups *groups, const struct source *source)
{
    for (size_t i = 0; i < source->tokens.list.count; ++i) {
        const struct token *token = &source->tokens.list.items[i];
        const char *word = token->kind == TOKEN_DIRECTIVE ? directive_word(source->text, token) : "";

        if (directive_is_if(word)) {
            *LIST_ADD(&groups->open) = groups->list.count;
            (void)LIST_ADD(&groups->list);
        } else if (!directive_is_conditional(word) || groups->open.count == 0) {
            continue;
        }
        *LIST_ADD(&groups->list.items[groups->open.items[groups->open.count - 1]].directives) = i;
        groups->open.count -= strcmp(word, "endif") == 0;
    }
}

/* Whether some directives of the group stand inside the range, and others do not. */
static bool is_cut(const struct source *source, const struct group *group, size_t begin, size_t end)
{
    size_t inside = 0;

    for (size_t i = 0; i < group->directives.count; ++i) {
        size_t offset = source->tokens.list.items[group->directives.items[i]].begin;

        inside += offset >= begin && offset < end;
    }
    return inside > 0 && inside < group->directives.count;
}

static bool is_cut_by_any(const struct unit *unit, const struct source *source, const struct group *group)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        const struct function *function = unit->functions.items[i];
        bool is_changed = function->kind != FUNCTION_HELPER || function->canonical->splits ||
                          function->canonical->needs_group;

        /* Head and body are written apart, so a group that begins in the one and ends in the other is cut. */
        if (is_changed && function->source == source &&
            (is_cut(source, group, function->begin, function->end) ||
             (function->has_braces && is_cut(source, group, function->begin, function->body)))) {
            return true;
        }
    }
    return false;
}

static void blank(struct source *source, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; ++i) {
        if (source->text[i] != '\n' && source->text[i] != '\r') {
            source->text[i] = ' ';
        }
    }
}

static void group_blank(struct source *source, const struct group *group)
{
    const struct token *tokens = source->tokens.list.items;
    size_t end = tokens[group->directives.items[group->directives.count - 1]].end;

    for (size_t i = 0; i < source->skipped.count; ++i) {
        const struct range *skipped = &source->skipped.items[i];
        bool is_branch = false;

        for (size_t j = 0; j < group->directives.count; ++j) {
            is_branch |= tokens[group->directives.items[j]].begin == skipped->begin;
        }
        if (is_branch) {
            blank(source, skipped->begin, skipped->end < end ? skipped->end : end);
        }
    }
    for (size_t i = 0; i < group->directives.count; ++i) {
        const struct token *token = &tokens[group->directives.items[i]];

        blank(source, token->begin, token->end);
    }
}

/* Text that has become blank has no tokens. */
static void drop_blank_tokens(struct source *source)
{
    size_t kept = 0;

    for (size_t i = 0; i < source->tokens.list.count; ++i) {
        struct token token = source->tokens.list.items[i];

        if (source->text[token.begin] != ' ') {
            source->tokens.list.items[kept++] = token;
        }
    }
    source->tokens.list.count = kept;
}

void conditionals_resolve(struct unit *unit)
{
    for (size_t i = 0; i < unit->sources.count; ++i) {
        struct source *source = unit->sources.items[i];
        struct groups groups = {.list = {NULL, 0, 0}, .open = {NULL, 0, 0}};

        groups_find(&groups, source);
        for (size_t j = 0; j < groups.list.count; ++j) {
            if (is_cut_by_any(unit, source, &groups.list.items[j])) {
                group_blank(source, &groups.list.items[j]);
            }
        }
        drop_blank_tokens(source);
    }
}
