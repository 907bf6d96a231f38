/* Which instructions of PTX text say something about the order of memory accesses. */
#ifndef COOP_TESTS_DEVICE_PTX_H
#define COOP_TESTS_DEVICE_PTX_H

#include <stddef.h>

/* Lists them in the order in which they are in the entry `kernel` of `text`: fences, atomic operations, and
 * loads and stores other than plain ones, without their operands, separated by "; ".
 *
 * list   out; at most `bytes`, the end included. What does not fit is left out at an instruction's end, and
 *        "; ..." follows.
 * 1      the entry is there; its list may be empty.
 * 0      it is not, or has no end; the list is empty. */
int ptx_orders(const char *text, const char *kernel, char *list, size_t bytes);

#endif
