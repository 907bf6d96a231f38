/* An application whose kernel takes a graph and finds a word for each vertex: a search's levels, the
 * components' labels. It declares the kernel's memory and arguments (tools/kernel/kernel_plan.h) and judges
 * the result; options, reading, the three ways to run it, repetition, output and report are the same for
 * all. */
#ifndef TOOLS_RUNNER_GRAPH_FORM_H
#define TOOLS_RUNNER_GRAPH_FORM_H

#include "app.h"
#include "tools/graph/graph_choice.h"
#include "tools/kernel/kernel_phases.h"
#include "tools/kernel/kernel_plan.h"

struct graph_form;

/* How the kernel is run. */
enum graph_mode {
    GRAPH_COOPERATIVE,
    GRAPH_PLAIN,       /* --plain */
    GRAPH_MULTIKERNEL, /* --multikernel */
    GRAPH_CHANNEL      /* --channel: a cooperative kernel with a flow graph */
};

/* What the words of the result are. */
enum graph_number { GRAPH_UNSIGNED, GRAPH_SIGNED, GRAPH_FLOAT };

struct graph_command {
    const struct graph_form *form;
    struct app_options app;
    struct graph_choice choice;
    const char *output;
    int is_plain;
    int is_multikernel;
    int is_channel;
    int has_groups;          /* --groups was given */
    const char *frame_place; /* of jobs beside ordinary kernels: "queue", "process", or NULL */
    struct graph graph;
    char graph_name[256];
    double read_s;
    struct kernel_plan plan;
    uint32_t *words;     /* of the last launch, one for each vertex, and form->note_words behind them */
    uint32_t *reference; /* with --verify: the right ones */
    struct app_results results;
    struct kernel_flow_counts flow; /* with --channel: of all launches */

    /* Of --plain: how its barrier is called, NULL without it, and what one took when it was chosen. */
    const char *barrier;
    double barrier_ns;

    void *own; /* the application's: own_bytes of it, all 0 at first */
};

static inline enum graph_mode graph_mode_of(const struct graph_command *command)
{
    return command->is_plain         ? GRAPH_PLAIN
           : command->is_multikernel ? GRAPH_MULTIKERNEL
           : command->is_channel     ? GRAPH_CHANNEL
                                     : GRAPH_COOPERATIVE;
}

/* The application's part. Functions return 0, or -1 with a message. */
struct graph_form {
    const char *about;   /* begins the usage text */
    const char *options; /* lines of the usage text about options that are its own; "" without any */
    const char *words;   /* what the words are, for the usage text: "levels" */
    enum graph_number number;
    uint32_t note_words; /* of the result behind the vertices', for the application alone */
    struct app_noun noun;
    const struct kernel_source *kernel;
    const struct kernel_source *by_channel; /* the same by a flow graph; NULL: there is no --channel */
    size_t own_bytes;
    int wants_weights; /* the graph's weights are read, too; they are NULL where it has none */
    /* Adds rows for its own options; may be NULL. */
    void (*rows)(void *own, struct option *table);
    /* Checks its own options beside the others, before anything is read; may be NULL. */
    int (*check)(struct graph_command *command, struct tool_error *error);
    /* Checks the options against the graph, which has been read; may be NULL. */
    int (*prepare)(struct graph_command *command, struct tool_error *error);
    /* Declares buffers, fills and arguments, and sets plan->result; after prepare. With is_channel those of
     * `by_channel`, and its flow graph. */
    int (*plan)(struct graph_command *command, struct kernel_plan *plan, struct tool_error *error);
    /* Launches the phases of a run; NULL: there is no --multikernel. self is the struct graph_command. */
    kernel_phases_program *multikernel;
    /* Computes the right words, `reference`. NULL: `compare` needs none. */
    int (*solve)(struct graph_command *command, struct tool_error *error);
    /* Whether `words` are a right result, where more than one is; NULL: they are the reference's. */
    int (*compare)(struct graph_command *command, int *is_wrong, struct tool_error *error);
    /* Refuses the last words if they are no answer, before they are reported or written; may be NULL. */
    int (*accept)(struct graph_command *command, struct tool_error *error);
    /* Prints a line about the result, and the same as members of a JSON object. */
    void (*report)(struct graph_command *command);
    void (*json)(struct graph_command *command, struct json *json);
    void (*free_own)(struct graph_command *command); /* what prepare made; may be NULL */
};

/* Words of the result. */
static inline uint64_t graph_result_words(const struct graph_command *command)
{
    return (uint64_t)command->graph.vertex_count + command->form->note_words;
}

#endif
