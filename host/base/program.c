#include "host/base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

void coop_program_begin(void)
{
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        if (fcntl(descriptor, F_GETFD) == -1) {
            /* It gets the lowest number, which is this one. Who writes to it, or reads, gets EBADF as before,
             * and who opens it as /dev/stdout finds no room. */
            (void)open("/dev/full", descriptor == 0 ? O_WRONLY : O_RDONLY);
        }
    }
}

/* An error of before may have left no number. */
static int is_written(int *code)
{
    int is_good = ferror(stdout) == 0;

    errno = 0;
    is_good = fflush(stdout) == 0 && is_good;
    *code = errno;
    if (fclose(stdout) != 0 && errno != EBADF) { /* closed before, and nothing was to be written */
        *code = is_good ? errno : *code;
        is_good = 0;
    }
    return is_good;
}

int coop_program_end(const char *name, int status)
{
    int code;

    if (is_written(&code)) {
        return status;
    }
    fprintf(stderr, "%s: standard output cannot be written%s%s\n", name, code != 0 ? ": " : "",
            code != 0 ? strerror(code) : "");
    return status != 0 ? status : COOP_PROGRAM_LOST;
}
