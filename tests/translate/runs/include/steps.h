#ifndef STEPS_H
#define STEPS_H
#define PAD 1
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#define MINE tile[get_local_id(1)][get_local_id(0)]
#define RETURNS_EARLY 1

static void transpose(local int (*tile)[4 + PAD],
                      int value)
{
#if RETURNS_EARLY
    if (get_local_size(0) == 0)
        return;
#else
    this is not read
#endif
    SYNC;
    MINE = value;
    SYNC;
#define SWAPPED(t) t[get_local_id(0) % 2][get_local_id(1) % 4]
#pragma unroll
    for (int i = 0; i < 2; i++) {
        int other = SWAPPED(tile);
        SYNC;
        MINE += other;
        SYNC;
    }
}

int corner(local int tile[][4 + PAD], constant int *weights);
#endif
