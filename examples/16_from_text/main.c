/* A tuner: translates the text of a kernel with one tile after the other, runs each, and says which was
 * fastest. There is no file, no generated header and no CMake for the kernel: its arguments have names. */
#include <coop/argument.h>
#include <coop/coop.h>
#include <coop/translate.h>
#include <stdio.h>

enum { ROWS = 128, NUMBERS = ROWS * ROWS, EXIT_NO_DEVICE = 77 };

#define SECOND_NS UINT64_C(1000000000)

/* The product of two square matrices by tiles. Each work-group takes TILE * TILE numbers of both into local
 * memory at a time; how much that is, the launch says. */
static const char text[] =
    "kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void\n"
    "multiply(global const float *a, global const float *b, global float *c, uint rows,\n"
    "         local float *a_part, local float *b_part)\n"
    "{\n"
    "    uint column = get_global_id(0), row = get_global_id(1);\n"
    "    uint x = get_local_id(0), y = get_local_id(1);\n"
    "    float sum = 0;\n"
    "\n"
    "    for (uint tile = 0; tile < rows; tile += TILE) {\n"
    "        a_part[y * TILE + x] = a[row * rows + tile + x];\n"
    "        b_part[y * TILE + x] = b[(tile + y) * rows + column];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (uint i = 0; i < TILE; i++)\n"
    "            sum += a_part[y * TILE + i] * b_part[i * TILE + x];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    c[row * rows + column] = sum;\n"
    "}\n";

static float a[NUMBERS], b[NUMBERS], c[NUMBERS];

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

static int is_product(void)
{
    for (int i = 0; i < NUMBERS; i++) {
        float sum = 0;
        for (int k = 0; k < ROWS; k++) {
            sum += a[i / ROWS * ROWS + k] * b[k * ROWS + i % ROWS];
        }
        if (c[i] != sum) { /* small whole numbers: no rounding */
            return 0;
        }
    }
    return 1;
}

/* Multiplies once; *run_ns is the time. */
static int multiply(coop_run *run, coop_buffer *const buffers[3], uint32_t tile, uint64_t *run_ns)
{
    const struct coop_argument arguments[] = {
        COOP_ARGUMENT("a", buffers[0]),
        COOP_ARGUMENT("b", buffers[1]),
        COOP_ARGUMENT("c", buffers[2]),
        COOP_ARGUMENT("rows", ROWS),
        coop_argument_local("a_part", tile * tile * sizeof(float)),
        coop_argument_local("b_part", tile * tile * sizeof(float)),
    };
    const struct coop_ndrange range = {.dimensions = 2, .global_items = {ROWS, ROWS}};
    struct coop_launch_stats stats = {0};
    coop_launch *launch = NULL;
    int is_right = succeeds(coop_buffer_fill(buffers[2], 0, 0, sizeof c)) &&
                   succeeds(coop_launch_named(run, "multiply", arguments, 6, &range, NULL, &launch)) &&
                   succeeds(coop_launch_wait(launch, 60 * SECOND_NS, &stats)) &&
                   succeeds(coop_buffer_read(buffers[2], 0, c, sizeof c)) && is_product();

    coop_launch_destroy(launch);
    *run_ns = stats.run_ns;
    return is_right;
}

/* One tile; false: something is wrong. */
static int try_tile(coop_context *context, coop_buffer *const buffers[3], uint32_t tile, uint64_t *run_ns)
{
    char definition[32];
    const char *const words[] = {definition, NULL};
    const struct coop_translate_options options = {.name = "multiply.cl", .arguments = words};
    const struct coop_run_options run_options = {.local_items = tile * tile};
    struct coop_translation translation;
    coop_module *module = NULL;
    coop_run *run = NULL;
    int is_right;

    snprintf(definition, sizeof definition, "-DTILE=%u", tile);
    is_right = succeeds(coop_module_from_source(context, text, &options, NULL, &translation, &module)) &&
               succeeds(coop_run_start(module, &run_options, &run)) && multiply(run, buffers, tile, run_ns);
    printf("%2u x %-2u %s, %8.3f ms\n", tile, tile, is_right ? "right" : "wrong", (double)*run_ns / 1e6);
    coop_translation_clear(&translation);
    coop_run_destroy(run);
    coop_module_destroy(module);
    return is_right;
}

int main(void)
{
    coop_context *context = NULL;
    coop_buffer *buffers[3] = {NULL};
    coop_status status = coop_context_create(NULL, &context);
    int is_right = succeeds(status);
    uint64_t best_ns = UINT64_MAX;
    uint32_t best = 0;

    for (int i = 0; i < NUMBERS; i++) {
        a[i] = (float)(i % 7);
        b[i] = (float)(i % 5);
    }
    for (int i = 0; i < 3; i++) {
        is_right = is_right && succeeds(coop_buffer_create(context, sizeof c, &buffers[i]));
    }
    is_right = is_right && succeeds(coop_buffer_write(buffers[0], 0, a, sizeof a)) &&
               succeeds(coop_buffer_write(buffers[1], 0, b, sizeof b));
    for (uint32_t tile = 4; is_right && tile <= 16; tile *= 2) {
        uint64_t run_ns = 0;
        is_right = try_tile(context, buffers, tile, &run_ns);
        if (run_ns < best_ns) {
            best_ns = run_ns;
            best = tile;
        }
    }
    if (is_right) {
        printf("%u x %u is the fastest here\n", best, best);
    }
    coop_context_destroy(context);              /* the buffers go with it */
    is_right = is_right && fflush(stdout) == 0; /* a result that cannot be printed is none */
    return is_right ? 0 : status == COOP_NO_DEVICE || status == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
}
