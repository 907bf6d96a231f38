/* Frames, a periodic job's products (tools/periodic), beside the cooperative kernel: into its run on the
 * first device. */
#ifndef APPS_EIKONAL_FRAMES_H
#define APPS_EIKONAL_FRAMES_H

#include "eikonal_graph.h"
#include "tools/periodic/periodic_calibration.h"
#include "tools/periodic/periodic_job.h"
#include "tools/periodic/periodic_session.h"

/* {0} may be closed, too. */
struct eikonal_frames {
    struct session session; /* the solver's context and run */
    struct periodic_session own;
    struct periodic_work work;
    struct periodic_profile profile;
    uint32_t workers;
    uint32_t groups; /* of each frame */
    struct periodic_size size;
    double work_ms; /* of a frame, on all work-groups */
};

/* Device memory that frames take, for eikonal_options.memory_bytes. */
uint64_t eikonal_frames_bytes(void);

/* Finds the size of a frame, while nothing else runs.
 * kind    as --frames names it, one of PERIODIC_PROFILE_NAMES.
 * groups  as --frame-groups names them.
 * 0, or -1 with a message. */
int eikonal_frames_open(const struct eikonal_solver *solver, const char *kind, const char *groups,
                        struct eikonal_frames *frames, struct tool_error *error);

/* Starts a thread that launches frames; it is ended by periodic_driver_stop. */
int eikonal_frames_start(const struct eikonal_frames *frames, struct periodic_driver *driver,
                         struct tool_error *error);

void eikonal_frames_close(struct eikonal_frames *frames);

#endif
