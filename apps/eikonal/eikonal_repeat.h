/* The front again and again, alone or beside frames. */
#ifndef APPS_EIKONAL_REPEAT_H
#define APPS_EIKONAL_REPEAT_H

#include "eikonal_frames.h"
#include "eikonal_graph.h"
#include "tools/measure/samples.h"

struct eikonal_repeat {
    uint64_t times;           /* from the sources on, so often */
    const char *frames;       /* kind, NULL: none */
    const char *frame_groups; /* of each */
};

struct eikonal_outcome {
    struct samples ms;  /* of each time */
    uint64_t rounds;    /* the last time's */
    uint64_t different; /* times whose bits were not the first one's */
    struct periodic_results frames;
};

/* field    in: with the front at its sources; out: the last time's times.
 * outcome  out; eikonal_outcome_clear releases what it has, also after a failure.
 * 0, or -1 with a message. */
int eikonal_repeat(const struct eikonal_options *options, const struct eikonal_repeat *repeat,
                   struct eikonal_field *field, struct eikonal_outcome *outcome, struct tool_error *error);
void eikonal_outcome_clear(struct eikonal_outcome *outcome);

#endif
