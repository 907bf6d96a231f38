#include "apps_rivals.h"

#include <stdio.h>
#include <string.h>

/* Which a build may have; %s is the application's name. */
static const struct {
    const char *name;
    int is_of_gpu;
} programs[] = {
    {"graphs_openmp", 0}, {"graphs_igraph", 0}, {"graphs_boost", 0}, {"graphs_graphblas", 0}, {"%s_cuda", 1}};

/* One that is not there, or knows no way, is none. */
static int start(struct apps_rivals *rivals, const char *program, const struct rival_request *request,
                 const struct bench_options *options, struct tool_error *error)
{
    struct rival_process *process = &rivals->processes[rivals->count];
    int status = rival_process_start(program, request, bench_timeout_ns(options), process, error);

    if (status == 0) {
        rivals->count++;
    } else {
        rival_process_stop(process);
    }
    return status < 0 ? -1 : 0;
}

int apps_rivals_start(const struct bench_options *options, const char *application,
                      const struct graph_choice *choice, int is_gpu, struct apps_rivals *rivals,
                      struct tool_error *error)
{
    const struct rival_request request = {.application = application,
                                          .choice = choice,
                                          .items = options->local_items,
                                          .searches = options->searches,
                                          .seed = options->seed};
    unsigned i;

    memset(rivals, 0, sizeof *rivals);
    if (options->rival != NULL) {
        return strcmp(options->rival, "none") == 0 ? 0
                                                   : start(rivals, options->rival, &request, options, error);
    }
    for (i = 0; i < sizeof programs / sizeof *programs; i++) {
        char name[64];

        snprintf(name, sizeof name, programs[i].name, application);
        if ((is_gpu || !programs[i].is_of_gpu) && start(rivals, name, &request, options, error) != 0) {
            return -1;
        }
    }
    return 0;
}

void apps_rivals_stop(struct apps_rivals *rivals)
{
    unsigned i;

    for (i = 0; i < rivals->count; i++) {
        rival_process_stop(&rivals->processes[i]);
    }
    rivals->count = 0;
}
