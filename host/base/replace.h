/* A file that appears when it is complete. It is written under a name of its own beside the target, and
 * renamed: a failure, or the end of the process, leaves what was there. Libraries, tools and coopc share it,
 * and it stands on nothing else.
 *
 * A link leads to the target, also where there is no file yet. What may not be written is refused, although
 * a rename would do it. A target that must stay the file that it is (it has another name, or an owner who
 * cannot be given to a new one, or it is mounted there, or its folder takes no new file) is written over,
 * when all is complete. */
#ifndef COOP_HOST_REPLACE_H
#define COOP_HOST_REPLACE_H

#include <stdio.h>

struct coop_replace {
    FILE *file;      /* for the caller to write to */
    char *target;    /* what a link names is the target */
    char *temporary; /* what it is written to; NULL also where it waits without a name */
    int is_target;   /* it is written to the target: no plain file, but a pipe, a terminal, /dev/null */
};

/* 0, or the error number; then there is nothing to close. */
int coop_replace_open(struct coop_replace *replace, const char *path);

/* Closes the file, and gives it the target's name if all has been written and `is_complete`; else removes it.
 * 0, or the error number of what could not be written; also 0 where it was the caller who gave up. */
int coop_replace_close(struct coop_replace *replace, int is_complete);

/* The path behind all links of one that leads to no file, which the caller frees; or NULL with an error
 * number. */
char *coop_replace_find_missing(const char *path);

#endif
