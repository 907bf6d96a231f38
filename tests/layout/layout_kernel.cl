/* Writes the pairs of table.h as the device's compiler sees them. */
#define S(type)                   \
    pairs[2 * line] = 0;          \
    pairs[2 * line + 1] = sizeof(struct type); \
    line++;
#define F(type, field)                                        \
    pairs[2 * line] = __builtin_offsetof(struct type, field); \
    pairs[2 * line + 1] = sizeof(((private struct type *)0)->field);  \
    line++;

kernel void write_layout(global ulong *pairs)
{
    uint line = 0;

#include "fields.h"
}
