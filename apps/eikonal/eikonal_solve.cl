/* The fast iterative method (Jeong and Whitaker, A Fast Iterative Method for Eikonal Equations, 2008) as one
 * cooperative kernel for a block: until no point of it gets earlier. As there, on squares of points: a list
 * has those that are active.
 *
 * The squares are coloured as a chess board. A phase is about those of one colour: each that is in the list is
 * taken by one work-item, or with EIKONAL_TILE by one work-group, and made quiet, in a copy of its own; where a
 * point at its side got earlier, and the one beyond might, the square beyond is put into the list of the next
 * phase. Between phases is a resizing barrier; within one, squares are drawn, and between two of them
 * work-groups come and go.
 *
 *   F1  phase p changes points of squares of colour p % 2 alone, and reads besides those of the other colour at
 *       their sides; so no point is read while another work-item may change it. (Corners are not read.)
 *   F2  phase p reads lists[p % 2], of counts[p % 3] squares, appends to lists[(p + 1) % 2] with counts[(p + 1)
 *       % 3], and clears counts[(p + 2) % 3], which was read for the last time behind the barrier before
 *       phase p - 1. It draws from draws[p % 2] and clears draws[(p + 1) % 2], which phase p - 1 was the last
 *       to use.
 *   F3  a square is in a list once: who changes its stamp appends it. So a list holds the squares of a colour.
 *   F4  a square that is in no list is quiet: each change of a point that could make it active puts it into
 *       one, in the same phase. When a list is empty, no later one is filled, but that the launch's first two
 *       are filled before its first phase.
 *   F5  `moved` is 1 where the launch before has changed a point in front of another block, which might get
 *       earlier by it, and in front of the first launch at the sources. Those of the block are cleared by who
 *       looks at their square, before the first phase; those in the padding are read then, and are copies.
 *
 * Why the order does not matter: eikonal_time.clh. */
#include "coop/kernel.clh"
#include "coop/tensor.clh"
#include "eikonal_elements.clh"
#include "eikonal_time.clh"

#ifdef EIKONAL_TILE
#define SIDE EIKONAL_TILE
#else
#define SIDE 16
#endif
#define ROW (SIDE + 2)

/* Accessors count from the work-item's own place, which is that of no point here. */
#define AT(x) ((x) - (int)get_global_id(0))

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
    int across = (coop_block_x(front) + SIDE - 1) / SIDE;
    int squares = across * ((coop_block_y(front) + SIDE - 1) / SIDE);
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

/* ---- a square and its sides ---- */

struct square {
    int number;
    int left; /* its first point, in the block */
    int low;
    int width; /* points that it has */
    int height;
};

static struct square square_of(coop_tensor(front, front), struct desk desk, int number)
{
    int left = number % desk.across * SIDE;
    int low = number / desk.across * SIDE;
    struct square square = {number, left, low, min(SIDE, coop_block_x(front) - left),
                            min(SIDE, coop_block_y(front) - low)};

    return square;
}

enum side { LEFT = 1, RIGHT = 2, LOW = 4, HIGH = 8 };

/* Sides at which the square is at the block's border. */
static uint sides_of_block(coop_tensor(front, front), struct square square)
{
    return (square.left == 0 ? LEFT : 0u) |
           (square.left + square.width == coop_block_x(front) ? RIGHT : 0u) | (square.low == 0 ? LOW : 0u) |
           (square.low + square.height == coop_block_y(front) ? HIGH : 0u);
}

/* Sides of the block where there is another one. */
static uint sides_of_others(coop_tensor(front, front))
{
    struct coop_view view = front_view;

    return (view.origin[0] > 0 ? LEFT : 0u) | (view.origin[0] + view.extent[0] < view.whole[0] ? RIGHT : 0u) |
           (view.origin[1] > 0 ? LOW : 0u) | (view.origin[1] + view.extent[1] < view.whole[1] ? HIGH : 0u);
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

/* Sides at which the point is. */
static uint sides_of_point(struct square square, int x, int y)
{
    return (x == 0 ? LEFT : 0u) | (x == square.width - 1 ? RIGHT : 0u) | (y == 0 ? LOW : 0u) |
           (y == square.height - 1 ? HIGH : 0u);
}

/* Sides of the point beyond which a point might get earlier by it. What is there is no later than what it
 * is compared with, which is enough: who is woken in vain finds that out.
 * here  in a copy of the square, a frame of points around it. */
#define SIDES_BEYOND(here)                                                                                  \
    (((here)[-1] > *(here) ? LEFT : 0u) | ((here)[1] > *(here) ? RIGHT : 0u) |                              \
     ((here)[-ROW] > *(here) ? LOW : 0u) | ((here)[ROW] > *(here) ? HIGH : 0u))

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
        is_active |= others & LEFT ? front_moved(front, AT(-1), y) : 0;
        is_active |= others & RIGHT ? front_moved(front, AT(square.left + square.width), y) : 0;
        for (int x = square.left; x < square.left + square.width; x++) {
            if (front_moved(front, AT(x), y) != 0) {
                front_set_moved(front, AT(x), y, 0);
                has_source |= phase == 0;
            }
        }
    }
    for (int x = square.left; x < square.left + square.width; x++) {
        is_active |= others & LOW ? front_moved(front, AT(x), -1) : 0;
        is_active |= others & HIGH ? front_moved(front, AT(x), square.low + square.height) : 0;
    }
    if (is_active | has_source) {
        wake(desk, square.number, own);
    }
    if (has_source) {
        wake_beyond(coop_pass(front), desk, square, LEFT | RIGHT | LOW | HIGH, beside);
    }
}

/* ---- making a square quiet ---- */

/* By one point: whether it gets earlier. */
#define IMPROVE(here, pause, limit)                                                                         \
    time_from(fmin((here)[-1], (here)[1]), fmin((here)[-ROW], (here)[ROW]), (pause), *(here))

#ifdef EIKONAL_TILE

/* By a work-group, a work-item for each point. The points have colours, too, so that half of them change while
 * the others stay.
 * times   the copy.
 * sides   out: where the squares beyond are to be woken. */
static void make_quiet(coop_tensor(front, front), coop_tensor(ground, ground), struct square square,
                       double limit, local double *times, local atomic_uint *sides)
{
    int x = (int)get_local_id(0) % SIDE;
    int y = (int)get_local_id(0) / SIDE;
    int is_there = x < square.width && y < square.height;
    local double *here = times + (y + 1) * ROW + x + 1;
    double pause = is_there ? ground_pause(ground, AT(square.left + x), square.low + y) : INFINITY;
    double first;
    uint changed;

    if (get_local_id(0) == 0) {
        atomic_store_explicit(sides, 0u, memory_order_relaxed, memory_scope_work_group);
    }
    *here = is_there ? front_time(front, AT(square.left + x), square.low + y) : INFINITY;
    first = *here;
    if (is_there) {
        uint edges = sides_of_point(square, x, y);

        if (edges & LEFT) {
            here[-1] = front_time(front, AT(square.left - 1), square.low + y);
        }
        if (edges & RIGHT) {
            here[1] = front_time(front, AT(square.left + square.width), square.low + y);
        }
        if (edges & LOW) {
            here[-ROW] = front_time(front, AT(square.left + x), square.low - 1);
        }
        if (edges & HIGH) {
            here[ROW] = front_time(front, AT(square.left + x), square.low + square.height);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    do {
        changed = 0;
        for (int colour = 0; colour < 2; colour++) {
            if (is_there && (x + y) % 2 == colour) {
                double next = IMPROVE(here, pause, limit);

                if (next < *here && next < limit) {
                    *here = next;
                    changed = 1;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    } while (work_group_any((int)changed));
    if (is_there && *here < first) {
        uint beyond = sides_of_point(square, x, y) & SIDES_BEYOND(here);

        front_set_time(front, AT(square.left + x), square.low + y, *here);
        atomic_fetch_or_explicit(sides, beyond, memory_order_relaxed, memory_scope_work_group);
        if (beyond & sides_of_block(coop_pass(front), square) & sides_of_others(coop_pass(front))) {
            front_set_moved(front, AT(square.left + x), square.low + y, 1);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

#else

/* The copy, with the points beyond the sides. */
static void copy_square(coop_tensor(front, front), coop_tensor(ground, ground), struct square square,
                        private double *times, private double *pauses)
{
    for (int y = 0; y < square.height; y++) {
        private double *row = times + (y + 1) * ROW + 1;

        for (int x = -1; x <= square.width; x++) {
            row[x] = front_time(front, AT(square.left + x), square.low + y);
        }
        for (int x = 0; x < square.width; x++) {
            pauses[y * SIDE + x] = ground_pause(ground, AT(square.left + x), square.low + y);
        }
    }
    for (int x = 0; x < square.width; x++) {
        times[x + 1] = front_time(front, AT(square.left + x), square.low - 1);
        times[(square.height + 1) * ROW + x + 1] =
            front_time(front, AT(square.left + x), square.low + square.height);
    }
}

/* Goes over all points in one of four orders, as fast sweeping does; `changed` has a bit for each point of a
 * row that has got earlier. Whether there were any. */
static int go_over(struct square square, double limit, uint order, private double *times,
                   private const double *pauses, private uint *changed)
{
    int has_changed = 0;

    for (int j = 0; j < square.height; j++) {
        int y = order & 2 ? square.height - 1 - j : j;

        for (int i = 0; i < square.width; i++) {
            int x = order & 1 ? square.width - 1 - i : i;
            private double *here = times + (y + 1) * ROW + x + 1;
            double next = IMPROVE(here, pauses[y * SIDE + x], limit);

            if (next < *here && next < limit) {
                *here = next;
                changed[y] |= 1u << x;
                has_changed = 1;
            }
        }
    }
    return has_changed;
}

/* By one work-item. Returns the sides where the squares beyond are to be woken. */
static uint make_quiet(coop_tensor(front, front), coop_tensor(ground, ground), struct square square,
                       double limit)
{
    double times[ROW * ROW];
    double pauses[SIDE * SIDE];
    uint changed[SIDE];
    uint others = sides_of_block(coop_pass(front), square) & sides_of_others(coop_pass(front));
    uint sides = 0;
    uint order = 0;

    copy_square(coop_pass(front), coop_pass(ground), square, times, pauses);
    for (int y = 0; y < SIDE; y++) {
        changed[y] = 0;
    }
    while (go_over(square, limit, order, times, pauses, changed)) {
        order++;
    }
    for (int y = 0; y < square.height; y++) {
        for (int x = 0; x < square.width; x++) {
            private const double *here = times + (y + 1) * ROW + x + 1;

            if (changed[y] & 1u << x) {
                uint beyond = sides_of_point(square, x, y) & SIDES_BEYOND(here);

                front_set_time(front, AT(square.left + x), square.low + y, *here);
                sides |= beyond;
                if (beyond & others) {
                    front_set_moved(front, AT(square.left + x), square.low + y, 1);
                }
            }
        }
    }
    return sides;
}

#endif

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
    local double times[ROW * ROW];
    local atomic_uint sides;
#endif

    for (int i = (int)get_global_id(0); i < desk_of(coop_pass(front), coop_pass(notes)).squares;
         i += (int)get_global_size(0)) {
        struct desk desk = desk_of(coop_pass(front), coop_pass(notes));

        look_at(coop_pass(front), desk, square_of(coop_pass(front), desk, i), phase);
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
                struct square square = square_of(coop_pass(front), desk, (int)desk.lists[phase % 2][begin]);

                make_quiet(front, front_view, ground, ground_view, square, limit, times, &sides);
                if (get_local_id(0) == 0) {
                    desk = desk_of(coop_pass(front), coop_pass(notes));
                    wake_beyond(coop_pass(front), desk,
                                square_of(coop_pass(front), desk, (int)desk.lists[phase % 2][begin]),
                                atomic_load_explicit(&sides, memory_order_relaxed, memory_scope_work_group),
                                phase + 1);
                }
            }
#else
            begin = min(begin, size) * (uint)get_local_size(0);
            if (begin + (uint)get_local_id(0) < size) {
                struct desk desk = desk_of(coop_pass(front), coop_pass(notes));
                uint number = desk.lists[phase % 2][begin + (uint)get_local_id(0)];
                struct square square = square_of(coop_pass(front), desk, (int)number);

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
