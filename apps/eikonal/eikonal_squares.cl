/* The fast iterative method without cooperative kernels: the squares of one colour, for one block. A launch
 * of each colour is a sweep. Each square has a word of the notes, which is 1 where the square is active; a
 * launch clears those of its colour and sets others, so two colours need no lists and no counts.
 *
 * A work-group is a square: with EIKONAL_TILE each work-item is a point, else the first does all. */
#include "coop/tensor.clh"
#include "eikonal_elements.clh"
#include "eikonal_square.clh"

static void wake(global atomic_uint *flags, uint square)
{
    atomic_store_explicit(&flags[square], 1u, memory_order_relaxed, memory_scope_device);
}

static void wake_beyond(coop_tensor(front, front), global atomic_uint *flags, struct square square,
                        uint sides)
{
    uint across = (uint)squares_across(front_view);
    uint number = (uint)square.number;

    sides &= ~sides_of_block(coop_pass(front), square);
    if (sides & LEFT) {
        wake(flags, number - 1);
    }
    if (sides & RIGHT) {
        wake(flags, number + 1);
    }
    if (sides & LOW) {
        wake(flags, number - across);
    }
    if (sides & HIGH) {
        wake(flags, number + across);
    }
}

kernel void quiet(coop_tensor(front, front), coop_tensor(ground, ground), coop_tensor(note, notes),
                  double limit, uint colour)
{
    global atomic_uint *flags = (global atomic_uint *)coop_bytes_of(notes);
    int number = (int)(get_group_id(1) * (size_t)squares_across(front_view) + get_group_id(0));
    int is_first = get_local_id(0) == 0 && get_local_id(1) == 0;
    struct square square = square_of(coop_pass(front), number);
    uint sides;
#ifdef EIKONAL_TILE
    local struct bench bench;
#endif

    if ((get_group_id(0) + get_group_id(1)) % 2 != colour ||
        atomic_load_explicit(&flags[number], memory_order_relaxed, memory_scope_device) == 0) {
        return;
    }
#ifdef EIKONAL_TILE
    make_quiet(coop_pass(front), coop_pass(ground), square, limit, &bench);
    sides = atomic_load_explicit(&bench.sides, memory_order_relaxed, memory_scope_work_group);
#else
    if (!is_first) {
        return;
    }
    sides = make_quiet(coop_pass(front), coop_pass(ground), square, limit);
#endif
    if (is_first) {
        atomic_store_explicit(&flags[number], 0u, memory_order_relaxed, memory_scope_device);
        wake_beyond(coop_pass(front), flags, square, sides);
    }
}
