#include "host/run/scheduling.h"

#include "coop/shared/series.h"
#include "host/run/repeat.h"

/* Beyond that, sums of times could overflow: three days. */
#define TIME_NS_MAX ((uint64_t)1 << 48)

static coop_status refuse(struct coop_run_object *run, const char *doing, const char *message)
{
    return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, doing, "%s", message);
}

static coop_status read_share(struct coop_run_object *run, const struct coop_launch_options *options,
                              const char *doing, struct coop_launch_record *record)
{
    int is_cooperative = (record->flags & COOP_INSTANCE_COOPERATIVE) != 0;

    if (options->least_groups > record->groups_wanted) {
        return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, doing,
                              "least_groups is %u, and the launch takes at most %u work-groups",
                              options->least_groups, record->groups_wanted);
    }
    if (options->weight > COOP_WEIGHT_MAX) {
        return coop_error_set(&run->context->errors, COOP_INVALID_ARGUMENT, doing,
                              "a weight is at most %d, not %u", COOP_WEIGHT_MAX, options->weight);
    }
    if (options->weight != 0 && !is_cooperative) {
        return refuse(run, doing,
                      "a regular kernel has no weight: it takes as many work-groups as it asks for");
    }
    record->groups_least = options->least_groups;
    record->weight = options->weight != 0 ? options->weight : 1;
    return COOP_OK;
}

/* An elastic kernel: its work-groups end in any order, between two logical ones, and it has no global barrier
 * (S9a). */
static coop_status read_elastic(struct coop_run_object *run, const struct coop_launch_options *options,
                                const char *doing, struct coop_launch_record *record)
{
    if (options->elastic == 0) {
        return COOP_OK;
    }
    if (record->flags & COOP_INSTANCE_COOPERATIVE) {
        return refuse(
            run, doing,
            "elastic is for regular kernels; a cooperative kernel gives work-groups up where it says "
            "so (offer_kill, resizing_global_barrier)");
    }
    if (options->period_ns != 0) {
        return refuse(run, doing,
                      "a launch with a period_ns is not elastic: its work-groups are gathered for each job");
    }
    record->flags |=
        COOP_INSTANCE_SHRINKS | COOP_INSTANCE_GROWS | COOP_INSTANCE_KILLS_ANY | COOP_INSTANCE_NEVER_MEETS;
    return COOP_OK;
}

static coop_status check_times(struct coop_run_object *run, const struct coop_launch_options *options,
                               const char *doing, int is_cooperative)
{
    int has_series_only =
        options->keep_ns != 0 || options->series != 0 || options->automatic != 0 || options->repeats != 0;

    if (is_cooperative && (options->period_ns != 0 || options->deadline_ns != 0 || has_series_only)) {
        return refuse(
            run, doing,
            "period_ns, deadline_ns, keep_ns, series, automatic and repeats are for regular kernels; a "
            "cooperative kernel has priority, weight, groups and least_groups");
    }
    if (options->period_ns == 0 && has_series_only) {
        return refuse(
            run, doing,
            "keep_ns, series, automatic and repeats want a period_ns, by which jobs follow each other");
    }
    if (options->period_ns > TIME_NS_MAX || options->deadline_ns > TIME_NS_MAX ||
        options->keep_ns > TIME_NS_MAX) {
        return refuse(run, doing, "period_ns, deadline_ns and keep_ns are at most 2^48 ns, three days");
    }
    return COOP_OK;
}

coop_status coop_scheduling_read(struct coop_run_object *run, const struct coop_launch_options *options,
                                 const char *doing, struct coop_launch_record *record)
{
    uint64_t keep_ns = options->keep_ns != 0 ? options->keep_ns : run->keep_ns;
    coop_status status = read_share(run, options, doing, record);

    if (status == COOP_OK) {
        status = check_times(run, options, doing, (record->flags & COOP_INSTANCE_COOPERATIVE) != 0);
    }
    if (status == COOP_OK) {
        status = read_elastic(run, options, doing, record);
    }
    if (status == COOP_OK && options->repeats != 0) {
        status = coop_repeat_find_clock(run, doing);
    }
    if (status != COOP_OK) {
        return status;
    }
    record->series = options->series;
    record->period_ns = options->period_ns;
    record->deadline_ns = options->deadline_ns;
    record->lead_ns = run->is_first_come ? 0 : keep_ns != 0 ? keep_ns : COOP_LEAD_LEARNT;
    record->flags |= options->automatic ? COOP_INSTANCE_AUTOMATIC : 0u;
    record->flags |= options->repeats ? COOP_INSTANCE_REPEATS : 0u;
    record->flags |= run->is_first_come ? 0u : COOP_INSTANCE_BY_TIME;
    return COOP_OK;
}
