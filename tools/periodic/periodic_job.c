#include "periodic_job.h"

#include "tools/measure/clock.h"

#include <stdlib.h>
#include <string.h>

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

static void note_job(struct periodic_driver *driver, uint64_t launched_ns,
                     const struct coop_launch_stats *stats)
{
    struct periodic_results *results = &driver->results;

    if (results->note_count == results->note_capacity) {
        size_t capacity = results->note_capacity > 0 ? 2 * results->note_capacity : 64;
        struct periodic_note *notes = realloc(results->notes, capacity * sizeof *notes);

        if (notes == NULL) {
            return;
        }
        results->notes = notes;
        results->note_capacity = capacity;
    }
    results->notes[results->note_count++] = (struct periodic_note){.launched_ns = launched_ns,
                                                                   .ended_ns = clock_now_ns(),
                                                                   .seen_ns = stats->seen_ns,
                                                                   .gather_ns = stats->gather_ns,
                                                                   .run_ns = stats->run_ns,
                                                                   .groups = stats->groups_at_start,
                                                                   .wanted_groups = driver->groups};
}

static int run_job(struct periodic_driver *driver, uint32_t number)
{
    uint64_t launched_ns = clock_now_ns();
    struct coop_launch_stats stats;
    coop_launch *launch;

    if (matmul_device_launch(&driver->matmul, driver->groups, number + 1, &launch, &driver->error) != 0 ||
        session_wait(driver->matmul.session, launch, driver->timeout_ns, &stats, &driver->error) != 0) {
        return -1;
    }
    note_job(driver, launched_ns, &stats);
    samples_add(&driver->results.gather_us, (double)stats.gather_ns / 1e3);
    samples_add(&driver->results.run_ms, (double)stats.run_ns / 1e6);
    driver->results.short_handed += stats.groups_at_start < driver->groups;
    driver->results.count++;
    atomic_store_explicit(&driver->done, number + 1, memory_order_relaxed);
    return 0;
}

/* The job that has ended at `end` was to end before `due`. */
static void note_miss(struct periodic_results *results, uint64_t end, uint64_t due)
{
    if (end > due) {
        results->missed++;
        if (results->note_count > 0) {
            results->notes[results->note_count - 1].is_late = 1;
        }
    }
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
        if (driver->is_automatic) {
            automatic_groups_note(&driver->automatic, (double)(end - due) / 1e6);
            driver->groups = driver->automatic.groups;
        }
        due += driver->period_ns;
        note_miss(&driver->results, end, due);
        due = end > due ? end : due;
    }
    if (number > 1) {
        driver->results.achieved_period_ms = (double)(last_launch - first_launch) / 1e6 / (number - 1);
    }
    return NULL;
}

int periodic_driver_start(struct periodic_driver *driver, const struct session *session,
                          const struct periodic_setup *setup, struct tool_error *error)
{
    pthread_condattr_t attributes;

    memset(driver, 0, sizeof *driver);
    if (matmul_device_init(&driver->matmul, session, setup->n, setup->seed, error) != 0) {
        matmul_device_clear(&driver->matmul);
        return -1;
    }
    driver->period_ns = (uint64_t)(setup->profile->period_ms * NS_PER_MS);
    driver->groups = setup->groups;
    driver->is_automatic = setup->is_automatic;
    automatic_groups_begin(&driver->automatic, setup->profile->period_ms, setup->groups);
    driver->timeout_ns = setup->timeout_ns;
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
