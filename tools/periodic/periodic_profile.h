/* What a periodic job is: period, work, work-groups, as the options --frames and --frame-groups name them. */
#ifndef TOOLS_PERIODIC_PROFILE_H
#define TOOLS_PERIODIC_PROFILE_H

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

#endif
