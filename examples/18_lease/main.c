/* A cooperative search that fills the device, and beside it a filter of the program's own, which reads and
 * writes images: a lease makes room for it every few milliseconds. Prints how many filters ran, and in what
 * time work-groups were gathered for them. Exit code 77: there is no device that knows images. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <coop/coop.h>
#include <coop/lease.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lease.h"
#include "lease_text.h"
#include "search.h"

#define MS_NS UINT64_C(1000000)
#define PATIENCE_NS (60000 * MS_NS)

enum { SIDE = 256, CHANNELS = 4, FILTERS = 20, EXIT_NO_DEVICE = 77 };

typedef cl_uchar picture[SIDE][SIDE][CHANNELS];

/* Outside the picture the filter sees its edge. */
static const char *const filter_text = "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | "
                                       "CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
                                       "kernel void blur(read_only image2d_t from, write_only image2d_t to)\n"
                                       "{\n"
                                       "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
                                       "    uint4 sum = 0;\n"
                                       "    for (int y = -1; y <= 1; y++)\n"
                                       "        for (int x = -1; x <= 1; x++)\n"
                                       "            sum += read_imageui(from, edge, at + (int2)(x, y));\n"
                                       "    write_imageui(to, at, sum / 9);\n"
                                       "}\n";

/* What the program has of OpenCL, with and without coop. */
struct filter {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_kernel kernel;
    cl_mem images[2]; /* the filter goes from one to the other, and back */
    unsigned count;   /* of filters so far */
};

static void expect(cl_int code, const char *call)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: %d\n", call, code);
        exit(1);
    }
}

static int succeeds(coop_status status)
{
    if (status != COOP_OK) {
        const struct coop_error *error = coop_last_error();
        fprintf(stderr, "%s while %s: %s\n%s", coop_status_name(status), error->doing, error->message,
                error->details);
    }
    return status == COOP_OK;
}

static cl_device_id find_device(void)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_bool has_images = CL_FALSE;

    coop_device_list(0, NULL, 0, &(uint32_t){0}); /* first: so that the driver has threads for coop */
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS ||
        clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, NULL) !=
            CL_SUCCESS ||
        !has_images) {
        fprintf(stderr, "there is no OpenCL device that knows images\n");
        exit(EXIT_NO_DEVICE);
    }
    return device;
}

static void open_filter(struct filter *filter, picture *pixels)
{
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc size = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
    cl_program program;
    cl_int code;

    filter->context = clCreateContext(NULL, 1, &filter->device, NULL, NULL, &code);
    expect(code, "clCreateContext");
    filter->queue = clCreateCommandQueueWithProperties(filter->context, filter->device, NULL, &code);
    expect(code, "clCreateCommandQueueWithProperties");
    program = clCreateProgramWithSource(filter->context, 1, (const char **)&filter_text, NULL, &code);
    expect(code, "clCreateProgramWithSource");
    expect(clBuildProgram(program, 1, &filter->device, "", NULL, NULL), "clBuildProgram");
    filter->kernel = clCreateKernel(program, "blur", &code);
    expect(code, "clCreateKernel");
    clReleaseProgram(program);
    for (int i = 0; i < 2; i++) {
        filter->images[i] = clCreateImage(filter->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                          &size, pixels, &code);
        expect(code, "clCreateImage");
    }
}

/* Any commands could stand here, also a library's. */
static void enqueue(struct filter *filter)
{
    const size_t items[2] = {SIDE, SIDE};
    cl_mem *from = &filter->images[filter->count % 2];
    cl_mem *to = &filter->images[1 - filter->count % 2];

    expect(clSetKernelArg(filter->kernel, 0, sizeof *from, (void *)from), "clSetKernelArg");
    expect(clSetKernelArg(filter->kernel, 1, sizeof *to, (void *)to), "clSetKernelArg");
    expect(clEnqueueNDRangeKernel(filter->queue, filter->kernel, 2, NULL, items, NULL, 0, NULL, NULL),
           "clEnqueueNDRangeKernel");
    filter->count++;
}

/* Filters while the search goes on, one every few milliseconds. Whether all has succeeded. */
static int run_filters(struct filter *filter, coop_run *run, coop_launch *search)
{
    struct coop_launch_options options = {.priority = 1, .timeout_ns = PATIENCE_NS};
    struct coop_run_report report = {0};
    uint64_t sum_ns = 0, most_ns = 0;

    coop_run_report(run, &report);
    options.groups = (report.worker_groups + 1) / 2; /* the search has the others meanwhile */
    while (filter->count < FILTERS && coop_launch_wait(search, 3 * MS_NS, NULL) == COOP_TIMED_OUT) {
        struct coop_launch_stats stats = {0};
        coop_launch *lease = NULL;
        if (!succeeds(coop_lease_begin(run, &options, &lease))) {
            return 0;
        }
        enqueue(filter);
        if (!succeeds(coop_lease_end(lease, filter->queue)) ||
            !succeeds(coop_launch_wait(lease, PATIENCE_NS, &stats))) {
            return 0;
        }
        coop_launch_destroy(lease);
        sum_ns += stats.gather_ns;
        most_ns = stats.gather_ns > most_ns ? stats.gather_ns : most_ns;
    }
    printf("%u filters ran beside the search. Work-groups were gathered in %.1f us on average, %.1f us at "
           "most.\n",
           filter->count, (double)sum_ns / 1000 / FILTERS, (double)most_ns / 1000);
    return filter->count == FILTERS; /* the search does not end by itself */
}

/* Searches, with filters beside it, in the program's cl_context. words: out. */
static int search(struct filter *filter, cl_uint *words)
{
    const struct coop_context_options options = {.opencl_context = filter->context, .memory_bytes = 1 << 22};
    const cl_uint enough = 1;
    struct search_args args = {0};
    coop_context *context = NULL;
    coop_module *module = NULL;
    coop_buffer *buffer = NULL;
    coop_run *run = NULL;
    coop_launch *launch = NULL;
    int is_done =
        succeeds(coop_context_create(&options, &context)) &&
        succeeds(coop_buffer_create(context, WORDS * sizeof *words, &buffer)) &&
        succeeds(coop_buffer_fill(buffer, 0, 0, WORDS * sizeof *words)) &&
        succeeds(coop_module_create(context, lease_module_text, lease_module_bytes, NULL, &module)) &&
        succeeds(coop_run_start(module, NULL, &run));

    args.words = coop_buffer_address(buffer);
    is_done = is_done && succeeds(search_launch(run, &args, NULL, &launch)) &&
              run_filters(filter, run, launch) &&
              succeeds(coop_buffer_write(buffer, ENOUGH * sizeof enough, &enough, sizeof enough)) &&
              succeeds(coop_launch_wait(launch, PATIENCE_NS, NULL)) &&
              succeeds(coop_buffer_read(buffer, 0, words, WORDS * sizeof *words));
    coop_context_destroy(context); /* and all that belongs to it */
    return is_done;
}

/* The filter, on the host. */
static void blur(picture from, picture to)
{
    for (int i = 0; i < SIDE * SIDE * CHANNELS; i++) {
        int row = i / CHANNELS / SIDE, column = i / CHANNELS % SIDE, channel = i % CHANNELS;
        unsigned sum = 0;
        for (int k = 0; k < 9; k++) {
            int y = row + k / 3 - 1, x = column + k % 3 - 1;
            y = y < 0 ? 0 : y < SIDE ? y : SIDE - 1;
            x = x < 0 ? 0 : x < SIDE ? x : SIDE - 1;
            sum += from[y][x][channel];
        }
        to[row][column][channel] = (cl_uchar)(sum / 9);
    }
}

static int is_picture_right(struct filter *filter, picture pictures[2])
{
    static picture seen;
    const size_t origin[3] = {0, 0, 0}, size[3] = {SIDE, SIDE, 1};

    for (unsigned i = 0; i < filter->count; i++) {
        blur(pictures[i % 2], pictures[1 - i % 2]);
    }
    expect(clEnqueueReadImage(filter->queue, filter->images[filter->count % 2], CL_TRUE, origin, size, 0, 0,
                              seen, 0, NULL, NULL),
           "clEnqueueReadImage");
    return memcmp(seen, pictures[filter->count % 2], sizeof seen) == 0;
}

static int is_search_right(const cl_uint *words)
{
    cl_uint squares = 0;

    while ((uint64_t)squares * squares < words[NEXT]) {
        squares++;
    }
    printf("The search found %u squares below %u.\n", words[FOUND], words[NEXT]);
    return words[FOUND] == squares;
}

int main(void)
{
    static picture pictures[2];
    struct filter filter = {.device = find_device()};
    cl_uint words[WORDS] = {0};
    int is_right;

    for (int i = 0; i < SIDE * SIDE * CHANNELS; i++) {
        pictures[0][i / CHANNELS / SIDE][i / CHANNELS % SIDE][i % CHANNELS] =
            (cl_uchar)(i * 2654435761u >> 24);
    }
    open_filter(&filter, &pictures[0]);
    is_right = search(&filter, words) && is_search_right(words) && is_picture_right(&filter, pictures);
    printf("%s", is_right ? "Host and device agree.\n" : "Host and device do not agree.\n");
    clReleaseMemObject(filter.images[0]);
    clReleaseMemObject(filter.images[1]);
    clReleaseKernel(filter.kernel);
    clReleaseCommandQueue(filter.queue);
    clReleaseContext(filter.context);
    return fflush(stdout) != 0 || !is_right;
}
