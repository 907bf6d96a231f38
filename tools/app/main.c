/* coop-app: applications of cooperative kernels, a command for each. */
#include "apps/bfs/bfs.h"
#include "tools/workqueue/task.h"

#include <coop/version.h>
#include <stdio.h>
#include <string.h>

static void print_usage(FILE *file)
{
    fputs("Usage: coop-app COMMAND [OPTION …]\n"
          "\n"
          "  bfs       breadth-first search of a graph, alone or beside periodic frames\n",
          file);
    task_command_list(file);
    fputs("\n"
          "coop-app COMMAND --help says more; coop-app --version prints the version.\n",
          file);
}

int main(int count, char **arguments)
{
    const char *command = count >= 2 ? arguments[1] : "";
    enum work_kind kind;

    if (strcmp(command, "bfs") == 0) {
        return bfs_command(count, arguments);
    }
    if (task_command_find(command, &kind)) {
        return task_command(kind, count, arguments);
    }
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0) {
        print_usage(stdout);
        return 0;
    }
    if (strcmp(command, "--version") == 0) {
        printf("coop-app %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return 0;
    }
    if (count >= 2) {
        fprintf(stderr, "coop-app: there is no command \"%s\"; see coop-app --help\n", command);
    } else {
        print_usage(stderr);
    }
    return 2;
}
