/* Compiles as C and as C++; says whether the module's text and header are there. */
#include <coop/coop.h>
#include <stdio.h>

#include "weighted.h"
#include "weighted_text.h"

int main(void)
{
    struct weigh_args args;

    args.count = 1;
    printf("%zu bytes, %u\n", weighted_module_bytes, (unsigned)args.count);
    return weighted_module_text[weighted_module_bytes] == '\0' && weighted_module_bytes > 100 ? 0 : 1;
}
