/* One random program of tasks on the device (random_tasks.sh): several first tasks in a launch, while regular
 * kernels take work-groups away and give them back. Results and the sum of all effects are those of the
 * elision (J5). COOP_TASKS_MODULE names the module's text, COOP_TASKS_GLUE the shared object of glue.c.
 * A device that is done before anything happens gets more first tasks and more launches, up to a bound;
 * random_tasks.sh demands that kills and forks have happened.
 * `roots=`, `seed=` and `launches=` size a run. */
#include "device.h"
#include "traffic.h"

#include <coop/channel.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EFFECTS = 64, LEVELS = 8, DEPTHS = 4, ROOTS_MAX = 8192, MORE_LAUNCHES = 60 };

/* Of 8,192 first tasks so many may wait at once that coop's 16,384 closures are too few. */
enum { CLOSURES = 16384, CLOSURES_OF_ROOT = 8 };

static struct glue {
    void (*flow)(struct coop_flow_options *options, uint32_t levels);
    coop_status (*spawn)(coop_buffer *graph, uint32_t depth, uint32_t seed, struct coop_up *up);
    coop_status (*launch)(coop_run *run, coop_buffer *graph, coop_buffer *effects, coop_launch **launch);
    coop_status (*result)(coop_buffer *graph, struct coop_up up, uint64_t *value);
    uint64_t (*elision)(uint32_t depth, uint32_t seed, uint32_t *effects);
} glue;

/* The glue calls these, and finds them in this program. */
void (*const glue_needs[])(void) = {(void (*)(void))coop_launch_cooperative, (void (*)(void))coop_flow_root,
                                    (void (*)(void))coop_flow_push, (void (*)(void))coop_flow_result,
                                    (void (*)(void))coop_buffer_address};

static void find(void *object, const char *name, void *function)
{
    void *found = dlsym(object, name);

    if (found == NULL) {
        fprintf(stderr, "%s: %s\n", name, dlerror());
        exit(1);
    }
    memcpy(function, &found, sizeof found);
}

static void open_glue(void)
{
    const char *path = getenv("COOP_TASKS_GLUE");
    void *object = path == NULL ? NULL : dlopen(path, RTLD_NOW);

    if (object == NULL) {
        fprintf(stderr, "no glue: %s\n", path == NULL ? "COOP_TASKS_GLUE is not set" : dlerror());
        exit(1);
    }
    find(object, "glue_flow", &glue.flow);
    find(object, "glue_spawn", &glue.spawn);
    find(object, "glue_launch", &glue.launch);
    find(object, "glue_result", &glue.result);
    find(object, "glue_elision", &glue.elision);
}

static char *read_module(size_t *bytes)
{
    const char *path = getenv("COOP_TASKS_MODULE");
    FILE *file = path == NULL ? NULL : fopen(path, "r");
    char *text = calloc(1, (size_t)1 << 24);

    if (file == NULL) {
        fprintf(stderr, "no module: %s\n", path == NULL ? "COOP_TASKS_MODULE is not set" : path);
        exit(1);
    }
    *bytes = fread(text, 1, ((size_t)1 << 24) - 1, file);
    fclose(file);
    return text;
}

struct work {
    uint32_t roots;
    uint32_t depths; /* of the roots, from 0 on */
};

struct happened {
    uint64_t kills;
    uint64_t forks;
    clock_t elision; /* what the last launch's took */
};

/* A channel that keeps has a block in hand for each work-group. */
static uint64_t count_spares(const struct coop_flow_options *options)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < options->channel_count; i++) {
        count += options->channels[i].keeps ? options->groups : 0;
    }
    return count;
}

/* Gives the clock that the elision took. */
static clock_t check(struct device *device, coop_buffer *graph, coop_buffer *effects,
                     const struct coop_up *ups, struct work work, uint64_t spare_blocks)
{
    uint64_t *wanted = calloc(work.roots, sizeof *wanted);
    uint32_t wanted_effects[EFFECTS] = {0};
    uint32_t seen_effects[EFFECTS];
    struct coop_flow_counts counts;
    clock_t elision = clock();

    for (uint32_t i = 0; i < work.roots; i++) {
        wanted[i] = glue.elision(i % work.depths, i, wanted_effects);
    }
    elision = clock() - elision;
    for (uint32_t i = 0; i < work.roots && test_failures() == 0; i++) {
        uint64_t seen = 0;

        OK(device, glue.result(graph, ups[i], &seen));
        TEST_EQUAL_U64(seen, wanted[i]);
    }
    free(wanted);
    OK(device, coop_buffer_read(effects, 0, seen_effects, sizeof seen_effects));
    for (uint32_t i = 0; i < EFFECTS; i++) {
        TEST_EQUAL(seen_effects[i], wanted_effects[i]);
    }
    OK(device, coop_flow_report(graph, 0, UINT32_MAX, &counts, NULL));
    TEST_EQUAL_U64(counts.closures_free, counts.closures);
    TEST_EQUAL_U64(counts.blocks_free + spare_blocks, counts.blocks);
    return elision;
}

static void run_once(struct device *device, struct work work, uint64_t *random, struct happened *happened)
{
    struct coop_flow_options options = {
        .groups = device->workers, .roots = work.roots, .closures = CLOSURES + CLOSURES_OF_ROOT * work.roots};
    struct coop_launch_stats stats = {0};
    struct coop_up *ups = calloc(work.roots, sizeof *ups);
    coop_buffer *graph, *effects = device_buffer(device, EFFECTS * sizeof(uint32_t));
    coop_launch *launch = NULL;

    glue.flow(&options, LEVELS);
    graph = device_buffer(device, coop_flow_bytes(&options));
    OK(device, coop_flow_init(graph, 0, &options));
    for (uint32_t i = 0; i < work.roots; i++) {
        OK(device, glue.spawn(graph, i % work.depths, i, &ups[i]));
    }
    OK(device, glue.launch(device->run, graph, effects, &launch));
    if (launch != NULL) {
        traffic_until_end(device, launch, random, 0);
    }
    device_finish(device, launch, &stats);
    happened->elision = check(device, graph, effects, ups, work, count_spares(&options));
    happened->kills += stats.kills;
    happened->forks += stats.forks;
    coop_buffer_destroy(graph);
    coop_buffer_destroy(effects);
    free(ups);
}

/* More work for a device that is done before anything happens: deeper first tasks as long as a launch's
 * elision takes less than a millisecond, and then more of them, up to twenty. */
static void grow(struct work *work, const struct happened *happened)
{
    const clock_t millisecond = CLOCKS_PER_SEC / 1000;

    if (work->depths < LEVELS && happened->elision < millisecond) {
        work->depths++;
    } else if (work->roots < ROOTS_MAX && happened->elision < 20 * millisecond) {
        work->roots *= 2;
    }
}

static int has_happened(const struct happened *happened)
{
    return happened->kills > 0 && happened->forks > 0;
}

TEST(a_random_program_is_its_elision)
{
    struct work work = {(uint32_t)test_option("roots", 24), DEPTHS};
    uint64_t launches = test_option("launches", 3);
    uint64_t random = test_seed();
    struct happened happened = {0, 0, 0};
    struct device *device;
    size_t bytes;
    char *text = read_module(&bytes);

    open_glue();
    device = device_open(text, bytes);
    for (uint64_t i = 0; i < launches + MORE_LAUNCHES && test_failures() == 0; i++) {
        if (has_happened(&happened) && i >= launches) {
            break;
        }
        run_once(device, work, &random, &happened);
        if (!has_happened(&happened)) {
            grow(&work, &happened);
        }
    }
    printf("kills %llu forks %llu\n", (unsigned long long)happened.kills, (unsigned long long)happened.forks);
    free(text);
}
