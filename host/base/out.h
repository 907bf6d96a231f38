/* Text for people that grows piece by piece and is cut at its capacity. */
#ifndef COOP_HOST_OUT_H
#define COOP_HOST_OUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct coop_out {
    char *text;
    size_t capacity;
    size_t used; /* the length without the cut */
};

void coop_say(struct coop_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "12.0 s" or "35 ms" */
struct coop_time_text {
    char text[32];
};
struct coop_time_text coop_time_text(uint64_t ns);

/* What the writers of pictures and of JSON share: text from drivers and users, which may hold anything, and
 * the ticks of an axis. Stands on nothing. */

/* Text between tags or in an attribute of XML; what is not printable ASCII becomes '?'. */
void coop_markup_xml(FILE *file, const char *text);

/* A string of JSON, with its quotes; what is not printable ASCII is escaped byte by byte. */
void coop_markup_json(FILE *file, const char *text);

/* A quoted string of Graphviz's language, without the quotes; what is not printable ASCII becomes '?'. */
void coop_markup_dot(FILE *file, const char *text);

/* The step between the ticks of an axis: 1, 2 or 5 times a power of ten, for about ten of them.
 * decimals  out: that it needs, at most 6. */
double coop_markup_tick(double span, int *decimals);

#endif
