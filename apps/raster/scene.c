#include "scene.h"

#include "tools/random/random.h"

#include <stdlib.h>
#include <string.h>

enum { PIXEL = 16 }; /* in fixed point */

/* Sides of triangles: 2^first to 2^last times 1/16 pixel; last 0 is the larger side of the screen. */
struct kind {
    const char *name;
    uint32_t first;
    uint32_t last;
};

static const struct kind kinds[] = {
    {"pixels", 4, 5}, {"small", 4, 8}, {"mixed", 4, 0}, {"large", 0, 0}, {"mesh", 0, 0}};

static const struct kind *find(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

int scene_is_known(const char *name)
{
    return find(name) != NULL ? 0 : -1;
}

static int32_t clamp(int32_t place)
{
    return place < RASTER_PLACE_MIN ? RASTER_PLACE_MIN
                                    : (place >= RASTER_PLACE_END ? RASTER_PLACE_END - 1 : place);
}

static uint32_t draw_depth(uint64_t *random)
{
    return random_below(random, RASTER_DEPTH_END);
}

/* The exponent of the screen's larger side, rounded up. */
static uint32_t exponent_of(const struct scene *scene)
{
    uint32_t side = PIXEL * (scene->width > scene->height ? scene->width : scene->height);
    uint32_t exponent = 0;

    while (((uint32_t)1 << exponent) < side) {
        exponent++;
    }
    return exponent;
}

/* Corners anywhere in a square around a point of the screen. */
static struct raster_triangle draw_triangle(const struct scene *scene, uint32_t first, uint32_t last,
                                            uint64_t *random)
{
    uint32_t octave = (uint32_t)1 << (first + random_below(random, last - first));
    uint32_t side = octave + random_below(random, octave);
    int32_t x = (int32_t)random_below(random, PIXEL * scene->width) - (int32_t)(side / 2);
    int32_t y = (int32_t)random_below(random, PIXEL * scene->height) - (int32_t)(side / 2);
    struct raster_triangle triangle;

    for (unsigned i = 0; i < 3; i++) {
        triangle.corners[i].x = clamp(x + (int32_t)random_below(random, side));
        triangle.corners[i].y = clamp(y + (int32_t)random_below(random, side));
        triangle.corners[i].depth = draw_depth(random);
    }
    return triangle;
}

/* Two triangles for four corners: left above, right above, left below, right below. */
static void put_quad(struct raster_triangle *two, const struct raster_corner corners[4])
{
    two[0] = (struct raster_triangle){{corners[0], corners[1], corners[2]}};
    two[1] = (struct raster_triangle){{corners[1], corners[2], corners[3]}};
}

static void put_screen(struct scene *scene)
{
    struct raster_corner corners[4];

    for (int32_t i = 0; i < 4; i++) {
        corners[i] = (struct raster_corner){(i & 1) * PIXEL * (int32_t)scene->width,
                                            (i >> 1) * PIXEL * (int32_t)scene->height, RASTER_DEPTH_END - 1};
    }
    put_quad(scene->triangles, corners);
}

/* The knots of a net: multiples of half a pixel, many of which are centres of pixels, shifted by less than
 * half the distance to the next one; those at the border stay there. */
static struct raster_corner draw_knot(const struct scene *scene, uint32_t column, uint32_t row,
                                      uint32_t columns, uint32_t rows, uint64_t *random)
{
    uint32_t step_x = 2 * scene->width / columns;
    uint32_t step_y = 2 * scene->height / rows;
    uint32_t x = column == columns ? 2 * scene->width : column * step_x;
    uint32_t y = row == rows ? 2 * scene->height : row * step_y;

    if (column > 0 && column < columns && step_x > 1) {
        x += random_below(random, step_x / 2);
    }
    if (row > 0 && row < rows && step_y > 1) {
        y += random_below(random, step_y / 2);
    }
    return (struct raster_corner){(int32_t)(PIXEL / 2 * x), (int32_t)(PIXEL / 2 * y), draw_depth(random)};
}

/* Two triangles for each of columns x rows squares, of which there are about count / 2. */
static int make_mesh(struct scene *scene, uint32_t count, uint64_t *random)
{
    uint32_t columns = 1;
    uint32_t rows;
    struct raster_corner *knots;

    while ((uint64_t)2 * columns * columns * scene->height < (uint64_t)count * scene->width) {
        columns++;
    }
    columns = columns < 2 * scene->width ? columns : 2 * scene->width;
    rows = count / 2 / columns;
    rows = rows < 1 ? 1 : rows < 2 * scene->height ? rows : 2 * scene->height;
    scene->count = 2 * columns * rows;
    scene->triangles = malloc((size_t)scene->count * sizeof *scene->triangles);
    knots = malloc(((size_t)columns + 1) * ((size_t)rows + 1) * sizeof *knots);
    if (scene->triangles == NULL || knots == NULL) {
        free(knots);
        return -1;
    }
    for (uint32_t i = 0; i < (columns + 1) * (rows + 1); i++) {
        knots[i] = draw_knot(scene, i % (columns + 1), i / (columns + 1), columns, rows, random);
    }
    for (uint32_t i = 0; i < columns * rows; i++) {
        const struct raster_corner *above = &knots[i / columns * (columns + 1) + i % columns];
        const struct raster_corner corners[4] = {above[0], above[1], above[columns + 1], above[columns + 2]};
        put_quad(&scene->triangles[2 * i], corners);
    }
    free(knots);
    return 0;
}

static int make_triangles(struct scene *scene, const struct kind *kind, uint32_t count, uint64_t *random)
{
    uint32_t screen = exponent_of(scene);
    int is_large = kind->last == 0 && kind->first == 0;
    uint32_t last = kind->last > 0 ? kind->last : screen + (uint32_t)is_large;
    uint32_t first = is_large ? screen - 1 : kind->first;

    scene->count = count;
    scene->triangles = malloc((size_t)count * sizeof *scene->triangles);
    if (scene->triangles == NULL) {
        return -1;
    }
    last = last > first ? last : first + 1; /* a screen of a pixel */
    for (uint32_t i = 0; i < count; i++) {
        scene->triangles[i] = draw_triangle(scene, first, last, random);
    }
    if (strcmp(kind->name, "mixed") == 0 && count >= 2) {
        put_screen(scene);
    }
    return 0;
}

int scene_make(const char *name, uint32_t width, uint32_t height, uint32_t count, uint64_t seed,
               struct scene *scene, struct tool_error *error)
{
    const struct kind *kind = find(name);
    uint64_t random = seed;
    int status;

    memset(scene, 0, sizeof *scene);
    if (kind == NULL) {
        return tool_fail(error, "--scene wants " SCENE_NAMES ", not \"%s\"", name);
    }
    scene->width = width;
    scene->height = height;
    status = strcmp(name, "mesh") == 0 ? make_mesh(scene, count, &random)
                                       : make_triangles(scene, kind, count, &random);
    if (status != 0) {
        scene_clear(scene);
        return tool_fail(error, "memory is exhausted; take fewer triangles");
    }
    return 0;
}

void scene_clear(struct scene *scene)
{
    free(scene->triangles);
    memset(scene, 0, sizeof *scene);
}
