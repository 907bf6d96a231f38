#include "periodic_calibration.h"

#include "matmul.h"
#include "tools/measure/clock.h"
#include "tools/measure/samples.h"

#include <math.h>

#define CALIBRATION_ROUNDS 12
#define CALIBRATION_PRODUCTS 5
/* A first look that is so near to the time wanted is followed by a second. */
#define NEAR 0.05

/* Less of n than this is not taken as depth; and n is made so much larger that some may be cut off. */
#define LEAST_DEPTH 0.25
#define MARGIN 1.5

#define N_FIRST 128
#define N_MIN 16

/* A quantile of the times of some products of a size, in ms: by the device's clock, or by the host's where
 * the device has none. */
static int time_size(const struct periodic_work *work, struct periodic_size size, uint32_t workers,
                     double quantile, double *ms, struct tool_error *error)
{
    struct samples times = {NULL, 0, 0, 0};
    uint32_t i;
    int status = work->size(work->self, size.n, size.depth, error);

    for (i = 0; i < CALIBRATION_PRODUCTS && status == 0; i++) {
        struct periodic_times product;
        uint64_t begin = clock_now_ns();

        status = work->run(work->self, workers, i, &product, error);
        if (status == 0) {
            samples_add(&times, (double)(product.run_ns > 0 ? product.run_ns : clock_now_ns() - begin) / 1e6);
        }
    }
    *ms = samples_quantile(&times, quantile);
    samples_clear(&times);
    return status;
}

/* The work grows with the third power of n; steps are bounded, since small products mostly measure the
 * launch. */
static uint32_t next_size(uint32_t n, double ratio)
{
    double low = 1;
    double high = 4;
    uint32_t next;
    int i;

    ratio = ratio < 1.0 / 64 ? 1.0 / 64 : ratio > 64 ? 64 : ratio;
    if (ratio < 1) {
        low = 0.25;
        high = 1;
    }
    for (i = 0; i < 40; i++) {
        double middle = (low + high) / 2;

        if (middle * middle * middle < ratio) {
            low = middle;
        } else {
            high = middle;
        }
    }
    next = (uint32_t)(n * low + 0.5);
    return next < N_MIN ? N_MIN : next > MATMUL_N_MAX ? MATMUL_N_MAX : next;
}

/* The next size to look at, when this one took so long. Above the time wanted, but not far, only the depth is
 * cut: n has coarse steps. */
static struct periodic_size next(struct periodic_size size, double wanted_ms, double ms)
{
    double ratio = wanted_ms / (ms > 0.001 ? ms : 0.001);
    double depth = size.depth * ratio;

    if (depth <= size.n && depth >= size.n * LEAST_DEPTH) {
        return (struct periodic_size){size.n, (uint32_t)(depth + 0.5)};
    }
    size.n = next_size(size.n, depth / size.n * MARGIN);
    size.depth = size.n;
    return size;
}

int periodic_calibrate(const struct periodic_work *work, const struct periodic_profile *profile,
                       uint32_t workers, struct periodic_size *size, double *measured_ms,
                       struct tool_error *error)
{
    struct periodic_size trial = {N_FIRST, N_FIRST};
    double nearest = INFINITY;
    int is_sure = 0;
    int round;

    for (round = 0; round < CALIBRATION_ROUNDS && !is_sure; round++) {
        double ms;
        int is_near;

        if (time_size(work, trial, workers, 0.25, &ms, error) != 0) {
            return -1;
        }
        is_near = fabs(ms / profile->work_ms - 1) < NEAR;
        if (is_near && time_size(work, trial, workers, 0.5, &ms, error) != 0) {
            return -1;
        }
        is_sure = is_near && fabs(ms / profile->work_ms - 1) <= PERIODIC_WORK_TOLERANCE;
        if (is_sure || fabs(ms / profile->work_ms - 1) < nearest) {
            nearest = fabs(ms / profile->work_ms - 1);
            *measured_ms = ms;
            *size = trial;
        }
        trial = next(trial, profile->work_ms, ms);
    }
    return work->size(work->self, size->n, size->depth, error);
}
