/* particles by hand, in the layout that BY_HAND is. */
#if BY_HAND == COOP_AOS
#define PARTICLES_OF(k) all[i * 6 + (k)]
#elif BY_HAND == COOP_SOA
#define PARTICLES_OF(k) all[(k)*row_cells + i]
#else
#define PARTICLES_OF(k) all[(k)*block_cells + i]
#endif

kernel void particles_by_hand(global const float *unused, global float *all, float dt, uint width,
                              uint height, uint row_cells, uint block_cells)
{
    size_t i = get_global_id(0);

    if (i < width) {
        PARTICLES_OF((size_t)0) = PARTICLES_OF((size_t)0) + PARTICLES_OF((size_t)3) * dt;
        PARTICLES_OF((size_t)1) = PARTICLES_OF((size_t)1) + PARTICLES_OF((size_t)4) * dt;
        PARTICLES_OF((size_t)2) = PARTICLES_OF((size_t)2) + PARTICLES_OF((size_t)5) * dt;
    }
}
