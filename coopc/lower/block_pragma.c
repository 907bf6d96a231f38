/* Pragmas where statements become states: those of a block, and those of the loop behind them. */
#include "coopc/lower/block_pragma.h"

#include "coopc/diag/diag.h"
#include "coopc/model/statement.h"
#include "coopc/text/pragma.h"

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
