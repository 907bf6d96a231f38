/* coopc as a child of the process: started without a shell, with files that have no name for what it reads
 * and writes, and ended when its time is over.
 *
 * Threads: any. The host's program may ignore SIGCHLD or take the end of any child: how coopc has ended is
 * then told by what it has written. */
#ifndef COOP_HOST_TRANSLATE_CHILD_H
#define COOP_HOST_TRANSLATE_CHILD_H

#include "host/translate/bytes.h"

/* What the child knows its outputs by. */
#define COOP_CHILD_MODULE "/proc/self/fd/3"
#define COOP_CHILD_RULE "/proc/self/fd/4"

#define COOP_CHILD_UNKNOWN 255 /* nobody knows how it has ended */

struct coop_child {
    const char *program;    /* a path */
    char *const *arguments; /* NULL behind the last */
    const char *input;      /* for its standard input */
    size_t input_bytes;
    uint64_t timeout_ns;
};

struct coop_child_end {
    int error;      /* not 0: it could not be started, for this reason */
    const char *at; /* and what has failed: "posix_spawn" */
    int is_late;    /* it was killed, since its time was over */
    int signal;     /* not 0: a signal ended it */
    int code;       /* else its exit status */
    struct coop_bytes module;
    struct coop_bytes rule;     /* of make, with the names of the files read; coopc writes it last */
    struct coop_bytes messages; /* its standard error */
};

/* Runs it to its end. end: out; clear it with coop_child_end_clear. */
void coop_child_run(const struct coop_child *child, struct coop_child_end *end);
void coop_child_end_clear(struct coop_child_end *end);

#endif
