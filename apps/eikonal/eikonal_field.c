#include "eikonal_field.h"

#include "tools/random/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

unsigned eikonal_sources(const struct eikonal_form *form, uint64_t sources[EIKONAL_SOURCES_MAX][2])
{
    if (form->source_count == 0) {
        sources[0][0] = form->points[0] / 2;
        sources[0][1] = form->points[1] / 2;
        return 1;
    }
    memcpy(sources, form->sources, sizeof form->sources);
    return form->source_count;
}

/* Rectangles of up to a quarter of the field in each dimension. */
static void put_obstacles(const struct eikonal_form *form, struct eikonal_field *field, uint64_t *seed)
{
    const uint64_t *points = field->points;

    for (uint64_t i = 0; i < form->obstacles; i++) {
        uint64_t first[2];
        uint64_t end[2];

        for (int k = 0; k < 2; k++) {
            first[k] = random_below(seed, (uint32_t)points[k]);
            end[k] = first[k] + 1 + random_below(seed, (uint32_t)(points[k] / 4 + 1));
            end[k] = end[k] < points[k] ? end[k] : points[k];
        }
        for (uint64_t y = first[1]; y < end[1]; y++) {
            for (uint64_t x = first[0]; x < end[0]; x++) {
                field->pauses[y * points[0] + x] = INFINITY;
            }
        }
    }
}

int eikonal_field_init(const struct eikonal_form *form, struct eikonal_field *field)
{
    uint64_t count = form->points[0] * form->points[1];
    uint64_t longest = form->points[0] > form->points[1] ? form->points[0] : form->points[1];
    uint64_t sources[EIKONAL_SOURCES_MAX][2];
    unsigned source_count = eikonal_sources(form, sources);
    uint64_t seed = form->seed;

    memcpy(field->points, form->points, sizeof field->points);
    field->spacing = longest > 1 ? 1.0 / (double)(longest - 1) : 1.0;
    field->limit = form->band > 0 ? (double)form->band * field->spacing : INFINITY;
    field->pauses = malloc((size_t)count * sizeof *field->pauses);
    field->times = malloc((size_t)count * sizeof *field->times);
    if (field->pauses == NULL || field->times == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        double speed = form->seed == 0 ? 1.0 : 0.5 + 1.5 * (double)random_below(&seed, 1000001) / 1e6;

        field->pauses[i] = field->spacing / speed;
        field->times[i] = INFINITY;
    }
    put_obstacles(form, field, &seed);
    for (unsigned i = 0; i < source_count; i++) {
        field->times[sources[i][1] * form->points[0] + sources[i][0]] = 0.0;
    }
    return 0;
}

void eikonal_field_clear(struct eikonal_field *field)
{
    free(field->pauses);
    free(field->times);
    field->pauses = NULL;
    field->times = NULL;
}

double eikonal_error(const struct eikonal_form *form, const struct eikonal_field *field)
{
    uint64_t sources[EIKONAL_SOURCES_MAX][2];
    unsigned source_count = eikonal_sources(form, sources);
    double most = 0.0;

    for (uint64_t i = 0; i < field->points[0] * field->points[1]; i++) {
        double nearest = INFINITY;

        for (unsigned k = 0; k < source_count; k++) {
            double x = (double)(i % field->points[0]) - (double)sources[k][0];
            double y = (double)(i / field->points[0]) - (double)sources[k][1];

            nearest = fmin(nearest, field->spacing * hypot(x, y));
        }
        if (field->times[i] < INFINITY) {
            most = fmax(most, fabs(field->times[i] - nearest));
        }
    }
    return most;
}
