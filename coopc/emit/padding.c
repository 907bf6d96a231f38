/* Bytes between the members of a struct. */
#include "coopc/emit/padding.h"

void emit_padding(struct text *out, size_t *count, size_t bytes)
{
    if (bytes > 0) {
        text_printf(out, "    uchar coop_pad%zu[%zu];\n", (*count)++, bytes);
    }
}
