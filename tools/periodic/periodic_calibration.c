#include "periodic_calibration.h"

#include "matmul_device.h"
#include "tools/measure/clock.h"
#include "tools/measure/samples.h"

#include <math.h>

#define CALIBRATION_ROUNDS 8
#define CALIBRATION_PRODUCTS 5
#define N_FIRST 128
#define N_MIN 16

/* A quantile of the times of some products, in ms: by the device's clock, or by the host's where the device
 * has none.
 */
static int time_products(struct matmul_device *matmul, uint32_t groups, uint64_t timeout_ns, double quantile,
                         double *ms, struct tool_error *error)
{
    struct samples times = {NULL, 0, 0, 0};
    struct coop_launch_stats stats;
    coop_launch *launch;
    uint32_t i;
    int status = 0;

    for (i = 0; i < CALIBRATION_PRODUCTS && status == 0; i++) {
        uint64_t begin = clock_now_ns();

        status = matmul_device_launch(matmul, groups, i, &launch, error);
        if (status == 0) {
            status = session_wait(matmul->session, launch, timeout_ns, &stats, error);
            samples_add(&times, (double)(stats.run_ns > 0 ? stats.run_ns : clock_now_ns() - begin) / 1e6);
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

/* Times products of that size. */
static int time_size(const struct session *session, uint32_t n, uint32_t workers, uint64_t seed,
                     uint64_t timeout_ns, double quantile, double *ms, struct tool_error *error)
{
    struct matmul_device matmul;
    int status = matmul_device_init(&matmul, session, n, seed, error);

    if (status == 0) {
        status = time_products(&matmul, workers, timeout_ns, quantile, ms, error);
    }
    matmul_device_clear(&matmul);
    return status;
}

int periodic_calibrate(const struct session *session, const struct periodic_profile *profile,
                       uint32_t workers, uint64_t seed, uint64_t timeout_ns, uint32_t *n, double *measured_ms,
                       struct tool_error *error)
{
    double nearest = INFINITY;
    uint32_t size = N_FIRST;
    int round;

    for (round = 0; round < CALIBRATION_ROUNDS && nearest > PERIODIC_WORK_TOLERANCE; round++) {
        double ms, ratio;

        if (time_size(session, size, workers, seed, timeout_ns, 0.25, &ms, error) != 0) {
            return -1;
        }
        ratio = profile->work_ms / (ms > 0.001 ? ms : 0.001);
        if (ratio > 0.95 && ratio < 1.05) {
            double again;

            if (time_size(session, size, workers, seed, timeout_ns, 0.5, &again, error) != 0) {
                return -1;
            }
            if (fabs(again / profile->work_ms - 1) < nearest) {
                nearest = fabs(again / profile->work_ms - 1);
                *measured_ms = again;
                *n = size;
            }
            ratio = profile->work_ms / (again > 0.001 ? again : 0.001);
        } else if (nearest == INFINITY) {
            *measured_ms = ms;
            *n = size;
        }
        size = next_size(size, ratio);
    }
    return 0;
}
