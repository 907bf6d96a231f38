/* How the scheduler serves a periodic job, as the option --policy names it. */
#ifndef TOOLS_PERIODIC_POLICY_H
#define TOOLS_PERIODIC_POLICY_H

#include <coop/launch.h>

#define PERIODIC_POLICY_NAMES "first-come, period-aware, keep-gathered, start-with-fewer"

/* The run's policy: first-come and start-with-fewer make no use of times, automatic jobs or not. */
enum coop_policy periodic_policy_of_run(const char *text);

/* Whether the text is a policy's name:
 *   first-come        work-groups are gathered when the job is there
 *   period-aware      the scheduler knows the period, and gathers so long ahead as gathering has taken
 *   keep-gathered     work-groups of a job that ends in the second half of a period are kept for the next,
 *                     and gathered from half a period before it
 *   start-with-fewer  a job starts as soon as three quarters of its work-groups are free, with what is free
 *
 * period_ms     of the jobs
 * groups        that each takes
 * is_automatic  they take the fewest work-groups with which they meet the period, under any policy
 * options       out: the jobs' launches, may be NULL */
int periodic_policy_parse(const char *text, double period_ms, uint32_t groups, int is_automatic,
                          struct coop_launch_options *options);

#endif
