#include "graph_modes.h"

#include "graph_problem.h"
#include "graph_rival.h"
#include "tools/kernel/kernel_cooperative.h"
#include "tools/kernel/kernel_plain.h"
#include "tools/progress/progress_line.h"

#include <stdio.h>

/* A problem on the device. */
struct mode {
    struct graph_command *command;
    struct kernel_cooperative cooperative;
    struct kernel_plain *plain;
    struct kernel_phases *phases;
    struct graph_rival rival; /* jobs beside ordinary kernels */
};

static const struct kernel_source *source_of(const struct graph_command *command)
{
    return command->is_channel ? command->form->by_channel : command->form->kernel;
}

static int init(void *self, const struct session *session, struct tool_error *error)
{
    struct mode *mode = self;
    struct graph_command *command = mode->command;

    return kernel_cooperative_init(&mode->cooperative, session, source_of(command), &command->plan, error);
}

static int reset(void *self, struct tool_error *error)
{
    struct mode *mode = self;

    return kernel_cooperative_reset(&mode->cooperative, error);
}

static int launch(void *self, const struct coop_launch_options *options, coop_launch **launch,
                  struct tool_error *error)
{
    struct mode *mode = self;

    return kernel_cooperative_launch(&mode->cooperative, options, launch, error);
}

static int note(void *self, int is_alone, struct tool_error *error)
{
    struct mode *mode = self;

    return mode->command->is_channel && !is_alone
               ? kernel_cooperative_flow(&mode->cooperative, &mode->command->flow, error)
               : 0;
}

static int finish(void *self, struct tool_error *error)
{
    struct mode *mode = self;
    struct graph_command *command = mode->command;

    return kernel_cooperative_read(&mode->cooperative, command->words, graph_result_words(command), error);
}

static int compare(void *self, int *is_wrong, struct tool_error *error)
{
    struct mode *mode = self;

    return finish(self, error) == 0 ? graph_problem_compare(mode->command, is_wrong, error) : -1;
}

static void clear(void *self)
{
    struct mode *mode = self;

    kernel_cooperative_clear(&mode->cooperative);
}

static int run_cooperative(struct mode *mode, struct tool_error *error)
{
    struct graph_command *command = mode->command;
    const struct graph_form *form = command->form;
    const struct app_job job = {.self = mode,
                                .noun = form->noun,
                                .module_text = source_of(command)->module_text,
                                .module_bytes = *source_of(command)->module_bytes,
                                .memory_bytes = kernel_plan_bytes(&command->plan),
                                .init = init,
                                .reset = reset,
                                .launch = launch,
                                .check = compare,
                                .note = note,
                                .finish = finish,
                                .clear = clear};

    return app_run(&command->app, &job, &command->results, error);
}

struct kernel_opencl_options graph_modes_opencl(const struct graph_command *command)
{
    const struct app_options *app = &command->app;

    return (struct kernel_opencl_options){.device = app->device,
                                          .groups = (uint32_t)app->groups,
                                          .local_items = (uint32_t)app->local_items,
                                          .timeout_ns = (uint64_t)(app->timeout_s * 1e9)};
}

/* One run of either kind of ordinary kernels, and its result. */
static int run_once(void *self, struct app_note *note, struct tool_error *error)
{
    struct mode *mode = self;
    struct graph_command *command = mode->command;
    struct plain_times times = {0, 0, 0};
    uint64_t wall_ns = 0;

    if (mode->phases != NULL) {
        if (kernel_phases_run(mode->phases, command->form->multikernel, command, &wall_ns, error) != 0) {
            return -1;
        }
        note->wall_ms = (double)wall_ns / 1e6;
        note->ms = note->wall_ms;
        return kernel_phases_read(mode->phases, command->words, graph_result_words(command), error);
    }
    if (kernel_plain_run(mode->plain, &times, error) != 0) {
        return -1;
    }
    note->ms = (double)times.kernel_ns / 1e6;
    note->wall_ms = (double)times.wall_ns / 1e6;
    return kernel_plain_read(mode->plain, command->words, graph_result_words(command), error);
}

static void note_device(struct app_results *results, const struct kernel_opencl *opencl, uint32_t groups)
{
    snprintf(results->device_name, sizeof results->device_name, "%s", opencl->device.name);
    results->worker_groups = groups;
}

static int run_plain(struct mode *mode, struct tool_error *error)
{
    struct graph_command *command = mode->command;
    const struct kernel_plain_options options = {.opencl = graph_modes_opencl(command)};

    if (kernel_plain_create(&options, command->form->kernel, &command->plan, &mode->plain, error) != 0) {
        return -1;
    }
    note_device(&command->results, kernel_plain_opencl(mode->plain), kernel_plain_groups(mode->plain));
    command->barrier = kernel_plain_barrier_name(mode->plain);
    command->barrier_ns = kernel_plain_barrier_ns(mode->plain);
    if (graph_rival_run(&mode->rival, kernel_plain_opencl(mode->plain), run_once, mode, error) != 0) {
        /* The release of the memory would wait for a kernel that never ends. */
        return -1;
    }
    graph_rival_end(&mode->rival);
    kernel_plain_destroy(mode->plain);
    return 0;
}

static int run_multikernel(struct mode *mode, struct tool_error *error)
{
    struct graph_command *command = mode->command;
    struct kernel_opencl_options options = graph_modes_opencl(command);
    int status;

    if (!command->has_groups) {
        options.groups = 0;
    }
    if (kernel_phases_create(&options, command->form->kernel, &command->plan, &mode->phases, error) != 0) {
        return -1;
    }
    note_device(&command->results, kernel_phases_opencl(mode->phases), kernel_phases_groups(mode->phases));
    status = graph_rival_run(&mode->rival, kernel_phases_opencl(mode->phases), run_once, mode, error);
    graph_rival_end(&mode->rival);
    kernel_phases_destroy(mode->phases);
    return status;
}

int graph_modes_run(struct graph_command *command, struct tool_error *error)
{
    struct mode mode = {.command = command};
    int status;

    if (graph_mode_of(command) == GRAPH_COOPERATIVE || command->is_channel) {
        return run_cooperative(&mode, error);
    }
    if (graph_rival_begin(&mode.rival, command, error) != 0) {
        return -1;
    }
    progress_line_begin(command->is_plain ? "running it as an ordinary kernel"
                                          : "running it as ordinary kernels, one for each phase");
    status = command->is_plain ? run_plain(&mode, error) : run_multikernel(&mode, error);
    progress_line_end();
    return status;
}
