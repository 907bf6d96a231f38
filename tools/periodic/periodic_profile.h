/* What a periodic job is: period, work, work-groups, as the options --frames and --frame-groups name them. */
#ifndef TOOLS_PERIODIC_PROFILE_H
#define TOOLS_PERIODIC_PROFILE_H

#include <coop/launch.h>
#include <stdint.h>

/* Period P, and time E that a job takes on all work-groups, in ms. */
struct periodic_profile {
    char name[32];
    double period_ms;
    double work_ms;
};

#define PERIODIC_PROFILE_NAMES "light, medium, heavy, 60hz, 144hz or P,E in ms"

/* CK's three loads, two of displays, or "P,E": 0 < E < P, P at most 60,000 ms. 0, or -1 when the text is
 * none of these. */
int periodic_profile_parse(const char *text, struct periodic_profile *profile);

/* How many of `workers` work-groups a job takes: "one", "quarter", "half", "most" (all but one) or a
 * number; 0 when the text is none of these, or the number is too large. */
uint32_t periodic_groups_parse(const char *text, uint32_t workers);

/* Whether the number is to be learnt from the jobs: "automatic". */
int periodic_groups_are_automatic(const char *text);

/* How the scheduler serves a periodic job, as the option --policy names it. */

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
