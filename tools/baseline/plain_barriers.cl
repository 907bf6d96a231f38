/* Nothing but barriers in an ordinary kernel: what plain_barrier.c measures. plain_barriers.clh, and
 * barriers.h, which checks data, stand in front. */
kernel void plain_barriers(global struct plain_barrier_state *state, global uint *words,
                           global atomic_uint *wrong, uint rounds, uint check_every)
{
    for (uint round = 1; round <= rounds; round++) {
        barriers_write(words, round, check_every);
        global_barrier();
        barriers_read(words, wrong, round, check_every);
    }
}

/* The same by coop/grid_barrier.clh as users have it: its members are found first. */
kernel void grid_barriers(global struct coop_grid_state *state, global uint *words, global atomic_uint *wrong,
                          uint rounds, uint check_every)
{
    local struct coop_grid grid;

    coop_grid_begin(&grid, state);
    for (uint round = 1; round <= rounds && coop_grid_goes_on(&grid); round++) {
        barriers_write(words, round, check_every);
        coop_grid_barrier(&grid);
        barriers_read(words, wrong, round, check_every);
    }
}
