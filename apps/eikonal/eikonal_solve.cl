/* The fast iterative method (Jeong and Whitaker, A Fast Iterative Method for Eikonal Equations, 2008) as one
 * cooperative kernel for a block: until no point of it gets earlier. As there, on squares of points: a list
 * has those that are active.
 *
 * The squares are coloured as a chess board. A phase is about those of one colour: each that is in the list
 * is taken by one work-item, or with EIKONAL_TILE by one work-group, and made quiet, in a copy of its own;
 * where a point at its side got earlier, and the one beyond might, the square beyond is put into the list of
 * the next phase. Between phases is a resizing barrier; within one, squares are drawn, and between two of
 * them work-groups come and go.
 *
 *   F1  phase p changes points of squares of colour p % 2 alone, and reads besides those of the other colour
 *       at their sides; so no point is read while another work-item may change it. (Corners are not read.)
 *   F2  phase p reads lists[p % 2], of counts[p % 3] squares, appends to lists[(p + 1) % 2] with counts[(p +
 *       1) % 3], and clears counts[(p + 2) % 3], which was read for the last time behind the barrier before
 *       phase p - 1. It draws from draws[p % 2] and clears draws[(p + 1) % 2], which phase p - 1 was the
 *       last to use.
 *   F3  a square is in a list once: who changes its stamp appends it. So a list holds the squares of a
 *       colour.
 *   F4  a square that is in no list is quiet: each change of a point that could make it active puts it into
 *       one, in the same phase. When a list is empty, no later one is filled, but that the launch's first
 *       two are filled before its first phase.
 *   F5  `moved` is 1 where the launch before has changed a point in front of another block, which might get
 *       earlier by it, and in front of the first launch at the sources. Those of the block are cleared by
 *       who looks at their square, before the first phase; those in the padding are read then, and are
 *       copies.
 *
 * Why the order does not matter: eikonal_time.clh. */
#include "coop/kernel.clh"
#include "coop/tensor.clh"
#include "eikonal_elements.clh"
#include "eikonal_square.clh"

/* The words of a block's notes; zeros before the first launch. */
enum word { COUNTS = 0, DRAWS = 3, PHASE = 5, STAMPS = 6 };

struct desk {
    global atomic_uint *counts; /* 3 */
    global atomic_uint *draws;  /* 2 */
    global uint *phase;         /* the launch's first one */
    global atomic_uint *stamps; /* of each square: one more than the phase in whose list it was last */
    global uint *lists[2];      /* squares of each colour */
    int across;                 /* squares in a row of the block */
    int squares;
};

static struct desk desk_of(coop_tensor(front, front), coop_tensor(note, notes))
{
    global uint *words = (global uint *)coop_bytes_of(notes);
    int across = squares_across(front_view);
    int squares = across * squares_up(front_view);
    global uint *lists = words + STAMPS + squares;
    struct desk desk = {(global atomic_uint *)words + COUNTS,
                        (global atomic_uint *)words + DRAWS,
                        words + PHASE,
                        (global atomic_uint *)words + STAMPS,
                        {lists, lists + (squares + 1) / 2},
                        across,
                        squares};

    return desk;
}

static uint colour_of(struct desk desk, int square)
{
    return (uint)(square % desk.across + square / desk.across) % 2;
}

/* Puts a square into the list of the phase (F3). */
static void wake(struct desk desk, int square, uint phase)
{
    if (atomic_exchange_explicit(&desk.stamps[square], phase + 1, memory_order_relaxed,
                                 memory_scope_device) != phase + 1) {
        desk.lists[phase % 2][atomic_fetch_add_explicit(&desk.counts[phase % 3], 1u, memory_order_relaxed,
                                                        memory_scope_device)] = (uint)square;
    }
}

/* Puts the squares beyond these sides into the list of a phase, as far as they are in the block. */
static void wake_beyond(coop_tensor(front, front), struct desk desk, struct square square, uint sides,
                        uint phase)
{
    sides &= ~sides_of_block(coop_pass(front), square);
    if (sides & LEFT) {
        wake(desk, square.number - 1, phase);
    }
    if (sides & RIGHT) {
        wake(desk, square.number + 1, phase);
    }
    if (sides & LOW) {
        wake(desk, square.number - desk.across, phase);
    }
    if (sides & HIGH) {
        wake(desk, square.number + desk.across, phase);
    }
}

/* ---- before the first phase ---- */

/* F5, for one square.
 * phase  the first one. */
static void look_at(coop_tensor(front, front), struct desk desk, struct square square, uint phase)
{
    uint others = sides_of_block(coop_pass(front), square) & sides_of_others(coop_pass(front));
    uint own = phase + (colour_of(desk, square.number) ^ phase % 2);
    uint beside = phase + (own == phase);
    uint is_active = 0;
    uint has_source = 0;

    if (phase > 0 && others == 0) {
        return;
    }
    for (int y = square.low; y < square.low + square.height; y++) {
        is_active |= others & LEFT ? front_moved(front, -1, y) : 0;
        is_active |= others & RIGHT ? front_moved(front, square.left + square.width, y) : 0;
        for (int x = square.left; x < square.left + square.width; x++) {
            if (front_moved(front, x, y) != 0) {
                front_set_moved(front, x, y, 0);
                has_source |= phase == 0;
            }
        }
    }
    for (int x = square.left; x < square.left + square.width; x++) {
        is_active |= others & LOW ? front_moved(front, x, -1) : 0;
        is_active |= others & HIGH ? front_moved(front, x, square.low + square.height) : 0;
    }
    if (is_active | has_source) {
        wake(desk, square.number, own);
    }
    if (has_source) {
        wake_beyond(coop_pass(front), desk, square, LEFT | RIGHT | LOW | HIGH, beside);
    }
}

/* ---- the kernel ---- */

static uint count_of(struct desk desk, uint phase)
{
    return atomic_load_explicit(&desk.counts[phase % 3], memory_order_relaxed, memory_scope_device);
}

/* By one work-item, in the phase (F2). */
static void clear_words(struct desk desk, uint phase)
{
    atomic_store_explicit(&desk.counts[(phase + 2) % 3], 0u, memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&desk.draws[(phase + 1) % 2], 0u, memory_order_relaxed, memory_scope_device);
}

/* The block is quiet when it has ended; where `moved` is 1, others may not be.
 * front  its padding is filled.
 * notes  zeros before the first launch, which begins at the sources; afterwards the kernel's.
 * limit  no time is at or above it. */
coop_kernel void solve(coop_tensor(front, front), coop_tensor(ground, ground), coop_tensor(note, notes),
                       double limit)
{
    transmit uint first = *desk_of(coop_pass(front), coop_pass(notes)).phase;
    transmit uint phase = first;
    transmit uint size = 0; /* of the phase's list */
    transmit uint turn = 0; /* where the next draw is written: the one before the last is read no more */
    transmit uint begin;    /* in the list, of what was drawn */
    local uint drawn[2];
#ifdef EIKONAL_TILE
    local struct bench bench;
#endif

    for (int i = (int)get_global_id(0); i < desk_of(coop_pass(front), coop_pass(notes)).squares;
         i += (int)get_global_size(0)) {
        struct desk desk = desk_of(coop_pass(front), coop_pass(notes));

        look_at(coop_pass(front), desk, square_of(coop_pass(front), i), phase);
    }
    resizing_global_barrier();
    size = count_of(desk_of(coop_pass(front), coop_pass(notes)), phase);
    do {
        do {
            if (get_local_id(0) == 0) {
                drawn[turn] = atomic_fetch_add_explicit(
                    &desk_of(coop_pass(front), coop_pass(notes)).draws[phase % 2], 1u, memory_order_relaxed,
                    memory_scope_device);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            begin = drawn[turn];
            turn ^= 1u;
#ifdef EIKONAL_TILE
            if (begin < size) {
                struct desk desk = desk_of(coop_pass(front), coop_pass(notes));
                struct square square = square_of(coop_pass(front), (int)desk.lists[phase % 2][begin]);

                make_quiet(front, front_view, ground, ground_view, square, limit, &bench);
                if (get_local_id(0) == 0) {
                    desk = desk_of(coop_pass(front), coop_pass(notes));
                    wake_beyond(coop_pass(front), desk,
                                square_of(coop_pass(front), (int)desk.lists[phase % 2][begin]),
                                atomic_load_explicit(&bench.sides, memory_order_relaxed,
                                                     memory_scope_work_group),
                                phase + 1);
                }
            }
#else
            begin = min(begin, size) * (uint)get_local_size(0);
            if (begin + (uint)get_local_id(0) < size) {
                struct desk desk = desk_of(coop_pass(front), coop_pass(notes));
                uint number = desk.lists[phase % 2][begin + (uint)get_local_id(0)];
                struct square square = square_of(coop_pass(front), (int)number);

                wake_beyond(coop_pass(front), desk, square,
                            make_quiet(coop_pass(front), coop_pass(ground), square, limit), phase + 1);
            }
#endif
            if (begin < size) {
                offer_kill();
                request_fork();
            }
        } while (begin < size);
        if (get_global_id(0) == 0) {
            clear_words(desk_of(coop_pass(front), coop_pass(notes)), phase);
        }
        resizing_global_barrier();
        phase++;
        size = count_of(desk_of(coop_pass(front), coop_pass(notes)), phase);
    } while (size > 0 || phase < first + 2);
    if (get_global_id(0) == 0) {
        *desk_of(coop_pass(front), coop_pass(notes)).phase = phase;
    }
}
