#include "eikonal_result.h"

#include "eikonal_reference.h"
#include "tools/grid/grid_file.h"

#include <math.h>
#include <stdio.h>

#define CLOSE 1e-12

/* ---- files ---- */

struct picture {
    const struct eikonal_field *field;
    double latest;
};

/* The later, the darker, with sixteen lines of equal times; black where the front does not come. */
static double grey(const void *context, uint64_t point)
{
    const struct picture *picture = context;
    double part = picture->field->times[point] / picture->latest;
    double line = 16.0 * part - floor(16.0 * part);

    if (!(picture->field->times[point] < INFINITY)) {
        return 0.0;
    }
    return (line < 0.1 ? 0.7 : 1.0) * (1.0 - 0.75 * part);
}

int eikonal_write(const struct eikonal_field *field, const char *output, const char *picture,
                  struct tool_error *error)
{
    struct picture shown = {field, 1e-300};
    uint64_t count = field->points[0] * field->points[1];

    for (uint64_t i = 0; i < count; i++) {
        shown.latest = field->times[i] < INFINITY ? fmax(shown.latest, field->times[i]) : shown.latest;
    }
    return grid_file_write(output, field->times, sizeof *field->times, count, error) != 0
               ? -1
               : grid_file_picture(picture, field->points[0], field->points[1], grey, &shown, error);
}

/* ---- the result ---- */

int eikonal_verify(const struct eikonal_form *form, const struct eikonal_field *field,
                   struct tool_error *error)
{
    struct eikonal_field swept = {{0, 0}, 0, 0, NULL, NULL};
    struct eikonal_field marched = {{0, 0}, 0, 0, NULL, NULL};
    double differences[2];
    int is_same = -1;

    if (eikonal_field_init(form, &swept) != 0 || eikonal_field_init(form, &marched) != 0 ||
        eikonal_march(&marched) != 0) {
        (void)tool_fail(error, "the host has no memory left for the sequential ways");
    } else {
        eikonal_sweep(&swept);
        differences[0] = eikonal_difference(field, &swept);
        differences[1] = eikonal_difference(field, &marched);
        is_same = differences[0] <= CLOSE && differences[1] <= CLOSE;
        printf("%s  %.2g from fast sweeping, %.2g from fast marching\n", is_same ? "Verified" : "WRONG   ",
               differences[0], differences[1]);
    }
    eikonal_field_clear(&swept);
    eikonal_field_clear(&marched);
    return is_same;
}
