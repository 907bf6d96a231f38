#include "graph_problem.h"

#include "host/base/replace.h"
#include "tools/measure/clock.h"
#include "tools/progress/progress_line.h"

#include <inttypes.h>
#include <stdio.h>
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

void graph_output_usage(const struct graph_form *form)
{
    static const char *const numbers[] = {"unsigned numbers", "signed numbers", "floats (IEEE 754)"};

    printf(
        "  --output FILE         write the %s, one for each vertex in order:\n"
        "                        FILE.txt  a number a line\n"
        "                        FILE.csv  lines vertex,value, below a line with these two words; a third\n"
        "                        column, id, where a list of edges calls its vertices otherwise\n"
        "                        others    %s of 32 bits, little-endian, without a head\n",
        form->words, numbers[form->number]);
}

static int has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path);

    return length >= strlen(ending) && strcmp(path + length - strlen(ending), ending) == 0;
}

/* Without a line's end. */
static void write_number(FILE *file, enum graph_number number, uint32_t word)
{
    float value;

    switch (number) {
    case GRAPH_UNSIGNED:
        fprintf(file, "%" PRIu32, word);
        break;
    case GRAPH_SIGNED:
        fprintf(file, "%" PRId32, (int32_t)word);
        break;
    case GRAPH_FLOAT:
        /* So many digits that reading them gives the same float. */
        memcpy(&value, &word, sizeof value);
        fprintf(file, "%.9g", (double)value);
        break;
    }
}

static void write_words(const struct graph_command *command, FILE *file)
{
    uint32_t count = command->graph.vertex_count;
    const uint64_t *ids = command->graph.ids;
    int is_csv = has_ending(command->output, ".csv");
    int is_text = is_csv || has_ending(command->output, ".txt");
    uint32_t i;

    if (is_csv) {
        fprintf(file, "vertex,value%s\n", ids != NULL ? ",id" : "");
    }
    for (i = 0; i < count; i++) {
        uint32_t word = command->words[i];
        unsigned char bytes[4] = {word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24};

        if (is_csv) {
            fprintf(file, "%" PRIu32 ",", i);
        }
        if (is_text) {
            write_number(file, command->form->number, word);
            if (is_csv && ids != NULL) {
                fprintf(file, ",%" PRIu64, ids[i]);
            }
            fputc('\n', file);
        } else {
            fwrite(bytes, 1, sizeof bytes, file);
        }
    }
}

int graph_output_write(const struct graph_command *command, struct tool_error *error)
{
    struct coop_replace replace;
    int code;

    if (command->output == NULL) {
        return 0;
    }
    code = coop_replace_open(&replace, command->output);
    if (code == 0) {
        write_words(command, replace.file);
        code = coop_replace_close(&replace, 1);
    }
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", command->output, strerror(code));
}
