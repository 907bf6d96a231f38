/* Kernels of random graphs: what they compute is in random.c once more. */
#include "word_accessors.clh"
#include "coop/tensor.clh"

kernel void spread(coop_tensor(word, from), coop_tensor(word, to), uint by)
{
    struct word cell;

    if (!coop_is_inside(from)) {
        return;
    }
    cell = word_get(from, 0, 0);
    cell.first = cell.first * 3 + word_second(from, -1, 1) + word_first(from, 1, -1) * by;
    cell.second = cell.second + word_first(from, 0, 1) * 5 + word_second(from, 1, 0) + by;
    word_put(to, 0, 0, cell);
}

/* Every second cell, in place. */
kernel void weave(coop_tensor(word, t), uint by)
{
    if (coop_is_inside(t) && ((coop_global_x(t) + coop_global_y(t)) & 1) == (int)(by & 1)) {
        word_set_first(t, 0, 0, word_first(t, -1, 0) * 7 + word_second(t, 0, 1) + word_first(t, 1, 0) + by);
    }
}

kernel void mingle(coop_tensor(word, t), coop_tensor(word, other), uint by)
{
    if (coop_is_inside(t)) {
        word_set_second(t, 0, 0, word_second(t, 0, 0) * by + word_first(other, 0, 0));
        word_set_first(t, 0, 0, word_first(t, 0, 0) + word_second(other, 0, 0));
    }
}

kernel void scale(coop_tensor(word, t), coop_scalar(uint, s))
{
    if (coop_is_inside(t)) {
        word_set_first(t, 0, 0, word_first(t, 0, 0) * (coop_value(s) | 1));
        word_set_second(t, 0, 0, word_second(t, 0, 0) ^ coop_value(s));
    }
}

kernel void tie(coop_scalar(uint, from), coop_scalar_out(uint, to), uint by)
{
    coop_value(to) = coop_value(to) * 9 + coop_value(from) + by;
}
