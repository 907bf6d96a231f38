/* coop-app: the applications of the list in apps/CMakeLists.txt, a command for each. */
#include "tools/runner/application.h"

#include <coop/version.h>
#include <stdio.h>
#include <string.h>

static void print_list(FILE *file)
{
    unsigned i;

    for (i = 0; i < application_count; i++) {
        fprintf(file, "  %-10s  %s\n", applications[i]->name, applications[i]->summary);
    }
}

static void print_usage(FILE *file)
{
    fputs("Usage: coop-app COMMAND [OPTION …]\n\n", file);
    print_list(file);
    fputs("  list        the names of the commands above, with a line about each\n\n"
          "coop-app COMMAND --help says more; coop-app --version prints the version.\n",
          file);
}

int main(int count, char **arguments)
{
    const char *command = count >= 2 ? arguments[1] : "";
    unsigned i;

    for (i = 0; i < application_count; i++) {
        if (strcmp(command, applications[i]->name) == 0) {
            return applications[i]->command(applications[i], count, arguments);
        }
    }
    if (strcmp(command, "list") == 0) {
        print_list(stdout);
        return 0;
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
