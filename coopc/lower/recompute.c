/* Variables that a step computes anew where it begins, instead of keeping them (rematerialisation).
 *
 * `uint lx = get_local_id(0);` has the same value in every step: its initialiser reads index functions,
 * arguments that nobody writes, and other such variables, and nothing else writes it. In the form with loops
 * over work-items a compiler then sees how addresses follow from the loop's counters, and makes vectors. In
 * the flat form the variable is in a register already. */
#include "coopc/lower/recompute.h"

#include <string.h>

#include "coopc/model/sites.h"

/* Whether the word is a call of a function that has the same value in every step. */
static bool is_index_call(const struct kernel *kernel, struct range word)
{
    static const char *const of_group[] = {"get_local_id",        "get_local_size",
                                           "get_local_linear_id", "get_enqueued_local_size",
                                           "get_work_dim",        NULL};
    /* A work-group's place changes where its kernel shrinks or grows. */
    static const char *const of_space[] = {"get_global_id",
                                           "get_group_id",
                                           "get_num_groups",
                                           "get_global_size",
                                           "get_global_offset",
                                           "get_global_linear_id",
                                           NULL};

    struct found_sites calls = sites_find(kernel->function, SITE_CALL, word);
    const struct call *call = calls.count == 1 ? &kernel->function->calls.items[calls.items[0].index] : NULL;

    return call != NULL && call->function == NULL && call->is_editable &&
           (string_is_one_of(call->name, of_group) ||
            (!kernel->shrinks && !kernel->grows && string_is_one_of(call->name, of_space)));
}

static bool is_type(const char *name)
{
    static const char *const types[] = {"const", "char",  "uchar",  "short",  "ushort",   "int", "uint",
                                        "long",  "ulong", "size_t", "signed", "unsigned", NULL};

    return string_is_one_of(name, types);
}

static bool is_whole_number(const struct variable *variable)
{
    const char *type = variable->type.c_name;

    return variable->type.shape <= SHAPE_VECTOR && type != NULL && (*type == 'i' || *type == 'u');
}

/* The variable that the word names, if it may be in such an initialiser. */
static const struct variable *named_at(const struct kernel *kernel, struct range name)
{
    struct found_sites references = sites_find(kernel->function, SITE_REFERENCE, name);
    const struct reference *reference;

    if (references.count != 1) {
        return NULL;
    }
    reference = &kernel->function->references.items[references.items[0].index];
    return reference->is_editable && reference->access == ACCESS_READ && reference->place == NULL
               ? reference->variable
               : NULL;
}

/* A division must not fail, since a step that did not come by it computes it, too. */
static bool is_sure_divisor(const struct tokens *tokens, size_t index)
{
    const struct token *token = &tokens->list.items[index];

    return index < tokens->list.count && token->kind == TOKEN_NUMBER && tokens->text[token->begin] >= '1' &&
           tokens->text[token->begin] <= '9';
}

static bool is_pure_mark(const struct tokens *tokens, size_t i)
{
    static const char *const marks[] = {"(", ")", ",", "+", "-", "~", "!", "<",
                                        ">", "&", "|", "^", "?", ":", "=", NULL};

    if (token_is(tokens, i, "*")) {
        return !token_is(tokens, i + 1, ")"); /* of a cast to a pointer */
    }
    if (token_is(tokens, i, "/") || token_is(tokens, i, "%")) {
        return is_sure_divisor(tokens, i + 1);
    }
    return string_is_one_of(token_spelling(tokens, i), marks);
}

static bool is_pure_word(const struct kernel *kernel, const struct tokens *tokens, size_t i)
{
    struct range word = {tokens->list.items[i].begin, tokens->list.items[i].end};
    const struct variable *variable = named_at(kernel, word);

    if (variable != NULL) {
        return is_whole_number(variable) && (variable->home == HOME_ARGUMENT || variable->is_recomputed);
    }
    return is_type(token_spelling(tokens, i)) || is_index_call(kernel, word);
}

/* Whether the expression has the same value wherever the kernel is, and does nothing else. */
static bool is_pure(const struct kernel *kernel, struct range range)
{
    struct tokens tokens = {.list = {NULL, 0, 0}};

    lex(&tokens, kernel->source->text, range.begin, range.end);
    for (size_t i = 0; i < tokens.list.count; ++i) {
        enum token_kind kind = tokens.list.items[i].kind;

        if (!(kind == TOKEN_NUMBER && strchr(token_spelling(&tokens, i), '.') == NULL) &&
            !(kind == TOKEN_MARK && is_pure_mark(&tokens, i)) &&
            !(kind == TOKEN_WORD && is_pure_word(kernel, &tokens, i))) {
            return false;
        }
    }
    return tokens.list.count > 0;
}

/* Whether nothing but its initialiser writes the variable. */
static bool is_set_once(const struct kernel *kernel, const struct variable *variable)
{
    for (size_t i = 0; i < kernel->function->references.count; ++i) {
        const struct reference *reference = &kernel->function->references.items[i];

        if (reference->variable == variable &&
            (reference->is_write || reference->access > ACCESS_READ || reference->place != NULL)) {
            return false;
        }
    }
    return true;
}

void recompute_find(struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->function->variables.count && kernel->task == NULL; ++i) {
        struct variable *variable = kernel->function->variables.items[i];

        variable->is_recomputed = variable->is_flat && variable->is_editable && !variable->is_parameter &&
                                  !variable->is_transmit && !variable->is_static && !variable->is_result &&
                                  variable->inlining == NULL && variable->aligned == NULL &&
                                  is_whole_number(variable) &&
                                  (variable->home == HOME_COPY || variable->home == HOME_TEXT) &&
                                  is_set_once(kernel, variable) && is_pure(kernel, variable->initial);
    }
}
