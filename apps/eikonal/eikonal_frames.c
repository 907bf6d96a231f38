#include "eikonal_frames.h"

#include "tools/periodic/matmul_device.h"

#include <string.h>

#define SEED 1

uint64_t eikonal_frames_bytes(void)
{
    return matmul_device_bytes(MATMUL_N_MAX);
}

int eikonal_frames_open(const struct eikonal_solver *solver, const char *kind, const char *groups,
                        struct eikonal_frames *frames, struct tool_error *error)
{
    struct coop_run_report run;

    memset(frames, 0, sizeof *frames);
    frames->session.context = coop_devices_context(solver->devices, 0);
    frames->session.run = coop_graph_run(solver->graph, 0);
    if (solver->options.method != EIKONAL_COOPERATIVE) {
        return tool_fail(error, "frames run beside the cooperative kernel; say --method cooperative");
    }
    if (periodic_profile_parse(kind, &frames->profile) != 0) {
        return tool_fail(error, "--frames wants " PERIODIC_PROFILE_NAMES ", not \"%s\"", kind);
    }
    if (session_check(&frames->session, coop_run_report(frames->session.run, &run), error) != 0) {
        return -1;
    }
    frames->workers = run.worker_groups;
    frames->groups = periodic_groups_parse(groups, run.worker_groups);
    if (frames->groups == 0) {
        return tool_fail(error,
                         "--frame-groups wants one, quarter, half, most or a number up to %u, not \"%s\"",
                         run.worker_groups, groups);
    }
    frames->own = (struct periodic_session){
        .session = &frames->session, .seed = SEED, .timeout_ns = (uint64_t)(solver->options.timeout_s * 1e9)};
    frames->work = periodic_session_work(&frames->own);
    return periodic_calibrate(&frames->work, &frames->profile, frames->workers, &frames->size,
                              &frames->work_ms, error);
}

int eikonal_frames_start(const struct eikonal_frames *frames, struct periodic_driver *driver,
                         struct tool_error *error)
{
    const struct periodic_setup setup = {.profile = &frames->profile, .groups = frames->groups};

    return periodic_driver_start(driver, &frames->work, &setup, error);
}

void eikonal_frames_close(struct eikonal_frames *frames)
{
    periodic_session_clear(&frames->own);
    memset(frames, 0, sizeof *frames);
}
