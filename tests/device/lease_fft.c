/* clFFT transforms waves in leases. */
#include "library.h"

#include <clFFT.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 1024, WAVES = 32, NUMBERS = 2 * LENGTH * WAVES };

struct transform {
    clfftPlanHandle plan;
    cl_mem memory;
    float waves[NUMBERS]; /* complex; wave i has frequency 7 i */
    float first[NUMBERS]; /* what the first transform has left, without a run */
    int has_first;
};

static void enqueue(struct library *library)
{
    struct transform *own = library->self;

    TEST_EQUAL(clEnqueueWriteBuffer(library->own.queue, own->memory, CL_FALSE, 0, sizeof own->waves,
                                    own->waves, 0, NULL, NULL),
               CL_SUCCESS);
    TEST_EQUAL(clfftEnqueueTransform(own->plan, CLFFT_FORWARD, 1, &library->own.queue, 0, NULL, NULL,
                                     &own->memory, NULL, NULL),
               CLFFT_SUCCESS);
}

/* A wave's spectrum is LENGTH at its frequency, and 0 elsewhere. */
static void expect_spectra(const float *numbers)
{
    double worst = 0;

    for (int i = 0; i < NUMBERS; i++) {
        int wave = i / 2 / LENGTH, frequency = i / 2 % LENGTH;
        double wanted = i % 2 == 0 && frequency == 7 * wave % LENGTH ? LENGTH : 0;

        worst = fmax(worst, fabs((double)numbers[i] - wanted));
    }
    TEST_TRUE(worst < 0.01);
}

static void check(struct library *library)
{
    static float seen[NUMBERS];
    struct transform *own = library->self;

    TEST_EQUAL(
        clEnqueueReadBuffer(library->own.queue, own->memory, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL),
        CL_SUCCESS);
    if (!own->has_first) {
        expect_spectra(seen);
        memcpy(own->first, seen, sizeof seen);
        own->has_first = 1;
    }
    TEST_EQUAL(memcmp(seen, own->first, sizeof seen), 0);
}

static void make_plan(struct library *library)
{
    struct transform *own = library->self;
    const size_t lengths[] = {LENGTH};
    clfftSetupData setup;
    cl_int code = CL_SUCCESS;

    TEST_EQUAL(clfftInitSetupData(&setup), CLFFT_SUCCESS);
    TEST_EQUAL(clfftSetup(&setup), CLFFT_SUCCESS);
    TEST_EQUAL(clfftCreateDefaultPlan(&own->plan, library->own.opencl, CLFFT_1D, lengths), CLFFT_SUCCESS);
    TEST_EQUAL(clfftSetPlanBatchSize(own->plan, WAVES), CLFFT_SUCCESS);
    TEST_EQUAL(clfftBakePlan(own->plan, 1, &library->own.queue, NULL, NULL), CLFFT_SUCCESS);
    own->memory = clCreateBuffer(library->own.opencl, CL_MEM_READ_WRITE, sizeof own->waves, NULL, &code);
    TEST_EQUAL(code, CL_SUCCESS);
    for (int i = 0; i < LENGTH * WAVES; i++) {
        double angle = 2 * 3.14159265358979323846 * (7 * (i / LENGTH) * (i % LENGTH) % LENGTH) / LENGTH;

        own->waves[2 * i] = (float)cos(angle);
        own->waves[2 * i + 1] = (float)sin(angle);
    }
}

TEST(a_library_transforms_waves_beside_a_cooperative_kernel)
{
    static struct transform own;
    struct library library = {.self = &own, .enqueue = enqueue, .check = check};

    own_open(&library.own);
    make_plan(&library);
    library_beside_a_run(&library);
    TEST_EQUAL(clReleaseMemObject(own.memory), CL_SUCCESS);
    TEST_EQUAL(clfftDestroyPlan(&own.plan), CLFFT_SUCCESS);
    TEST_EQUAL(clfftTeardown(), CLFFT_SUCCESS);
    own_close(&library.own);
}
