#include "particles.h"

#include "octree.h"
#include "tools/file/bytes.h"
#include "tools/random/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SLICES (1 << OCTREE_LEVELS)

#define CLUSTERS 64 /* of points that are made */

/* Up to so many keys are sorted by insertion. */
#define INSERTION_MAX 64

struct cube {
    double low[3];
    double side;
};

static struct cube root_cube(const float *points, uint32_t count)
{
    struct cube cube = {{0, 0, 0}, 0};
    uint32_t i;
    int axis;

    for (axis = 0; axis < 3; axis++) {
        double low = points[axis];
        double high = low;

        for (i = 1; i < count; i++) {
            double value = points[3 * (size_t)i + (size_t)axis];

            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        cube.low[axis] = low;
        cube.side = high - low > cube.side ? high - low : cube.side;
    }
    return cube;
}

/* If all points coincide, the cube's side is 0: they lie in slice 0. */
static uint32_t slice(const struct cube *cube, int axis, float value)
{
    double place = cube->side > 0 ? floor(((double)value - cube->low[axis]) / cube->side * SLICES) : 0;

    return place < SLICES ? (uint32_t)place : SLICES - 1;
}

int particles_from_points(const char *name, const float *points, uint32_t count, struct particles *particles,
                          struct tool_error *error)
{
    struct cube cube;
    uint32_t i;

    memset(particles, 0, sizeof *particles);
    for (i = 0; i < count; i++) {
        const float *point = points + 3 * (size_t)i;

        if (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2])) {
            return tool_fail(error,
                             "%s: point %u is (%g, %g, %g), and coordinates must be finite; is it a file of "
                             "32-bit x, y, z?",
                             name, i, (double)point[0], (double)point[1], (double)point[2]);
        }
    }
    particles->keys = malloc((size_t)count * sizeof *particles->keys);
    if (particles->keys == NULL) {
        return tool_fail(error, "%s cannot be read: memory is exhausted; take fewer points", name);
    }
    particles->count = count;
    cube = root_cube(points, count);
    for (i = 0; i < count; i++) {
        const float *point = points + 3 * (size_t)i;

        particles->keys[i] =
            octree_key(slice(&cube, 0, point[0]), slice(&cube, 1, point[1]), slice(&cube, 2, point[2]));
    }
    return 0;
}

int particles_read(const char *path, struct particles *particles, struct tool_error *error)
{
    uint32_t *words;
    uint32_t count;
    int status;

    memset(particles, 0, sizeof *particles);
    if (bytes_read_words(path, 3, "point of 12 bytes (x, y, z)", PARTICLES_MAX, &words, &count, error) != 0) {
        return -1;
    }
    /* The words hold floating-point numbers of the same size, in the host's order by now. */
    _Static_assert(sizeof(float) == sizeof *words, "a coordinate is a word");
    status = particles_from_points(path, (const float *)(const void *)words, count, particles, error);
    free(words);
    return status;
}

int particles_make(uint32_t count, struct particles *particles, struct tool_error *error)
{
    float *points = malloc((size_t)3 * count * sizeof *points);
    uint64_t random = 1;
    size_t i;
    int status;

    memset(particles, 0, sizeof *particles);
    if (points == NULL) {
        return tool_fail(error, "memory is exhausted; take fewer points");
    }
    for (i = 0; i < (size_t)3 * count; i++) {
        points[i] =
            (float)(i / 3 % CLUSTERS * (i % 3 + 1) % 7) + (float)random_below(&random, 1 << 20) / (1 << 20);
    }
    status = particles_from_points("made points", points, count, particles, error);
    free(points);
    return status;
}

static int compare_keys(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

static void sort_keys(uint64_t *keys, size_t count)
{
    size_t i, place;

    if (count > INSERTION_MAX) {
        qsort(keys, count, sizeof *keys, compare_keys);
        return;
    }
    for (i = 1; i < count; i++) {
        uint64_t key = keys[i];

        for (place = i; place > 0 && keys[place - 1] > key; place--) {
            keys[place] = keys[place - 1];
        }
        keys[place] = key;
    }
}

uint64_t *particles_sorted(const struct particles *particles, struct tool_error *error)
{
    size_t bytes = (size_t)particles->count * sizeof(uint64_t);
    uint64_t *keys = malloc(bytes);

    if (keys == NULL) {
        tool_fail(error, "memory is exhausted; take fewer points");
        return NULL;
    }
    memcpy(keys, particles->keys, bytes);
    sort_keys(keys, particles->count);
    return keys;
}

/* A walk over the cells of a tree whose points are sorted. */
struct walk {
    const uint64_t *sorted;
    uint64_t *keys; /* NULL, or to be sorted within the leaves */
    uint32_t threshold;
    int64_t inner_nodes;
    int64_t leaves;
    uint32_t depth;
    int64_t levels[OCTREE_LEVELS + 1];
};

/* The place where the children after `child` begin, among the sorted points from `begin` to `end` of a cell
 * on `level`. */
static uint32_t child_end(const struct walk *walk, uint32_t begin, uint32_t end, uint32_t level,
                          uint32_t child)
{
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;

        if (octree_child(walk->sorted[middle], level) > child) {
            end = middle;
        } else {
            begin = middle + 1;
        }
    }
    return begin;
}

/* Recursion is OCTREE_LEVELS deep at most. */
static void walk_cell(struct walk *walk, uint32_t begin, uint32_t end, uint32_t level)
{
    walk->levels[level]++;
    walk->depth = level > walk->depth ? level : walk->depth;
    if (end - begin > walk->threshold && level < OCTREE_LEVELS) {
        walk->inner_nodes++;
        while (begin < end) {
            uint32_t child = octree_child(walk->sorted[begin], level);
            uint32_t next = child_end(walk, begin, end, level, child);

            walk_cell(walk, begin, next, level + 1);
            begin = next;
        }
        return;
    }
    walk->leaves++;
    if (walk->keys != NULL) {
        sort_keys(walk->keys + begin, end - begin);
    }
}

int particles_octree(const struct particles *particles, uint32_t threshold, struct answer *answer,
                     struct tool_error *error)
{
    struct walk walk = {.threshold = threshold};
    uint64_t *sorted = particles_sorted(particles, error);
    uint32_t level;

    if (sorted == NULL) {
        return -1;
    }
    walk.sorted = sorted;
    walk_cell(&walk, 0, particles->count, 0);
    answer_add(answer, "inner_nodes", walk.inner_nodes);
    answer_add(answer, "leaves", walk.leaves);
    answer_add(answer, "depth", walk.depth);
    for (level = 0; level <= walk.depth; level++) {
        answer_add_numbered(answer, "level_", level, walk.levels[level]);
    }
    free(sorted);
    return 0;
}

int particles_check_against(const uint64_t *sorted, uint32_t count, uint32_t threshold, uint64_t *keys,
                            struct tool_error *error)
{
    struct walk walk = {.sorted = sorted, .keys = keys, .threshold = threshold};
    uint32_t i;

    walk_cell(&walk, 0, count, 0);
    for (i = 0; i < count; i++) {
        if (keys[i] != sorted[i]) {
            return tool_fail(error,
                             "the points are not ordered by leaves: place %u holds one of another cell", i);
        }
    }
    return 0;
}

int particles_check_order(const struct particles *particles, uint32_t threshold, uint64_t *keys,
                          struct tool_error *error)
{
    uint64_t *sorted = particles_sorted(particles, error);
    int status = -1;

    if (sorted != NULL) {
        status = particles_check_against(sorted, particles->count, threshold, keys, error);
    }
    free(sorted);
    return status;
}

void particles_clear(struct particles *particles)
{
    free(particles->keys);
    memset(particles, 0, sizeof *particles);
}
