/* A kernel that takes its time on one of two blocks, and one that waits for it. */
#include "word_accessors.clh"
#include "coop/tensor.clh"

kernel void linger(coop_tensor(word, t), uint turns)
{
    uint number = word_first(t, 0, 0);

    if (!coop_is_inside(t)) {
        return;
    }
    if (coop_global_y(t) == coop_extent_y(t) - 1) {
        for (uint i = 0; i < turns; i++) {
            number = (number ^ number >> 15) * 0x2c1b3c6du + i;
        }
    }
    word_set_first(t, 0, 0, number);
}

kernel void look(coop_tensor(word, t), coop_tensor(word, seen))
{
    if (coop_is_inside(t)) {
        word_set_first(seen, 0, 0, word_first(t, 0, -1) ^ word_first(t, 0, 1));
    }
}

kernel void nothing(coop_tensor(word, t))
{
}
