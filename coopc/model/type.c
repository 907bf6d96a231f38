/* Types. */
#include "coopc/model/type.h"

#include "coopc/text/text.h"

const char *declare(const struct declarator *declarator, const char *name)
{
    return string_printf("%s%s%s", declarator->prefix, name, declarator->suffix);
}
