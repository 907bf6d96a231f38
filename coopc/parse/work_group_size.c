/* The local size that a declaration requires. libclang has no cursor for the numbers of such an attribute,
 * but prints the declaration with them: after macros and constants, as a device compiler understands it. */
#include "coopc/parse/work_group_size.h"

#include <stdlib.h>
#include <string.h>

static char *print_declaration(CXCursor cursor)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
    char *text;

    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
    text = keep(clang_getCursorPrettyPrinted(cursor, policy));
    clang_PrintingPolicy_dispose(policy);
    return text;
}

/* Moves behind a number above 0 that ends with the character. 0: there is none. */
static size_t read_number(const char **at, char end)
{
    char *behind = NULL;
    unsigned long number;

    *at += strspn(*at, " ");
    number = **at >= '0' && **at <= '9' ? strtoul(*at, &behind, 10) : 0;
    if (behind == NULL || *behind != end || number > UINT32_MAX) {
        return 0;
    }
    *at = behind + 1;
    return number;
}

void read_work_group_size(CXCursor cursor, struct function *function)
{
    static const char attribute[] = "reqd_work_group_size(";
    const char *at = strstr(print_declaration(cursor), attribute);
    size_t items[3];

    if (at == NULL) {
        return;
    }
    function->requires_size = true;
    at += strlen(attribute);
    for (size_t i = 0; i < 3; ++i) {
        items[i] = read_number(&at, i < 2 ? ',' : ')');
        if (items[i] == 0) {
            return;
        }
    }
    memcpy(function->local_items, items, sizeof items);
}
