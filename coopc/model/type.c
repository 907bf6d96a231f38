/* Types. */
#include "coopc/model/type.h"

#include "coopc/text/text.h"

const char *declare(const struct declarator *declarator, const char *name)
{
    return string_printf("%s%s%s", declarator->prefix, name, declarator->suffix);
}

/* Structs that kernels take by value. */

const char *record_name(const struct record *record)
{
    return record->tag != NULL ? record->tag : record->spelling;
}
