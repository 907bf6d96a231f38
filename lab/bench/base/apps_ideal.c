#include "apps_ideal.h"

#define NS_PER_MS 1e6

double apps_ideal_least_ms(int is_gpu, uint32_t worker_groups, long processors, double work_ms)
{
    return !is_gpu && processors > 0 && (long)worker_groups > processors ? work_ms : 0;
}

double apps_ideal(const struct periodic_results *periodic, uint32_t worker_groups, double least_ms)
{
    double least_ns = least_ms * NS_PER_MS;
    double held_ns = 0;
    double interval_ns;
    size_t i;

    if (periodic->note_count < 2) {
        return 0;
    }
    interval_ns =
        (double)(periodic->notes[periodic->note_count - 1].launched_ns - periodic->notes[0].launched_ns) /
        (double)(periodic->note_count - 1);
    for (i = 0; i < periodic->note_count; i++) {
        held_ns += (double)periodic->notes[i].run_ns * periodic->notes[i].groups / worker_groups;
    }
    held_ns /= (double)periodic->note_count;
    held_ns = held_ns > least_ns ? held_ns : least_ns;
    return held_ns < interval_ns ? interval_ns / (interval_ns - held_ns) : 0;
}
