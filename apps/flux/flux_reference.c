/* The sequential way of flux: face by face, the four quantities as an array. Built without contraction of
 * multiplications and additions. */
#include "flux_reference.h"

#include "flux_elements.h"

#include <string.h>

enum { DENSITY, MOMENTUM, ENERGY = 3, QUANTITIES };

/* axis: 0 or 1. */
static void physical_flux(const float *u, int axis, float *f)
{
    float normal = u[MOMENTUM + axis];
    float across = u[MOMENTUM + 1 - axis];
    float speed = normal / u[DENSITY];
    float pressure = 0.4f * (u[ENERGY] - 0.5f * (normal * normal + across * across) / u[DENSITY]);

    f[DENSITY] = normal;
    f[MOMENTUM + axis] = normal * speed + pressure;
    f[MOMENTUM + 1 - axis] = across * speed;
    f[ENERGY] = (u[ENERGY] + pressure) * speed;
}

static void force_flux(const float *left, const float *right, int axis, float *face)
{
    float f_left[QUANTITIES];
    float f_right[QUANTITIES];
    float middle[QUANTITIES];
    float f_middle[QUANTITIES];

    physical_flux(left, axis, f_left);
    physical_flux(right, axis, f_right);
    for (int i = 0; i < QUANTITIES; i++) {
        middle[i] = 0.5f * (left[i] + right[i]) - 0.5f * FLUX_RATIO * (f_right[i] - f_left[i]);
    }
    physical_flux(middle, axis, f_middle);
    for (int i = 0; i < QUANTITIES; i++) {
        float spread = 0.5f * (f_left[i] + f_right[i]) - 0.5f / FLUX_RATIO * (right[i] - left[i]);

        face[i] = 0.5f * (f_middle[i] + spread);
    }
}

void flux_reference(const struct coop_view *view, const void *from, void *to)
{
    const float *u = from;
    float *difference = to;
    size_t row = ((size_t)view->extent[0] + 2 * view->padding) * QUANTITIES;

    for (size_t y = 0; y < view->extent[1]; y++) {
        for (size_t x = 0; x < view->extent[0]; x++) {
            size_t here = (y + view->padding) * row + (x + view->padding) * QUANTITIES;
            float west[QUANTITIES];
            float east[QUANTITIES];
            float south[QUANTITIES];
            float north[QUANTITIES];

            force_flux(u + here - QUANTITIES, u + here, 0, west);
            force_flux(u + here, u + here + QUANTITIES, 0, east);
            force_flux(u + here - row, u + here, 1, south);
            force_flux(u + here, u + here + row, 1, north);
            for (int i = 0; i < QUANTITIES; i++) {
                difference[here + (size_t)i] = (east[i] - west[i]) + (north[i] - south[i]);
            }
        }
    }
}
