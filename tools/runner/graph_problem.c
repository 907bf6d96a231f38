#include "graph_problem.h"

#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"

#include <stdlib.h>
#include <string.h>

/* More rows than an application adds. */
#define OWN_ROWS_MAX 32

int graph_problem_init(struct graph_command *command, const struct graph_form *form, struct tool_error *error)
{
    struct option own_rows[OWN_ROWS_MAX] = {{NULL, OPTION_FLAG, NULL, 0, 0}};

    memset(command, 0, sizeof *command);
    command->form = form;
    app_options_default(&command->app);
    command->own = calloc(1, form->own_bytes > 0 ? form->own_bytes : 1);
    if (command->own == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    if (form->rows != NULL) {
        form->rows(command->own, own_rows); /* sets the defaults */
    }
    return form->check != NULL ? form->check(command, error) : 0;
}

static int read_graph(struct graph_command *command, struct tool_error *error)
{
    uint64_t begin = clock_now_ns();

    graph_choice_name(&command->choice, command->graph_name, sizeof command->graph_name);
    command->choice.wants_weights = command->form->wants_weights;
    if (graph_choice_make(&command->choice, &command->graph, error) != 0) {
        return -1;
    }
    command->read_s = (double)(clock_now_ns() - begin) / 1e9;
    return command->form->prepare != NULL ? command->form->prepare(command, error) : 0;
}

static int solve(struct graph_command *command, struct tool_error *error)
{
    int status;

    progress_line_begin("solving it without the device");
    status = command->form->solve(command, error);
    progress_line_end();
    return status;
}

int graph_problem_make(struct graph_command *command, struct tool_error *error)
{
    const struct graph_form *form = command->form;
    size_t bytes;

    if (read_graph(command, error) != 0) {
        return -1;
    }
    bytes = (size_t)graph_result_words(command) * sizeof *command->words;
    command->words = malloc(bytes);
    command->reference = command->app.verify ? malloc(bytes) : NULL;
    if (command->words == NULL || (command->app.verify && command->reference == NULL)) {
        return tool_fail(error, "memory is exhausted; take a smaller graph");
    }
    if (form->plan(command, &command->plan, error) != 0 || kernel_plan_check(&command->plan, error) != 0) {
        return -1;
    }
    return command->app.verify && form->solve != NULL ? solve(command, error) : 0;
}

int graph_problem_compare(struct graph_command *command, int *is_wrong, struct tool_error *error)
{
    if (command->form->compare != NULL) {
        return command->form->compare(command, is_wrong, error);
    }
    *is_wrong = memcmp(command->words, command->reference,
                       (size_t)command->graph.vertex_count * sizeof *command->words) != 0;
    return 0;
}

void graph_problem_clear(struct graph_command *command)
{
    if (command->own != NULL && command->form->free_own != NULL) {
        command->form->free_own(command);
    }
    free(command->own);
    free(command->words);
    free(command->reference);
    graph_clear(&command->graph);
    app_results_clear(&command->results);
    memset(command, 0, sizeof *command);
}
