/* The leaf of fib: a Fibonacci number by all the calls that a recursive function would make, for host and
 * device. Kernels have no recursion, so the calls that are left stand on a stack. */
#ifndef APPS_FIB_H
#define APPS_FIB_H

#include "tools/workqueue/both.h"

/* The counts of a tally. */
enum { FIB_VALUE, FIB_TASKS };

#define FIB_STACK 64 /* calls that are left, each of a smaller number than the one under it */

static inline word64 fib_leaf(word32 n)
{
    word32 stack[FIB_STACK];
    word32 height = 0;
    word64 sum = 0;

    for (;;) {
        BOTH_ROLLED
        while (n >= 2) {
            stack[height++] = n - 2;
            n--;
        }
        sum += n;
        if (height == 0) {
            return sum;
        }
        n = stack[--height];
    }
}

#endif
