/* What an enumeration in a kernel that coopc splits may name. */
#include "coopc/lower/enumeration.h"

#include "coopc/diag/diag.h"
#include "coopc/model/kernel.h"
#include "coopc/text/directive.h"

#include <string.h>

/* A state has the enumerations of all its text, so that no two of one function may name the same. */
static void check_enumerators(const struct kernel *kernel, const struct enumeration *enumeration)
{
    const struct function *function = kernel->function;

    for (size_t i = 0; i + 1 < kernel->enumerations.count; ++i) {
        const struct enumeration *other = &kernel->enumerations.items[i];

        if (inlining_at(kernel, other->text.begin) != inlining_at(kernel, enumeration->text.begin)) {
            continue;
        }
        for (size_t j = 0; j < function->enumerators.count; ++j) {
            const struct enumerator *enumerator = &function->enumerators.items[j];

            if (range_holds(enumeration->text, enumerator->offset) &&
                enumeration_names(kernel, other, enumerator->name)) {
                diag_error(ERROR_ENUMERATOR_TWICE, kernel->source, enumerator->offset, "choose another name.",
                           "two enumerations of a kernel that coopc splits have the enumerator '%s'",
                           enumerator->name);
            }
        }
    }
}

static bool is_member_name(const struct tokens *tokens, size_t index)
{
    return index > 0 && (token_is(tokens, index - 1, ".") ||
                         (index > 1 && token_is(tokens, index - 1, ">") && token_is(tokens, index - 2, "-")));
}

static bool names_variable(const struct kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->function->variables.count; ++i) {
        if (strcmp(kernel->function->variables.items[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether another enumeration of the same text has an enumerator of that name, which is refused already. */
static bool is_enumerated_twice(const struct kernel *kernel, const struct enumeration *enumeration,
                                const char *name)
{
    for (size_t i = 0; i < kernel->function->enumerators.count; ++i) {
        const struct enumerator *other = &kernel->function->enumerators.items[i];

        if (strcmp(other->name, name) == 0 && !range_holds(enumeration->text, other->offset) &&
            inlining_at(kernel, other->offset) == inlining_at(kernel, enumeration->text.begin)) {
            return true;
        }
    }
    return false;
}

/* A state has its enumerations in front of all its text, also of text that is outside their blocks, and of no
 * variable: so nothing else may have an enumerator's name, and no value may depend on a variable. */
static void check_other_names(const struct kernel *kernel, const struct enumeration *enumeration)
{
    const struct tokens *tokens = &kernel->tokens;

    for (size_t i = 0; i < tokens->list.count; ++i) {
        const struct token *token = &tokens->list.items[i];
        const char *name;

        if (token->kind != TOKEN_WORD || is_member_name(tokens, i) ||
            range_holds(enumeration->scope, token->begin) ||
            inlining_at(kernel, token->begin) != inlining_at(kernel, enumeration->text.begin)) {
            continue;
        }
        name = token_spelling(tokens, i);
        if (range_holds(enumeration->text, token->begin)) {
            if (names_variable(kernel, name)) {
                diag_error(ERROR_ENUMERATION_IN_KERNEL, kernel->source, token->begin,
                           "declare the enumeration outside the kernel.",
                           "an enumeration in a kernel that coopc splits depends on the variable '%s'", name);
            }
        } else if (enumeration_names(kernel, enumeration, name) &&
                   !is_enumerated_twice(kernel, enumeration, name)) {
            diag_error(ERROR_ENUMERATOR_TWICE, kernel->source, token->begin, "choose another name.",
                       "'%s' is an enumerator in a block of a kernel that coopc splits, and something else "
                       "outside that block",
                       name);
        }
    }
}

/* The same of names that macros hide. */
static void check_hidden_names(const struct kernel *kernel, const struct enumeration *enumeration)
{
    const struct function *function = kernel->function;

    for (size_t i = 0; i < function->references.count; ++i) {
        const struct reference *reference = &function->references.items[i];

        if (reference->is_editable ||
            inlining_at(kernel, reference->offset) != inlining_at(kernel, enumeration->text.begin)) {
            continue;
        }
        if (range_holds(enumeration->text, reference->offset) && reference->variable != NULL) {
            diag_error(ERROR_ENUMERATION_IN_KERNEL, kernel->source, reference->offset,
                       "declare the enumeration outside the kernel.",
                       "an enumeration in a kernel that coopc splits depends on the variable '%s'",
                       reference->name);
        } else if (!range_holds(enumeration->text, reference->offset) &&
                   !range_holds(enumeration->scope, reference->offset) &&
                   enumeration_names(kernel, enumeration, reference->name) &&
                   !is_enumerated_twice(kernel, enumeration, reference->name)) {
            diag_error(
                ERROR_ENUMERATOR_TWICE, kernel->source, reference->offset, "choose another name.",
                "'%s' is an enumerator in a block of a kernel that coopc splits, and a macro uses that "
                "name for something else outside that block",
                reference->name);
        }
    }
}

void enumeration_check(const struct kernel *kernel, const struct enumeration *enumeration)
{
    check_enumerators(kernel, enumeration);
    check_other_names(kernel, enumeration);
    check_hidden_names(kernel, enumeration);
}

/* Pragmas where statements become states: those of a block, and those of the loop behind them. */

bool pragma_is_of_loop(const struct kernel *kernel, struct range range)
{
    static const char *const words[] = {"unroll", "nounroll", "loop", "unroll_and_jam", "ivdep", NULL};
    struct tokens tokens = pragma_words(kernel->source, range);

    for (size_t i = 0; i < tokens.list.count; ++i) {
        if (string_is_one_of(token_spelling(&tokens, i), words)) {
            return true;
        }
    }
    return false;
}

bool block_pragma_take(struct kernel *kernel, const struct statement *statement)
{
    struct tokens words = pragma_words(kernel->source, statement->range);
    bool is_contract = token_is(&words, 1, "FP_CONTRACT") || token_is(&words, 2, "contract");

    if (statement->kind != STATEMENT_DIRECTIVE || !pragma_is_of_block(&words)) {
        words = pragma_of_block_in_macro(kernel->source, statement->range.begin);
        if (words.list.count > 0) {
            diag_error(ERROR_BLOCK_PRAGMA, kernel->source, statement->range.begin,
                       "write it in front of the kernel.",
                       "a macro holds a pragma that applies to a block, and coopc splits that block");
        }
        return words.list.count > 0;
    }
    if (is_contract) {
        kernel->forbids_contraction |= token_is(&words, 2, "OFF") || token_is(&words, 4, "off");
    } else {
        diag_error(ERROR_BLOCK_PRAGMA, kernel->source, statement->range.begin,
                   "write it in front of the kernel.", "this pragma applies to a block that coopc splits");
    }
    return true;
}
