/* What the kernels compute, for the kernels and for the host that checks them. */
#ifndef FORMULAS_H
#define FORMULAS_H

/* Numbers of one range of the list. */
#define RANGE 500

/* How many steps the number takes to reach 1, halved when even, and otherwise tripled and increased. */
static inline unsigned steps_of(unsigned number)
{
    unsigned steps = 0;

    for (; number != 1; steps++) {
        number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    }
    return steps;
}

static inline unsigned mixed(unsigned left, unsigned middle, unsigned right)
{
    return left + 3 * middle + right;
}

#endif
