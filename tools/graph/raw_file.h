/* A file's bytes as they lie there, which may be compressed. */
#ifndef TOOLS_RAW_FILE_H
#define TOOLS_RAW_FILE_H

#include "graph_error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define RAW_FILE_BYTES ((size_t)1 << 16)

struct raw_file {
    FILE *file;
    unsigned char *bytes;
    size_t count;  /* of the bytes that are there */
    int has_ended; /* there are no more behind them */
    int is_broken; /* for the reason below: unreadable, corrupt or cut short */
    char reason[160];
    uint64_t done_bytes;
    uint64_t all_bytes;                                        /* 0: unknown */
    void (*progress)(uint64_t done_bytes, uint64_t all_bytes); /* may be NULL; called now and then */
};

/* Opens the file and reads its first bytes; 0, or -1 with a message. */
int raw_file_open(struct raw_file *raw, const char *path, struct graph_error *error);
void raw_file_close(struct raw_file *raw);

/* Reads the bytes that come next, in place of those that are there. */
void raw_file_next(struct raw_file *raw);

void raw_file_break_off(struct raw_file *raw, const char *reason);

#endif
