#include "periodic_job.h"

#include "tools/measure/clock.h"

#include <stdlib.h>
#include <string.h>

#define CALIBRATION_ROUNDS 6
#define CALIBRATION_PRODUCTS 5
#define N_FIRST 128
#define N_MIN 16

static const struct periodic_profile profiles[] = {{"light", 70, 3}, {"medium", 40, 3}, {"heavy", 40, 10}};

const struct periodic_profile *periodic_profile_find(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        if (strcmp(profiles[i].name, name) == 0) {
            return &profiles[i];
        }
    }
    return NULL;
}

static uint32_t at_least_one(uint32_t groups)
{
    return groups > 0 ? groups : 1;
}

uint32_t periodic_groups_parse(const char *text, uint32_t workers)
{
    unsigned long number;
    char *end;

    if (strcmp(text, "one") == 0) {
        return 1;
    }
    if (strcmp(text, "quarter") == 0) {
        return at_least_one(workers / 4);
    }
    if (strcmp(text, "half") == 0) {
        return at_least_one(workers / 2);
    }
    if (strcmp(text, "most") == 0) {
        return at_least_one(workers - 1);
    }
    number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && number <= workers ? (uint32_t)number : 0;
}

/* The median time of some products, in ms: by the device's clock, or by the host's where the device has none.
 */
static int time_product(struct matmul_device *matmul, uint32_t groups, uint64_t timeout_ns, double *ms,
                        struct tool_error *error)
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
    *ms = samples_quantile(&times, 0.25);
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

int periodic_calibrate(const struct session *session, const struct periodic_profile *profile,
                       uint32_t workers, uint64_t seed, uint64_t timeout_ns, uint32_t *n,
                       struct tool_error *error)
{
    struct matmul_device matmul;
    double ms = 0;
    int status = 0;
    int round;

    *n = N_FIRST;
    for (round = 0; round < CALIBRATION_ROUNDS && status == 0; round++) {
        status = matmul_device_init(&matmul, session, *n, seed, error);
        if (status == 0) {
            status = time_product(&matmul, workers, timeout_ns, &ms, error);
        }
        matmul_device_clear(&matmul);
        if (status == 0) {
            double ratio = profile->work_ms / (ms > 0.001 ? ms : 0.001);

            if (ratio > 0.95 && ratio < 1.05) {
                break;
            }
            *n = next_size(*n, ratio);
        }
    }
    return status;
}

/* Sleeps until the time comes or the driver is to stop; 1 in the second case. */
static int sleep_until(struct periodic_driver *driver, uint64_t deadline_ns)
{
    struct timespec deadline = {.tv_sec = (time_t)(deadline_ns / NS_PER_S),
                                .tv_nsec = (long)(deadline_ns % NS_PER_S)};
    int must_stop;
    int code = 0;

    pthread_mutex_lock(&driver->mutex);
    while (!driver->must_stop && code == 0) {
        code = pthread_cond_timedwait(&driver->changed, &driver->mutex, &deadline);
    }
    must_stop = driver->must_stop;
    pthread_mutex_unlock(&driver->mutex);
    return must_stop;
}

/* Checks the first job completely, and one row of each later one: enough to detect a wrong or stale result,
 * and too little to disturb the measurement. */
static int check_job(struct periodic_driver *driver, uint32_t number)
{
    struct matmul_device *matmul = &driver->matmul;
    uint32_t first = number == 0 ? 0 : (number * 37) % matmul->n;
    uint32_t count = number == 0 ? matmul->n : 1;
    uint32_t wrong;

    if (matmul_device_check(matmul, number + 1, first, count, &wrong, &driver->error) != 0) {
        return -1;
    }
    driver->results.wrong += wrong > 0;
    return 0;
}

static void note_job(struct periodic_results *results, const struct coop_launch_stats *stats)
{
    if (results->note_count == results->note_capacity) {
        size_t capacity = results->note_capacity > 0 ? 2 * results->note_capacity : 64;
        struct periodic_note *notes = realloc(results->notes, capacity * sizeof *notes);

        if (notes == NULL) {
            return;
        }
        results->notes = notes;
        results->note_capacity = capacity;
    }
    results->notes[results->note_count++] = (struct periodic_note){stats->seen_ns, stats->gather_ns};
}

static int run_job(struct periodic_driver *driver, uint32_t number)
{
    struct coop_launch_stats stats;
    coop_launch *launch;

    if (matmul_device_launch(&driver->matmul, driver->groups, number + 1, &launch, &driver->error) != 0 ||
        session_wait(driver->matmul.session, launch, driver->timeout_ns, &stats, &driver->error) != 0) {
        return -1;
    }
    note_job(&driver->results, &stats);
    samples_add(&driver->results.gather_us, (double)stats.gather_ns / 1e3);
    samples_add(&driver->results.run_ms, (double)stats.run_ns / 1e6);
    driver->results.short_handed += stats.groups_at_start < driver->groups;
    driver->results.count++;
    atomic_store_explicit(&driver->done, number + 1, memory_order_relaxed);
    return 0;
}

static void *drive(void *argument)
{
    struct periodic_driver *driver = argument;
    uint64_t due = clock_now_ns() + driver->period_ns;
    uint64_t first_launch = 0;
    uint64_t last_launch = 0;
    uint32_t number = 0;

    while (driver->status == 0 && !sleep_until(driver, due)) {
        uint64_t end;

        last_launch = clock_now_ns();
        first_launch = number == 0 ? last_launch : first_launch;
        driver->status = run_job(driver, number);
        end = clock_now_ns();
        if (driver->status == 0) {
            driver->status = check_job(driver, number);
            number++;
        }
        due += driver->period_ns;
        if (end > due) {
            driver->results.missed++;
            due = end;
        }
    }
    if (number > 1) {
        driver->results.achieved_period_ms = (double)(last_launch - first_launch) / 1e6 / (number - 1);
    }
    return NULL;
}

int periodic_driver_start(struct periodic_driver *driver, const struct session *session,
                          const struct periodic_profile *profile, uint32_t n, uint32_t groups, uint64_t seed,
                          uint64_t timeout_ns, struct tool_error *error)
{
    pthread_condattr_t attributes;

    memset(driver, 0, sizeof *driver);
    if (matmul_device_init(&driver->matmul, session, n, seed, error) != 0) {
        matmul_device_clear(&driver->matmul);
        return -1;
    }
    driver->period_ns = profile->period_ms * NS_PER_MS;
    driver->groups = groups;
    driver->timeout_ns = timeout_ns;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&driver->mutex, NULL);
    pthread_cond_init(&driver->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&driver->thread, NULL, drive, driver) != 0) {
        matmul_device_clear(&driver->matmul);
        return tool_fail(error, "no thread could be made for the frames; close other programs");
    }
    return 0;
}

int periodic_driver_stop(struct periodic_driver *driver, struct tool_error *error)
{
    pthread_mutex_lock(&driver->mutex);
    driver->must_stop = 1;
    pthread_cond_signal(&driver->changed);
    pthread_mutex_unlock(&driver->mutex);
    pthread_join(driver->thread, NULL);
    pthread_cond_destroy(&driver->changed);
    pthread_mutex_destroy(&driver->mutex);
    matmul_device_clear(&driver->matmul);
    if (driver->status != 0) {
        *error = driver->error;
    }
    return driver->status;
}

void periodic_results_clear(struct periodic_results *results)
{
    samples_clear(&results->gather_us);
    samples_clear(&results->run_ms);
    free(results->notes);
    results->notes = NULL;
    results->note_count = 0;
    results->note_capacity = 0;
}
