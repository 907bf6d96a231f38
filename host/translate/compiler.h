/* Where coopc is, and which one it is. */
#ifndef COOP_HOST_TRANSLATE_COMPILER_H
#define COOP_HOST_TRANSLATE_COMPILER_H

#include "host/translate/bytes.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct coop_compiler {
    char path[PATH_MAX];
    uint64_t sum; /* of the program's bytes */
};

/* Finds the program: `named` by the options, or NULL.
 * why  for people: what is missing, and what to do.
 * 0 when there is none that can be run. */
int coop_compiler_find(const char *named, struct coop_compiler *compiler, char *why, size_t why_bytes);

/* The files that a text includes: what coopc has read of them is compared with what they have now. */

/* Adds a record of each file that the rule of make names. 0 when one cannot be read, or has been changed
 * since `begun` (CLOCK_REALTIME_COARSE, the clock of file systems), so that coopc may have read something
 * else. */
int coop_files_record(const char *rule, const struct timespec *begun, struct coop_bytes *records);

/* Whether all files of the records have what they had. */
int coop_files_are_same(const char *records, size_t count);

#endif
