/* A library that knows nothing of coop, by leases: CLBlast multiplies matrices beside a cooperative
 * kernel. */
#include "interop_kernels.h"
#include "interop_kernels_text.h"
#include "own.h"
#include <clblast_c.h>
#include <stdlib.h>

enum { SIDE = 96, PRODUCTS = 12, NUMBERS = 40000 };

static const float *matrix(struct own *own, cl_mem *memory, uint32_t seed)
{
    static float numbers[2][SIDE * SIDE];
    float *mine = numbers[seed % 2];
    cl_int code = CL_SUCCESS;

    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        mine[i] = (float)((i * 2654435761u + seed) >> 28); /* whole numbers: sums are exact */
    }
    *memory = clCreateBuffer(own->opencl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                             SIDE * SIDE * sizeof *mine, mine, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    return mine;
}

static void expect_product(struct own *own, cl_mem product, const float *a, const float *b)
{
    static float seen[SIDE * SIDE];
    uint32_t wrong = 0;

    TEST_EQUAL(clEnqueueReadBuffer(own->queue, product, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL),
               CL_SUCCESS);
    for (uint32_t row = 0; row < SIDE; row++) {
        for (uint32_t column = 0; column < SIDE; column++) {
            float sum = 0;
            for (uint32_t i = 0; i < SIDE; i++) {
                sum += a[row * SIDE + i] * b[i * SIDE + column];
            }
            wrong += seen[row * SIDE + column] != sum;
        }
    }
    TEST_EQUAL(wrong, 0);
}

static void multiply(struct own *own, cl_mem a, cl_mem b, cl_mem product)
{
    TEST_EQUAL(CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, SIDE, SIDE, SIDE,
                            1, a, 0, SIDE, b, 0, SIDE, 0, product, 0, SIDE, &own->queue, NULL),
               CLBlastSuccess);
}

TEST(a_library_multiplies_matrices_beside_a_cooperative_kernel)
{
    struct own own;
    struct device *device = &own.device;
    struct draw_args args = {.count = NUMBERS, .delay = 20000};
    coop_launch *drawing = NULL;
    coop_buffer *next, *numbers;
    cl_mem memory[3];
    const float *a, *b;

    own_open(&own);
    a = matrix(&own, &memory[0], 1);
    b = matrix(&own, &memory[1], 2);
    matrix(&own, &memory[2], 2);
    multiply(&own, memory[0], memory[1], memory[2]); /* its programs are built, and its kernels loaded */
    TEST_EQUAL(clFinish(own.queue), CL_SUCCESS);
    own_start(&own);
    next = device_buffer(device, 4);
    numbers = device_buffer(device, NUMBERS * sizeof(uint32_t));
    args.next = coop_buffer_address(next);
    args.drawn = coop_buffer_address(numbers);
    OK(device, draw_launch(device->run, &args, NULL, &drawing));
    for (int i = 0; i < PRODUCTS; i++) {
        const struct coop_launch_options options = {.priority = 1, .timeout_ns = WAIT_NS};
        coop_launch *lease = NULL;

        OK(device, coop_lease_begin(device->run, &options, &lease));
        multiply(&own, memory[0], memory[1], memory[2]);
        OK(device, coop_lease_end(lease, own.queue));
        device_finish(device, lease, NULL);
        expect_product(&own, memory[2], a, b);
    }
    device_finish(device, drawing, NULL);
    for (uint32_t i = 0; i < NUMBERS && test_failures() == 0; i += 997) {
        TEST_EQUAL(device_read_u32(device, numbers, i), 1);
    }
    coop_buffer_destroy(next);
    coop_buffer_destroy(numbers);
    own_stop(&own);
    for (int i = 0; i < 3; i++) {
        TEST_EQUAL(clReleaseMemObject(memory[i]), CL_SUCCESS);
    }
    TEST_EQUAL(CLBlastClearCache(), CLBlastSuccess);
    own_close(&own);
}
