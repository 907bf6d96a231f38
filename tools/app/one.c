/* coop-app-bfs: one application alone, with its options. */
#include "host/base/program.h"
#include "tools/runner/application.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct application APPLICATION;

/* What coop-app would be called with. */
static int run(int count, char **arguments)
{
    char **words = calloc((size_t)count + 2, sizeof *words);
    char name[64];
    int code;

    if (words == NULL) {
        fputs("coop-app: out of memory\n", stderr);
        return 1;
    }
    snprintf(name, sizeof name, "%s", APPLICATION.name);
    words[0] = arguments[0];
    words[1] = name;
    if (count > 1) {
        memcpy(words + 2, arguments + 1, (size_t)(count - 1) * sizeof *words);
    }
    code = APPLICATION.command(&APPLICATION, count + 1, words);
    free(words);
    return code;
}

int main(int count, char **arguments)
{
    coop_program_begin();
    return coop_program_end("coop-app", run(count, arguments));
}
