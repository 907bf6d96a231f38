/* An application of coop-app, as the list in apps/CMakeLists.txt names it: apps/NAME defines the constant
 * application_NAME. */
#ifndef TOOLS_RUNNER_APPLICATION_H
#define TOOLS_RUNNER_APPLICATION_H

struct application {
    const char *name; /* the command */
    const char *summary;
    /* The command; returns the process's exit code. `count` and `arguments` are main's. */
    int (*command)(const struct application *application, int count, char **arguments);
    const void *form; /* what `command` wants to know of it */
};

/* All there are, in the list's order; made by the build. */
extern const struct application *const applications[];
extern const unsigned application_count;

#endif
