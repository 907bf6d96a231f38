/* Particles in a tensor of one dimension. */
#include "particles_elements.h"
#include "particles_kernels.h"
#include "tools/grid/grid_command.h"

static void fill(const double at[3], int is_target, void *cell)
{
    struct particle *particle = cell;

    (void)is_target;
    for (int i = 0; i < 3; i++) {
        particle->position[i] = (float)(at[0] * (i + 1));
        particle->velocity[i] = (float)((0.5 - at[0]) * (3 - i));
    }
}

static void step(const struct coop_view *view, const void *from, void *to)
{
    struct particle *all = to;

    (void)from;
    for (uint32_t i = 0; i < view->extent[0]; i++) {
        for (int axis = 0; axis < 3; axis++) {
            all[i].position[axis] = all[i].position[axis] + all[i].velocity[axis] * PARTICLES_STEP;
        }
    }
}

static const struct grid_form form = {
    .about = "Moves particles by their velocities in three dimensions: x += v dt.\n",
    .element = &coop_element_particle,
    .dimensions = 1,
    .cells = {1 << 20},
    .is_in_place = 1,
    .moved_bytes = 9 * sizeof(float),
    .kernels = particles_kernels,
    .kernel_count = PARTICLES_KERNEL_COUNT,
    .fill = fill,
    .step = step,
};

const struct application application_particles = {.name = "particles",
                                                  .summary = "moves particles by their velocities",
                                                  .command = grid_command,
                                                  .form = &form,
                                                  .source = "Clucas 2021",
                                                  .primitives = "none",
                                                  .input = "a size"};
