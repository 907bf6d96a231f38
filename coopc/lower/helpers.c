/* Helpers that use work-item functions get the group.
 *
 * Inside the module a work-item function is a macro over an identifier `coop`, the group. A helper that calls
 * one, itself or through another helper, is renamed and gets the group as its first parameter; a macro of the
 * helper's old name, defined behind its first declaration, passes the caller's `coop`. */
#include "coopc/lower/helpers.h"

bool helper_has_list(const struct function *function)
{
    const struct tokens *tokens = &function->source->tokens;
    size_t open = token_at(tokens, function->offset) + 1;

    return token_is(tokens, open, "(") && token_match(tokens, open, tokens->list.count) < tokens->list.count;
}

/* Where addresses are checked, and not otherwise. */
static void edit_checked(struct function *function)
{
    struct source *source = function->source;
    const struct token *name = &source->tokens.list.items[token_at(&source->tokens, function->offset)];

    edit_add(source, name->begin, name->end, string_printf("COOP_CHECKED(%s)", function->name));
    edit_add(source, name[1].end, name[1].end, "COOP_CHECKED_GROUP ");
}

static void edit_declaration(struct function *function)
{
    struct source *source = function->source;
    const struct tokens *tokens = &source->tokens;
    size_t name = token_at(tokens, function->offset);
    size_t open = name + 1;
    size_t close = token_match(tokens, open, tokens->list.count);

    if (!helper_has_list(function)) {
        return;
    }
    edit_add(source, function->offset, tokens->list.items[name].end,
             string_printf("coop_h_%s", function->name));
    if (function->parameter_count == 0) {
        edit_add(source, tokens->list.items[open].end, tokens->list.items[close].begin,
                 "COOP_GROUP_PARAMETER");
    } else {
        edit_add(source, tokens->list.items[open].end, tokens->list.items[open].end,
                 "COOP_GROUP_PARAMETER, ");
    }
}

/* The macro stands behind the declaration's last token. */
static void add_macro(struct function *function)
{
    struct source *source = function->source;
    const struct tokens *tokens = &source->tokens;
    size_t end = function->end;
    size_t last = token_at(tokens, end);
    const char *macro =
        function->parameter_count == 0
            ? string_printf("#define %s() coop_h_%s(COOP_GROUP_ARGUMENT)", function->name, function->name)
            : string_printf("#define %s(...) coop_h_%s(COOP_GROUP_ARGUMENT, __VA_ARGS__)", function->name,
                            function->name);

    if (!function->has_body && token_is(tokens, last, ";")) {
        end = tokens->list.items[last].end;
    }
    if (function->is_checked) {
        macro = string_printf("#if defined(COOP_CHECK_ADDRESSES) && COOP_CHECK_ADDRESSES\n%s\n#endif", macro);
    }
    edit_add(source, end, end,
             string_printf("\n%s\n#line %zu \"%s\"\n", macro, source_line(source, end),
                           string_quoted(source->path)));
}

void helpers_thread(struct unit *unit)
{
    for (size_t i = 0; i < unit->functions.count; ++i) {
        struct function *function = unit->functions.items[i];

        if (function->canonical->needs_group && !function->canonical->splits) {
            edit_declaration(function);
        } else if (function->is_checked) {
            edit_checked(function);
        } else {
            continue;
        }
        if (function == function->canonical) {
            add_macro(function);
        }
    }
}
