/* The command of an application whose kernel takes a graph and finds a word for each vertex: a search's
 * levels, the components' labels. Options, reading, repetition, comparison and report are the same for
 * all. */
#ifndef TOOLS_RUNNER_GRAPH_COMMAND_H
#define TOOLS_RUNNER_GRAPH_COMMAND_H

#include "app.h"
#include "application.h"
#include "tools/graph/graph_choice.h"

struct graph_form;

struct graph_command {
    const struct graph_form *form;
    struct app_options app;
    struct graph_choice choice;
    const char *output;
    int is_plain;
    struct graph graph;
    char graph_name[256];
    double read_s;
    uint32_t *words;     /* of the last launch, one for each vertex */
    uint32_t *reference; /* with --verify: the right ones */
    struct app_results results;
    void *own; /* the application's: own_bytes of it, all 0 at first */
};

/* The application's part. Functions return 0, or -1 with a message. */
struct graph_form {
    const char *about;   /* begins the usage text */
    const char *options; /* lines of the usage text about options that are its own; "" without any */
    const char *words;   /* what the words are, for the usage text: "levels" */
    struct app_noun noun;
    const char *module_text;
    const size_t *module_bytes;
    size_t own_bytes;
    int wants_weights; /* the graph's weights are read, too; they are NULL where it has none */
    /* Adds rows for its own options; may be NULL. */
    void (*rows)(void *own, struct option *table);
    /* Checks the options against the graph, which has been read; may be NULL. */
    int (*prepare)(struct graph_command *command, struct tool_error *error);
    /* Computes the right words, `reference`. NULL: `compare` needs none. */
    int (*solve)(struct graph_command *command, struct tool_error *error);
    /* Whether `words` are a right result, where more than one is; NULL: they are the reference's. */
    int (*compare)(struct graph_command *command, int *is_wrong, struct tool_error *error);
    /* Bytes of device memory. */
    uint64_t (*memory_bytes)(const struct graph_command *command);
    int (*init)(struct graph_command *command, const struct session *session, struct tool_error *error);
    int (*reset)(struct graph_command *command, struct tool_error *error); /* before each launch */
    int (*launch)(struct graph_command *command, const struct coop_launch_options *options,
                  coop_launch **launch, struct tool_error *error);
    int (*read)(struct graph_command *command, uint32_t *words, struct tool_error *error);
    void (*clear)(struct graph_command *command); /* what init made, also after a failure */
    /* Runs it as an ordinary OpenCL kernel, and fills results and words; NULL: there is no --plain. */
    int (*run_plain)(struct graph_command *command, struct tool_error *error);
    /* Prints a line about the result, and the same as members of a JSON object. */
    void (*report)(struct graph_command *command);
    void (*json)(struct graph_command *command, struct json *json);
    void (*free_own)(struct graph_command *command); /* what prepare made; may be NULL */
};

/* application->form is a struct graph_form. */
int graph_command(const struct application *application, int count, char **arguments);

#endif
