/* A line on the terminal that names a long operation, with its running time: "building for this device, the
 * first time only: 12 s". It appears after a second and is gone at the end. Where standard error is no
 * terminal nothing is ever printed.
 *
 * The cursor stays at the beginning of the line, so that a longer line which the tool prints meanwhile covers
 * it. */
#ifndef TOOLS_PROGRESS_LINE_H
#define TOOLS_PROGRESS_LINE_H

#include <stdint.h>

/* The text while the device's compiler runs, whose result the driver caches. */
#define PROGRESS_BUILDING "building for this device, the first time only"

/* what  kept until the end that belongs to it; short.
 *
 * A second begin inside shows its own text until its end, up to four in all. From one thread only. */
void progress_line_begin(const char *what);
void progress_line_end(void);

/* How much of the innermost operation is done: "reading the graph, 43 %: 12 s". `all` may be 0: unknown. */
void progress_line_share(uint64_t done, uint64_t all);

#endif
