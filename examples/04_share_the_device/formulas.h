/* What the kernels compute, for the kernels and for the host that checks them. */
#ifndef FORMULAS_H
#define FORMULAS_H

static inline unsigned mixed(unsigned left, unsigned middle, unsigned right)
{
    return left + 3 * middle + right;
}

/* How many steps the number takes to reach 1, halved when even, and otherwise tripled and increased. */
static inline unsigned pixel(unsigned i, unsigned frame)
{
    unsigned number = i + frame + 1;
    unsigned steps = 0;

    for (; number != 1; steps++) {
        number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    }
    return steps;
}

#endif
