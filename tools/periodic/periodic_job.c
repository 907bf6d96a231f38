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

static void note_job(struct periodic_driver *driver, uint64_t launched_ns, const struct periodic_times *times)
{
    const struct periodic_note note = {.launched_ns = launched_ns,
                                       .ended_ns = clock_now_ns(),
                                       .seen_ns = times->seen_ns,
                                       .gather_ns = times->gather_ns,
                                       .run_ns = times->run_ns,
                                       .groups = times->groups,
                                       .wanted_groups = times->wanted};

    periodic_results_note(&driver->results, &note);
    driver->results.short_handed += times->groups < times->wanted;
}

static int run_job(struct periodic_driver *driver, uint32_t number)
{
    uint64_t launched_ns = clock_now_ns();
    struct periodic_times times;

    if (driver->work.run(driver->work.self, driver->groups, number, &times, &driver->error) != 0) {
        return -1;
    }
    note_job(driver, launched_ns, &times);
    atomic_store_explicit(&driver->done, number + 1, memory_order_relaxed);
    return 0;
}

static int check_job(struct periodic_driver *driver, uint32_t number)
{
    int is_wrong = 0;
    int status = driver->work.check(driver->work.self, number, &is_wrong, &driver->error);

    driver->results.wrong += (uint32_t)is_wrong;
    return status;
}

void periodic_results_note(struct periodic_results *results, const struct periodic_note *note)
{
    samples_add(&results->gather_us, (double)note->gather_ns / 1e3);
    samples_add(&results->run_ms, (double)note->run_ns / 1e6);
    results->count++;
    if (results->note_count == results->note_capacity) {
        size_t capacity = results->note_capacity > 0 ? 2 * results->note_capacity : 64;
        struct periodic_note *notes = realloc(results->notes, capacity * sizeof *notes);

        if (notes == NULL) {
            return;
        }
        results->notes = notes;
        results->note_capacity = capacity;
    }
    results->notes[results->note_count++] = *note;
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
        uint64_t checked;

        last_launch = clock_now_ns();
        first_launch = number == 0 ? last_launch : first_launch;
        driver->status = run_job(driver, number);
        end = clock_now_ns();
        if (driver->status == 0) {
            driver->status = check_job(driver, number);
            number++;
        }
        checked = clock_now_ns();
        due += driver->period_ns;
        note_miss(&driver->results, end, due);
        /* The first check looks at everything, and may take long: that is no job's fault. */
        due = end > due ? end : due;
        due = checked > due ? checked : due;
    }
    if (number > 1) {
        driver->results.achieved_period_ms = (double)(last_launch - first_launch) / 1e6 / (number - 1);
    }
    return NULL;
}

int periodic_driver_start(struct periodic_driver *driver, const struct periodic_work *work,
                          const struct periodic_setup *setup, struct tool_error *error)
{
    pthread_condattr_t attributes;

    memset(driver, 0, sizeof *driver);
    driver->work = *work;
    driver->period_ns = (uint64_t)(setup->profile->period_ms * NS_PER_MS);
    driver->groups = setup->groups;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&driver->mutex, NULL);
    pthread_cond_init(&driver->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&driver->thread, NULL, drive, driver) != 0) {
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
