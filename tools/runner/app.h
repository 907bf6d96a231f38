/* What the commands of coop-app share: options, a cooperative launch repeated alone and beside periodic
 * jobs, and its report. */
#ifndef TOOLS_APP_H
#define TOOLS_APP_H

#include "tools/error/tool_error.h"
#include "tools/measure/samples.h"
#include "tools/options/options.h"
#include "tools/periodic/periodic_calibration.h"
#include "tools/periodic/periodic_job.h"
#include "tools/periodic/periodic_profile.h"
#include "tools/report/json.h"
#include "tools/session/session.h"

#define APP_GROUPS_MAX 2045
#define APP_LOCAL_ITEMS_MAX 1024
#define APP_TRACE_EVENTS_MAX (1u << 26)

enum app_exit { APP_RIGHT = 0, APP_WRONG = 1, APP_USAGE = 2 };

/* As given on the command line. What says until app_options_check is NULL or 0 until then, unless given. */
struct app_options {
    const char *device;
    const char *frames;
    const char *frame_groups; /* until app_options_check, as these two */
    const char *resizing;     /* "query" or "single" */
    const char *policy;       /* periodic_policy.h */
    const char *frames_by;    /* "run" or "lease" */
    const char *trace;
    const char *timeline;
    uint64_t groups;
    uint64_t local_items;
    uint64_t repeat;
    uint64_t seed;
    uint64_t trace_events; /* room in the trace, where there is one; until app_options_check */
    double timeout_s;
    double stall_after_s; /* 0: no launch is reported as stalled */
    double min_seconds;
    int verify;
    int raw;
    int json;
    int csv;
    int help;
};

/* Rows of an option table for a struct app_options *. */
#define APP_OPTION_ROWS(options)                                                                        \
    {"--device", OPTION_TEXT, &(options)->device, 0, 0},                                                \
        {"--frames", OPTION_TEXT, &(options)->frames, 0, 0},                                            \
        {"--frame-groups", OPTION_TEXT, &(options)->frame_groups, 0, 0},                                \
        {"--resizing", OPTION_TEXT, &(options)->resizing, 0, 0},                                        \
        {"--policy", OPTION_TEXT, &(options)->policy, 0, 0},                                            \
        {"--frames-by", OPTION_TEXT, &(options)->frames_by, 0, 0},                                      \
        {"--groups", OPTION_NUMBER, &(options)->groups, 1, APP_GROUPS_MAX},                             \
        {"--local", OPTION_NUMBER, &(options)->local_items, 1, APP_LOCAL_ITEMS_MAX},                    \
        {"--repeat", OPTION_NUMBER, &(options)->repeat, 1, 1000000000},                                 \
        {"--min-seconds", OPTION_SECONDS, &(options)->min_seconds, 0, 0},                               \
        {"--verify", OPTION_FLAG, &(options)->verify, 0, 0},                                            \
        {"--timeout", OPTION_SECONDS, &(options)->timeout_s, 0, 0},                                     \
        {"--stall-after", OPTION_SECONDS, &(options)->stall_after_s, 0, 0},                             \
        {"--seed", OPTION_NUMBER, &(options)->seed, 0, UINT64_MAX},                                     \
        {"--trace", OPTION_TEXT, &(options)->trace, 0, 0},                                              \
        {"--trace-events", OPTION_NUMBER, &(options)->trace_events, 1, APP_TRACE_EVENTS_MAX},           \
        {"--timeline", OPTION_TEXT, &(options)->timeline, 0, 0},                                        \
        {"--raw", OPTION_FLAG, &(options)->raw, 0, 0}, {"--json", OPTION_FLAG, &(options)->json, 0, 0}, \
        {"--csv", OPTION_FLAG, &(options)->csv, 0, 0},                                                  \
    {                                                                                                   \
        "--help", OPTION_FLAG, &(options)->help, 0, 0                                                   \
    }

/* Prints the last part of a usage text, about these options.
 * local_items  of a work-group, unless given.
 * has_verify   whether there is a sequential computation to compare with. */
void app_print_usage(unsigned local_items, int has_verify);

void app_options_default(struct app_options *options);

/* Refuses what makes no sense, or has no effect beside the other options, and fills in what is not given.
 * With periodic jobs the launches get time enough for them. The messages of errors name the option. */
int app_options_check(struct app_options *options, struct tool_error *error);

static inline int app_has_periodic(const struct app_options *options)
{
    struct periodic_profile profile;

    return periodic_profile_parse(options->frames, &profile) == 0;
}

/* Whether frames are ordinary kernels, for which work-groups leave. After app_options_check. */
static inline int app_leases(const struct app_options *options)
{
    return app_has_periodic(options) && options->frames_by[0] == 'l';
}

/* Whether anything was given that says how the scheduler serves frames; before app_options_check. */
static inline int app_has_frame_options(const struct app_options *options)
{
    return options->frame_groups != NULL || options->resizing != NULL || options->policy != NULL ||
           options->frames_by != NULL;
}

static inline int app_has_trace(const struct app_options *options)
{
    return options->trace != NULL || options->timeline != NULL;
}

/* One launch of the cooperative kernel, or one run of ordinary ones. */
struct app_note {
    double ms;           /* by the device's clock; phases and devices without one: by the host's */
    double wall_ms;      /* by the host's: from the launch until the host knows the end */
    uint64_t started_ns; /* by the device's clock; 0 where it has none */
    uint64_t ended_ns;
    int is_alone; /* made without jobs in a run that has them */
};

/* What was found and measured. */
struct app_results {
    char device_name[128];
    uint32_t worker_groups;
    uint32_t wrong;           /* of the launches that --verify compared */
    struct samples run_ms;    /* beside periodic jobs, if there are any */
    struct slowdown slowdown; /* by the jobs; only measured when there are any */
    uint64_t kills;
    uint64_t forks;
    uint64_t barriers;
    struct app_note *notes; /* of the launches in the order of time, as far as there was memory */
    size_t note_count;
    size_t note_capacity;
    int has_periodic;
    struct periodic_profile profile; /* of the periodic job, where there is one */
    uint32_t periodic_groups;        /* the most, when it is automatic */
    int periodic_is_automatic;
    const char *periodic_policy; /* as named on the command line */
    const char *periodic_place;  /* of jobs without coop: "on a second queue"; NULL: work-groups of the run */
    struct periodic_size periodic_size;
    double periodic_work_ms; /* what the product took on all work-groups */
    struct periodic_results periodic_results;
    struct samples
        beside_gather_us; /* of the frames that the scheduler saw while a launch was running: others come
                                      * while the host readies or checks one, and find the work-groups free */
    int has_trace;
    uint64_t events_lost;
    uint64_t barrier_events_lost; /* of these */
};

/* What a launch is called: "search", "searches". */
struct app_noun {
    const char *one;
    const char *many;
};

/* A cooperative kernel and its data. Each function returns 0, or -1 with a message. */
struct app_job {
    void *self;
    struct app_noun noun;
    const char *module_text;
    size_t module_bytes;
    uint64_t memory_bytes; /* of device memory, all that `init` takes */
    int (*init)(void *self, const struct session *session, struct tool_error *error);
    int (*reset)(void *self, struct tool_error *error); /* before each launch */
    int (*launch)(void *self, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error);
    /* After each launch with --verify: 1 in *is_wrong when its result is not right. */
    int (*check)(void *self, int *is_wrong, struct tool_error *error);
    /* After each launch; `is_alone` when it was made without jobs in a run that has them. May be NULL. */
    int (*note)(void *self, int is_alone, struct tool_error *error);
    /* Once, after the last launch while memory is there; may be NULL. */
    int (*finish)(void *self, struct tool_error *error);
    void (*clear)(void *self); /* releases what init made, also after a failure */
};

/* Opens a session, runs the job as the options say, and fills `results`; trace and timeline are written. */
int app_run(const struct app_options *options, const struct app_job *job, struct app_results *results,
            struct tool_error *error);

/* The code that a command ends with. */
int app_exit_code(const struct app_results *results);

void app_results_clear(struct app_results *results);

/* 1234567 as "1,234,567". */
struct grouped {
    char text[32];
};
struct grouped app_group_digits(uint64_t number);

/* "s" unless it is one. */
const char *app_plural(uint64_t count);

/* Lines about the launches, about periodic jobs if there were any, and about the trace. */
void app_report_verified(const struct app_options *options, const struct app_results *results,
                         struct app_noun noun);
void app_report_times(struct app_results *results, struct app_noun noun);
void app_report_changes(const struct app_results *results);
void app_report_periodic(struct app_results *results, struct app_noun noun);

/* The same as members of a JSON object. */
void app_json_head(struct json *json, const struct app_options *options, const struct app_results *results);
void app_json_samples(struct json *json, const char *name, struct samples *samples);
void app_json_tail(struct json *json, const struct app_options *options, struct app_results *results);

#endif
