#include "task_raster.h"

#include "picture.h"
#include "raster_items.h"
#include "raster_kernels.h"
#include "raster_kernels_text.h"
#include "scanline.h"
#include "scene.h"
#include "tools/workqueue/task.h"
#include "tools/workqueue/task_flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TALLIES, PIXELS, TRIANGLES };

#define SCENE "mixed" /* unless given */
#define SCENE_SIZE "1024x768"
#define SCENE_TRIANGLES 2000

static size_t pixel_count(const struct scene *scene)
{
    return (size_t)scene->width * scene->height;
}

static void sizes(const struct task_device *device, uint64_t bytes[TASK_BUFFERS_MAX])
{
    const struct scene *scene = device->problem->input;

    bytes[TALLIES] = task_tallies_bytes(device);
    bytes[PIXELS] = pixel_count(scene) * sizeof(uint64_t);
    bytes[TRIANGLES] = (uint64_t)scene->count * sizeof *scene->triangles;
}

static int prepare(struct task_device *device, struct tool_error *error)
{
    const struct scene *scene = device->problem->input;

    (void)error;
    for (uint32_t i = 0; i < scene->count; i++) {
        const struct triangle item = {i, 0};
        frontier_push(&device->first, &item);
    }
    return 0;
}

static void make_graph(const struct task_device *device, struct task_graph *graph)
{
    static const struct task_graph made = {
        .channels = {{.item_bytes = sizeof(struct triangle), .keeps = 1, .name = "triangle"},
                     {.item_bytes = sizeof(struct tile), .name = "tile"},
                     {.item_bytes = sizeof(struct fragment), .name = "fragment"},
                     {.item_bytes = sizeof(struct depth), .name = "depth"}},
        .edges = {{coop_channel_triangle, coop_channel_tile, RASTER_TILES},
                  {coop_channel_tile, coop_channel_fragment, RASTER_TILE},
                  {coop_channel_fragment, coop_channel_depth, RASTER_TILE / RASTER_RUN}},
        .channel_count = 4,
        .edge_count = 3,
        .code = &raster_flow_code};

    (void)device;
    *graph = made;
}

static int upload(struct task_device *device, struct tool_error *error)
{
    const struct scene *scene = device->problem->input;

    return task_write(device, TRIANGLES, scene->triangles, device->bytes[TRIANGLES], error);
}

static int reset(struct task_device *device, struct tool_error *error)
{
    return session_check(device->session,
                         coop_buffer_fill(device->buffers[PIXELS], 0, 0xff, device->bytes[PIXELS]), error);
}

static int launch_by_triangle(struct task_device *device, coop_launch **launch, struct tool_error *error)
{
    const struct scene *scene = device->problem->input;
    const struct raster_by_triangle_args args = {.triangles = task_address(device, TRIANGLES),
                                                 .count = scene->count,
                                                 .width = scene->width,
                                                 .height = scene->height,
                                                 .pixels = task_address(device, PIXELS)};
    uint64_t local = device->setup.local_items;
    const struct coop_ndrange ndrange = {.global_items = {(scene->count + local - 1) / local * local}};

    return session_check(device->session,
                         raster_by_triangle_launch(device->session->run, &args, &ndrange, NULL, launch),
                         error);
}

static int launch(struct task_device *device, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    const struct scene *scene = device->problem->input;
    const struct raster_args args = {.graph = coop_buffer_address(device->queue),
                                     .triangles = task_address(device, TRIANGLES),
                                     .width = scene->width,
                                     .height = scene->height,
                                     .pixels = task_address(device, PIXELS),
                                     .tallies = task_address(device, TALLIES)};

    if (device->setup.by_rival) {
        return launch_by_triangle(device, launch, error);
    }
    return session_check(device->session, raster_launch(device->session->run, &args, options, launch), error);
}

static uint64_t *read_pixels(struct task_device *device, struct tool_error *error)
{
    uint64_t *pixels = malloc(device->bytes[PIXELS]);

    if (pixels == NULL) {
        tool_fail(error, "memory is exhausted; take a smaller screen");
    } else if (task_read(device, PIXELS, pixels, device->bytes[PIXELS], error) != 0) {
        free(pixels);
        pixels = NULL;
    }
    return pixels;
}

/* Counts the pixels that have a triangle, and the triangles that have a pixel. */
static int count_pixels(const struct scene *scene, const uint64_t *pixels, struct answer *answer,
                        struct tool_error *error)
{
    unsigned char *is_seen = calloc(scene->count, 1);
    int64_t covered = 0;
    int64_t seen = 0;

    if (is_seen == NULL) {
        return tool_fail(error, "memory is exhausted; take fewer triangles");
    }
    for (size_t i = 0; i < pixel_count(scene); i++) {
        uint32_t triangle = (uint32_t)pixels[i];
        if (pixels[i] != RASTER_NOTHING && triangle < scene->count) {
            covered++;
            seen += !is_seen[triangle];
            is_seen[triangle] = 1;
        }
    }
    free(is_seen);
    answer_add(answer, "triangles", scene->count);
    answer_add(answer, "seen", seen);
    answer_add(answer, "pixels", covered);
    return 0;
}

static int answer(struct task_device *device, struct answer *answer, struct tool_error *error)
{
    uint64_t *pixels = read_pixels(device, error);
    int status;

    if (pixels == NULL) {
        return -1;
    }
    status = count_pixels(device->problem->input, pixels, answer, error);
    free(pixels);
    return status;
}

/* The picture by one thread; for the caller to free. */
static uint64_t *draw(const struct scene *scene, struct tool_error *error)
{
    uint64_t *pixels = malloc(pixel_count(scene) * sizeof *pixels);

    if (pixels == NULL) {
        tool_fail(error, "memory is exhausted; take a smaller screen");
        return NULL;
    }
    scanline_draw(scene, pixels);
    return pixels;
}

static int compare(const struct scene *scene, const uint64_t *seen, const uint64_t *wanted,
                   struct tool_error *error)
{
    for (size_t i = 0; i < pixel_count(scene); i++) {
        if (seen[i] != wanted[i]) {
            return tool_fail(error, "pixel %zu, %zu has triangle %u at depth %u, not triangle %u at depth %u",
                             i % scene->width, i / scene->width, (uint32_t)seen[i], (uint32_t)(seen[i] >> 32),
                             (uint32_t)wanted[i], (uint32_t)(wanted[i] >> 32));
        }
    }
    return 0;
}

/* Every pixel. The right ones are drawn once. */
static int check(struct task_device *device, struct tool_error *error)
{
    uint64_t *pixels;
    int status;

    if (device->own == NULL) {
        device->own = draw(device->problem->input, error);
    }
    pixels = device->own != NULL ? read_pixels(device, error) : NULL;
    if (pixels == NULL) {
        return -1;
    }
    status = compare(device->problem->input, pixels, device->own, error);
    free(pixels);
    return status;
}

static int output(struct task_device *device, const char *path, struct tool_error *error)
{
    const struct scene *scene = device->problem->input;
    uint64_t *pixels = read_pixels(device, error);
    int status;

    if (pixels == NULL) {
        return -1;
    }
    status = picture_write(path, pixels, scene->width, scene->height, error);
    free(pixels);
    return status;
}

static void clear(struct task_device *device)
{
    free(device->own);
}

static const struct task_flow flow = {.make = make_graph};

static const struct task_kernel kernel = {.module_text = raster_kernels_module_text,
                                          .module_bytes = &raster_kernels_module_bytes,
                                          .flow = &flow,
                                          .tag = coop_channel_triangle,
                                          .parameter_bytes = sizeof(struct triangle),
                                          .cleared = 1,
                                          .tallies = TALLIES,
                                          .unit_name = "pixels",
                                          .sizes = sizes,
                                          .prepare = prepare,
                                          .upload = upload,
                                          .reset = reset,
                                          .launch = launch,
                                          .answer = answer,
                                          .check = check,
                                          .output = output,
                                          .clear = clear};

static void add_options(struct option *table, struct work_choice *choice)
{
    option_add(table, (struct option){"--scene", OPTION_TEXT, &choice->scene, 0, 0});
    option_add(table, (struct option){"--size", OPTION_TEXT, &choice->size, 0, 0});
    option_add(table,
               (struct option){"--triangles", OPTION_NUMBER, &choice->triangles, 1, SCENE_TRIANGLES_MAX});
}

static void complete(struct work_choice *choice)
{
    choice->scene = choice->scene != NULL ? choice->scene : SCENE;
    choice->size = choice->size != NULL ? choice->size : SCENE_SIZE;
    choice->triangles = choice->triangles > 0 ? choice->triangles : SCENE_TRIANGLES;
}

/* A scene's name and its seed: "mixed,7". */
static int take_scene(const char *text, char *name, size_t capacity, uint64_t *seed, struct tool_error *error)
{
    size_t length = strcspn(text, ",");

    *seed = 1;
    snprintf(name, capacity, "%.*s", (int)(length < capacity ? length : capacity - 1), text);
    if (scene_is_known(name) != 0) {
        return tool_fail(error, "--scene wants " SCENE_NAMES ", not \"%s\"", name);
    }
    if (text[length] == ',' && options_numbers(text + length + 1, ',', seed, 1) != 1) {
        return tool_fail(error, "--scene wants NAME or NAME,SEED, as in mixed,7, not \"%s\"", text);
    }
    return 0;
}

static int take_size(const char *text, uint64_t size[2], struct tool_error *error)
{
    if (options_numbers(text, 'x', size, 2) != 2 || size[0] < 1 || size[1] < 1 || size[0] > RASTER_SIDE_MAX ||
        size[1] > RASTER_SIDE_MAX) {
        return tool_fail(error, "--size wants WIDTHxHEIGHT, up to %ux%u, as in " SCENE_SIZE ", not \"%s\"",
                         RASTER_SIDE_MAX, RASTER_SIDE_MAX, text);
    }
    return 0;
}

static int check_choice(const struct work_choice *choice, struct tool_error *error)
{
    char name[16];
    uint64_t seed;
    uint64_t size[2];

    return take_scene(choice->scene, name, sizeof name, &seed, error) != 0 ||
                   take_size(choice->size, size, error) != 0
               ? -1
               : work_check_range("--triangles", choice->triangles, 1, SCENE_TRIANGLES_MAX, error);
}

static int make(const struct work_choice *choice, struct work_problem *problem, struct tool_error *error)
{
    struct scene *scene = problem->input;
    char name[16];
    uint64_t seed;
    uint64_t size[2];

    if (take_scene(choice->scene, name, sizeof name, &seed, error) != 0 ||
        take_size(choice->size, size, error) != 0 ||
        scene_make(name, (uint32_t)size[0], (uint32_t)size[1], (uint32_t)choice->triangles, seed, scene,
                   error) != 0) {
        return -1;
    }
    snprintf(problem->name, sizeof problem->name, "%s, seed %llu, %u triangles on %ux%u pixels", name,
             (unsigned long long)seed, scene->count, scene->width, scene->height);
    return 0;
}

static int solve(const struct work_problem *problem, struct answer *answer, struct tool_error *error)
{
    uint64_t *pixels = draw(problem->input, error);
    int status;

    if (pixels == NULL) {
        return -1;
    }
    status = count_pixels(problem->input, pixels, answer, error);
    free(pixels);
    return status;
}

static void clear_input(void *input)
{
    scene_clear(input);
}

const struct workload workload_raster = {.name = "raster",
                                         .kernel = &kernel,
                                         .input_bytes = sizeof(struct scene),
                                         .add_options = add_options,
                                         .complete = complete,
                                         .check = check_choice,
                                         .make = make,
                                         .solve = solve,
                                         .clear = clear_input};

static const struct task_form form = {
    .workload = &workload_raster,
    .operands = "",
    .text =
        "Draws triangles by a flow graph of four stages: a triangle becomes tiles of 16x16 pixels, a tile\n"
        "rows of pixels, a row depths, and a pixel keeps the nearest triangle.\n"
        "\n"
        "  --scene NAME[,SEED]   triangles that are made here (default: mixed,1): pixels (about a pixel\n"
        "                        large), small (up to 16 pixels), mixed (from one pixel to the whole\n"
        "                        screen), large (half of it to twice), or mesh (each pixel once)\n"
        "  --size WxH            pixels of the screen, up to 4096x4096 (default 1024x768)\n"
        "  --triangles N         how many (default 2000; a mesh has about as many)\n"
        "  --by-triangle         an ordinary kernel with a work-item for each triangle, for comparison\n"
        "  --output FILE.ppm     write the picture: a colour for each triangle, the darker the farther\n",
    .rival = "--by-triangle"};

const struct application application_raster = {.name = "raster",
                                               .summary = "draw triangles by a flow graph",
                                               .command = task_command,
                                               .form = &form,
                                               .source = "Pineda 1988",
                                               .primitives = "offer_kill, request_fork",
                                               .input = "a made scene"};
