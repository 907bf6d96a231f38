#include "host/run/options.h"

#include <stdlib.h>

#define DEFAULT_LOCAL_ITEMS 64
#define DEFAULT_START_NS ((uint64_t)120 * 1000000000)
#define DEFAULT_STOP_NS ((uint64_t)30 * 1000000000)
#define STALL_VARIABLE "COOP_STALL_AFTER"
#define SECONDS_MAX 1000000000u

/* "2", "0.5": seconds in decimal digits, whatever the locale; false for anything else. */
static int parse_seconds(const char *text, uint64_t *ns)
{
    uint64_t seconds = 0;
    uint64_t unit = 1000000000;
    const char *at = text;

    for (; *at >= '0' && *at <= '9' && seconds <= SECONDS_MAX; at++) {
        seconds = 10 * seconds + (uint64_t)(*at - '0');
    }
    *ns = seconds * 1000000000;
    if (at > text && *at == '.') {
        for (at++; *at >= '0' && *at <= '9'; at++) {
            unit /= 10;
            *ns += unit * (uint64_t)(*at - '0');
        }
    }
    return at > text && *at == '\0' && seconds <= SECONDS_MAX;
}

/* The time after which a launch is stalled; 0: none ever is. */
static coop_status find_stall(struct coop_error_record *errors, const char *doing, uint64_t *stall_after_ns)
{
    const char *text = getenv(STALL_VARIABLE);

    if (*stall_after_ns == COOP_STALL_NEVER) {
        *stall_after_ns = 0;
    } else if (*stall_after_ns == 0 && text != NULL && text[0] != '\0' &&
               !parse_seconds(text, stall_after_ns)) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, doing,
                              STALL_VARIABLE
                              " is \"%s\", and should be a number of seconds, like 5 or 0.5, or 0 "
                              "for no watchdog",
                              text);
    }
    return COOP_OK;
}

coop_status coop_run_options_fill(struct coop_error_record *errors, const struct coop_run_options *options,
                                  const char *doing, struct coop_run_options *filled)
{
    static const struct coop_run_options none = {0};

    *filled = options != NULL ? *options : none;
    filled->local_items = filled->local_items != 0 ? filled->local_items : DEFAULT_LOCAL_ITEMS;
    filled->timeout_ns = filled->timeout_ns != 0 ? filled->timeout_ns : DEFAULT_START_NS;
    filled->stop_timeout_ns = filled->stop_timeout_ns != 0 ? filled->stop_timeout_ns : DEFAULT_STOP_NS;
    if (filled->timeout_ns == UINT64_MAX || filled->stop_timeout_ns == UINT64_MAX) {
        return coop_error_endless(errors, doing,
                                  filled->timeout_ns == UINT64_MAX ? "timeout_ns" : "stop_timeout_ns");
    }
    if (filled->policy != COOP_POLICY_BY_TIME && filled->policy != COOP_POLICY_FIRST_COME) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, doing,
                              "%d is no policy; enum coop_policy has them", (int)filled->policy);
    }
    if (filled->keep_ns > (uint64_t)1 << 48) {
        return coop_error_set(errors, COOP_INVALID_ARGUMENT, doing, "keep_ns is at most 2^48 ns, three days");
    }
    return find_stall(errors, doing, &filled->stall_after_ns);
}
