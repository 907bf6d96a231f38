#include "devices.h"

#include "tools/file/bytes.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "coop-bench-devices"

int bench_devices(char **words)
{
    char path[PATH_MAX];
    char *name = words[0];

    if (!beside_find(PROGRAM, path, sizeof path)) {
        fprintf(stderr,
                "coop-bench devices: there is no " PROGRAM " beside this program; it is in Python, and built "
                "where python3 is\n");
        return 1;
    }
    words[0] = path;
    execv(path, words);
    words[0] = name;
    fprintf(stderr, "coop-bench devices: %s cannot be run: %s\n", path, strerror(errno));
    return 1;
}
