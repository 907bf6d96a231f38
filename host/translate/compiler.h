/* Where coopc is, and which one it is. */
#ifndef COOP_HOST_TRANSLATE_COMPILER_H
#define COOP_HOST_TRANSLATE_COMPILER_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

struct coop_compiler {
    char path[PATH_MAX];
    uint64_t sum; /* of the program's bytes */
};

/* Finds the program: `named` by the options, or NULL.
 * why  for people: what is missing, and what to do.
 * 0 when there is none that can be run. */
int coop_compiler_find(const char *named, struct coop_compiler *compiler, char *why, size_t why_bytes);

#endif
