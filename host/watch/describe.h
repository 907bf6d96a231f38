/* The state of a run as text, for people. Callers hold the run's lock; the run is live. */
#ifndef COOP_HOST_DESCRIBE_H
#define COOP_HOST_DESCRIBE_H

#include "host/run/run_object.h"

/* A text that is cut at its capacity. */
struct coop_out {
    char *text;
    size_t capacity;
    size_t used; /* the length that it would have */
};

/* "12.0 s" or "35 ms" */
struct coop_time_text {
    char text[32];
};
struct coop_time_text coop_time_text(uint64_t ns);

void coop_say(struct coop_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The state of every launch and slot, and what each launch waits for. */
void coop_describe_run(struct coop_out *out, struct coop_run_object *run);

/* "launch 3, kernel bfs" */
void coop_describe_name(struct coop_out *out, struct coop_run_object *run, uint32_t index);

/* Where the work-group of a slot is: "waits at global_barrier, bfs.cl:41". */
void coop_describe_place(struct coop_out *out, struct coop_run_object *run, uint32_t slot);

/* What the launch of an entry waits for, as of the watch's last look. */
void coop_describe_wait(struct coop_out *out, struct coop_run_object *run, uint32_t index);

/* What was launched: written by the host alone. */
struct coop_launch_record coop_describe_launch(struct coop_run_object *run, uint32_t index);

#endif
