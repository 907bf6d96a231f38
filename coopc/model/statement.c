/* The statements of a kernel's body. */
#include "coopc/model/statement.h"

bool statement_is_labelled(const struct statement *statement)
{
    return statement != NULL && (statement->kind == STATEMENT_CASE || statement->kind == STATEMENT_LABEL);
}
