/* The numbers of a file's vertices, where the file calls them by identifiers of 64 bits. */
#ifndef TOOLS_ID_TABLE_H
#define TOOLS_ID_TABLE_H

#include "graph_memory.h"

/* {0}: empty. Identifiers are numbered 0, 1, 2 as they are first met; a hash table with linear probing leads
 * to the number. */
struct id_table {
    uint64_t *ids; /* by number */
    uint32_t count;
    uint32_t *slots; /* a power of two of them, each a number + 1, or 0 */
    size_t slot_count;
};

/* The number of an identifier, a new one if there is none yet; -1 when memory is exhausted or there are
 * GRAPH_VERTICES_MAX identifiers. */
int id_table_number(struct id_table *table, uint64_t id, uint32_t *number);

/* Gives out the numbers anew, in the order of the identifiers: ranks[number] is the new one, and `ids` is
 * sorted. `ranks` holds `count` words. -1 when memory is exhausted. */
int id_table_sort(struct id_table *table, uint32_t *ranks);

void id_table_clear(struct id_table *table);

#endif
