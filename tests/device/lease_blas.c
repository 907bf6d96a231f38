/* CLBlast multiplies matrices in leases. */
#include "library.h"

#include <clblast_c.h>

enum { SIDE = 96 };

struct product {
    float numbers[2][SIDE * SIDE];
    cl_mem memory[3];
};

static void enqueue(struct library *library)
{
    struct product *own = library->self;
    const float none = -1;

    TEST_EQUAL(clEnqueueFillBuffer(library->own.queue, own->memory[2], &none, sizeof none, 0,
                                   sizeof own->numbers[0], 0, NULL, NULL),
               CL_SUCCESS);
    TEST_EQUAL(CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, SIDE, SIDE, SIDE,
                            1, own->memory[0], 0, SIDE, own->memory[1], 0, SIDE, 0, own->memory[2], 0, SIDE,
                            &library->own.queue, NULL),
               CLBlastSuccess);
}

static void check(struct library *library)
{
    static float seen[SIDE * SIDE];
    struct product *own = library->self;
    uint32_t wrong = 0;

    TEST_EQUAL(
        clEnqueueReadBuffer(library->own.queue, own->memory[2], CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL),
        CL_SUCCESS);
    for (uint32_t row = 0; row < SIDE; row++) {
        for (uint32_t column = 0; column < SIDE; column++) {
            float sum = 0;
            for (uint32_t i = 0; i < SIDE; i++) {
                sum += own->numbers[0][row * SIDE + i] * own->numbers[1][i * SIDE + column];
            }
            wrong += seen[row * SIDE + column] != sum;
        }
    }
    TEST_EQUAL(wrong, 0);
}

TEST(a_library_multiplies_matrices_beside_a_cooperative_kernel)
{
    static struct product own;
    struct library library = {.self = &own, .enqueue = enqueue, .check = check};
    cl_int code = CL_SUCCESS;

    own_open(&library.own);
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t k = 0; k < SIDE * SIDE && i < 2; k++) {
            own.numbers[i][k] = (float)((k * 2654435761u + i) >> 28); /* whole: sums are exact */
        }
        own.memory[i] = clCreateBuffer(library.own.opencl, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                       sizeof own.numbers[0], own.numbers[i % 2], &code);
        TEST_EQUAL(code, CL_SUCCESS);
    }
    library_beside_a_run(&library);
    for (int i = 0; i < 3; i++) {
        TEST_EQUAL(clReleaseMemObject(own.memory[i]), CL_SUCCESS);
    }
    TEST_EQUAL(CLBlastClearCache(), CLBlastSuccess);
    own_close(&library.own);
}
