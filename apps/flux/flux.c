/* Differences of fluxes of a gas in a tensor of two dimensions: a shock that comes to a bubble. */
#include "flux_elements.h"
#include "flux_kernels.h"
#include "flux_reference.h"
#include "tools/grid/grid_command.h"

#define BEHIND_SHOCK 0.2
#define RADIUS 0.2

static void fill(const double at[3], int is_target, void *cell)
{
    struct flow *flow = cell;
    double x = at[0] - 0.5;
    double y = at[1] - 0.5;
    double density = x * x + y * y < RADIUS * RADIUS ? 0.1 : 1;
    double pressure = 1;
    double speed = 0;

    (void)is_target;
    if (at[0] < BEHIND_SHOCK) {
        density = 4.462808;
        pressure = 16.768783;
        speed = 3.497915;
    }
    density += 0.01 * at[1];
    flow->density = (float)density;
    flow->momentum[0] = (float)(density * speed);
    flow->momentum[1] = (float)(0.05 * density * y);
    flow->energy = (float)(pressure / 0.4 + 0.5 * density * speed * speed);
}

static float shade(const void *cell)
{
    return ((const struct flow *)cell)->density;
}

static const struct grid_form form = {
    .about = "Computes, for each cell of a gas, what flows out through its four faces less what flows in.\n",
    .element = &coop_element_flow,
    .dimensions = 2,
    .cells = {512, 512},
    .padding = 1,
    .moved_bytes = 2 * sizeof(struct flow),
    .kernels = flux_kernels,
    .kernel_count = FLUX_KERNEL_COUNT,
    .fill = fill,
    .step = flux_reference,
    .shade = shade,
};

const struct application application_flux = {.name = "flux",
                                             .summary = "what flows through the faces of a gas's cells",
                                             .command = grid_command,
                                             .form = &form,
                                             .source = "Toro 1999",
                                             .primitives = "none",
                                             .input = "a size"};
