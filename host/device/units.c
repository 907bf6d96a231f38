#include "host/device/units.h"

#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the library has put into the environment, at its first query, with the driver there already; 0: the
 * environment had a number, or the driver was not there. Relaxed: who reads it has queried devices, hence has
 * held the lock under which it is written. */
static _Atomic uint32_t asked_late;

static int is_of_driver(struct dl_phdr_info *object, size_t bytes, void *name)
{
    const char *file = object->dlpi_name != NULL ? strrchr(object->dlpi_name, '/') : NULL;

    (void)bytes;
    return file != NULL && strstr(file, (const char *)name) != NULL;
}

void coop_units_ask(const struct coop_device_traits *traits, uint32_t worker_groups)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t workers = worker_groups != 0 ? worker_groups : (uint32_t)(cores > 2 ? cores : 2);
    uint32_t units = workers + 1 + traits->spare_units;
    const char *const *other = traits->other_units_variables;
    int is_late = dl_iterate_phdr(is_of_driver, (void *)(uintptr_t)traits->library);
    char text[16];

    snprintf(text, sizeof text, "%u", units);
    while (*other != NULL && getenv(*other) == NULL) {
        other++;
    }
    if (*other == NULL && getenv(traits->units_variable) == NULL &&
        setenv(traits->units_variable, text, 0) == 0 && is_late) {
        atomic_store_explicit(&asked_late, units, memory_order_relaxed);
    }
}

int coop_units_were_counted(const struct coop_device_traits *traits, uint32_t units)
{
    uint32_t number = atomic_load_explicit(&asked_late, memory_order_relaxed);

    return traits->units_variable != NULL && number != 0 && number != units;
}

void coop_units_explain(const struct coop_device_traits *traits, uint32_t units, uint32_t workers, char *why,
                        size_t capacity)
{
    uint32_t taken = 1 + traits->spare_units;

    snprintf(
        why, capacity,
        "the process had used OpenCL before, so the driver has its %u threads already: without the "
        "scheduler's and %u that stays free, %u are left for workers. Call coop_device_list(%u, NULL, 0, "
        "&count) before the first OpenCL call, or start the process with %s=%u or more in its environment",
        units, traits->spare_units, units > taken ? units - taken : 0, workers, traits->units_variable,
        workers + taken);
}
