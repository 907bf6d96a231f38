/* coop-app: applications of cooperative kernels, a command for each. */
#include "bfs.h"
#include "work.h"

#include <coop/version.h>
#include <stdio.h>
#include <string.h>

static const char usage[] = "Usage: coop-app COMMAND [OPTION …]\n"
                            "\n"
                            "  bfs     breadth-first search of a graph, alone or beside periodic frames\n"
                            "  fib     Fibonacci numbers by the definition, with work stealing\n"
                            "  uts     unbalanced tree search, with work stealing\n"
                            "\n"
                            "coop-app COMMAND --help says more; coop-app --version prints the version.\n";

int main(int count, char **arguments)
{
    if (count >= 2 && strcmp(arguments[1], "bfs") == 0) {
        return bfs_command(count, arguments);
    }
    if (count >= 2 && work_knows(arguments[1])) {
        return work_command(count, arguments);
    }
    if (count >= 2 && (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0)) {
        fputs(usage, stdout);
        return 0;
    }
    if (count >= 2 && strcmp(arguments[1], "--version") == 0) {
        printf("coop-app %d.%d.%d\n", COOP_VERSION_MAJOR, COOP_VERSION_MINOR, COOP_VERSION_PATCH);
        return 0;
    }
    if (count >= 2) {
        fprintf(stderr, "coop-app: there is no command \"%s\"; see coop-app --help\n", arguments[1]);
    } else {
        fputs(usage, stderr);
    }
    return 2;
}
