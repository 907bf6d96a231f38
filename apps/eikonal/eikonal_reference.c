/* Fast sweeping (Zhao, A Fast Sweeping Method for Eikonal Equations, 2005) and fast marching (Sethian, A Fast
 * Marching Level Set Method for Monotonically Advancing Fronts, 1996). */
#include "eikonal_reference.h"

#include <math.h>
#include <stdlib.h>

/* ---- sweeping ---- */

/* The root of (t - a)^2 + (t - b)^2 = p^2 above both, or a step from the lesser one. */
static double upwind(double a, double b, double p)
{
    double less = a < b ? a : b;
    double more = a < b ? b : a;

    if (less == INFINITY || more >= less + p) {
        return less + p;
    }
    return (a + b + sqrt(2.0 * p * p - (a - b) * (a - b))) / 2.0;
}

static double at(const struct eikonal_field *field, int64_t x, int64_t y)
{
    int is_inside = x >= 0 && y >= 0 && x < (int64_t)field->points[0] && y < (int64_t)field->points[1];

    return is_inside ? field->times[(uint64_t)y * field->points[0] + (uint64_t)x] : INFINITY;
}

static int improve(struct eikonal_field *field, int64_t x, int64_t y)
{
    uint64_t point = (uint64_t)y * field->points[0] + (uint64_t)x;
    double a = fmin(at(field, x - 1, y), at(field, x + 1, y));
    double b = fmin(at(field, x, y - 1), at(field, x, y + 1));
    double next = upwind(a, b, field->pauses[point]);
    int is_earlier = next < field->times[point];

    field->times[point] = is_earlier ? next : field->times[point];
    return is_earlier;
}

void eikonal_sweep(struct eikonal_field *field)
{
    int64_t width = (int64_t)field->points[0];
    int64_t height = (int64_t)field->points[1];
    int has_changed = 1;

    while (has_changed) {
        has_changed = 0;
        for (int order = 0; order < 4; order++) {
            for (int64_t i = 0; i < width * height; i++) {
                int64_t x = i % width;
                int64_t y = i / width;

                has_changed |= improve(field, order % 2 ? width - 1 - x : x, order / 2 ? height - 1 - y : y);
            }
        }
    }
}

/* ---- marching ---- */

struct trial {
    double time;
    uint64_t point;
};

struct march {
    struct eikonal_field *field;
    unsigned char *is_known;
    struct trial *heap; /* the earliest at 0; a point may be there several times */
    uint64_t count;
};

static void push(struct march *march, double time, uint64_t point)
{
    uint64_t place = march->count++;

    for (; place > 0 && march->heap[(place - 1) / 2].time > time; place = (place - 1) / 2) {
        march->heap[place] = march->heap[(place - 1) / 2];
    }
    march->heap[place] = (struct trial){time, point};
}

static struct trial pop(struct march *march)
{
    struct trial first = march->heap[0];
    struct trial last = march->heap[--march->count];
    uint64_t place = 0;
    uint64_t child;

    while ((child = 2 * place + 1) < march->count) {
        if (child + 1 < march->count && march->heap[child + 1].time < march->heap[child].time) {
            child++;
        }
        if (last.time <= march->heap[child].time) {
            break;
        }
        march->heap[place] = march->heap[child];
        place = child;
    }
    march->heap[place] = last;
    return first;
}

/* The earliest of the known points beside this one along a dimension. */
static double known_beside(const struct march *march, uint64_t point, int dimension)
{
    uint64_t width = march->field->points[0];
    uint64_t place = dimension == 0 ? point % width : point / width;
    uint64_t stride = dimension == 0 ? 1 : width;
    double time = INFINITY;

    if (place > 0 && march->is_known[point - stride]) {
        time = march->field->times[point - stride];
    }
    if (place + 1 < march->field->points[dimension] && march->is_known[point + stride] &&
        march->field->times[point + stride] < time) {
        time = march->field->times[point + stride];
    }
    return time;
}

/* Counted from the point that is known on one side, so that the terms are as small as the spacing. */
static void try_point(struct march *march, uint64_t point)
{
    double pause = march->field->pauses[point];
    double x = known_beside(march, point, 0);
    double y = known_beside(march, point, 1);
    double base = fmin(x, y);
    double other = fmax(x, y) - base;
    double time = base + (other < pause ? (other + sqrt(2 * pause * pause - other * other)) / 2 : pause);

    if (time < march->field->times[point]) {
        march->field->times[point] = time;
        push(march, time, point);
    }
}

static void accept_point(struct march *march, uint64_t point)
{
    const uint64_t *points = march->field->points;

    march->is_known[point] = 1;
    for (int side = 0; side < 4; side++) {
        uint64_t place = side < 2 ? point % points[0] : point / points[0];
        uint64_t stride = side < 2 ? 1 : points[0];
        int is_edge = side % 2 ? place + 1 == points[side / 2] : place == 0;

        if (!is_edge && !march->is_known[side % 2 ? point + stride : point - stride]) {
            try_point(march, side % 2 ? point + stride : point - stride);
        }
    }
}

int eikonal_march(struct eikonal_field *field)
{
    uint64_t count = field->points[0] * field->points[1];
    /* A point is pushed when it is a source, and once for each of those beside it. */
    struct march march = {.field = field,
                          .is_known = calloc((size_t)count, 1),
                          .heap = malloc((size_t)(5 * count) * sizeof *march.heap)};
    int is_good = march.is_known != NULL && march.heap != NULL;

    for (uint64_t i = 0; i < count && is_good; i++) {
        if (field->times[i] == 0.0) {
            push(&march, 0.0, i);
        }
    }
    while (is_good && march.count > 0) {
        struct trial earliest = pop(&march);

        if (!march.is_known[earliest.point]) {
            accept_point(&march, earliest.point);
        }
    }
    free(march.is_known);
    free(march.heap);
    return is_good ? 0 : -1;
}

/* ---- comparison ---- */

double eikonal_difference(const struct eikonal_field *seen, const struct eikonal_field *wanted)
{
    double most = 0.0;

    for (uint64_t i = 0; i < seen->points[0] * seen->points[1]; i++) {
        double time = seen->times[i];
        double right = wanted->times[i];

        if (right < INFINITY && seen->limit < INFINITY && fabs(right - seen->limit) < 1e-12) {
            continue;
        }
        right = right < seen->limit ? right : INFINITY;
        if (time != right) {
            double difference = time < INFINITY && right < INFINITY
                                    ? fabs(time - right) / fmax(1.0, fmax(time, right))
                                    : INFINITY;

            most = difference > most || isnan(time) ? (isnan(time) ? INFINITY : difference) : most;
        }
    }
    return most;
}
