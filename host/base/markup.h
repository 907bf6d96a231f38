/* What the writers of pictures and of JSON share: text from drivers and users, which may hold anything, and
 * the ticks of an axis. Stands on nothing. */
#ifndef COOP_HOST_MARKUP_H
#define COOP_HOST_MARKUP_H

#include <stdio.h>

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
