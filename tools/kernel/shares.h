/* What the host knows of shares.clh. */
#ifndef TOOLS_KERNEL_SHARES_H
#define TOOLS_KERNEL_SHARES_H

#include <stdint.h>

/* Of struct shares, which the host sets to 0 before each run. */
#define SHARES_BYTES 256

/* Units of a pass that a GPU divides without draws: so many for each work-item; shares.clh makes it more on a
 * processor, and knows that it is 2. A unit is about 64 arcs, which takes a work-item of a GPU some 30 us. */
#define SHARES_UNITS_AT_ONCE 2

static inline uint32_t shares_at_once(uint64_t groups, uint64_t local_items)
{
    return (uint32_t)(groups * local_items * SHARES_UNITS_AT_ONCE);
}

/* What the host knows of list.clh. */

/* Of struct count, whose first word is the count. */
#define LIST_COUNT_BYTES 128
#define LIST_COUNT_WORDS (LIST_COUNT_BYTES / 4)

#endif
