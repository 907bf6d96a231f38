/* The layout of the shared structs as one compiler sees it: pairs (offset, size), one for each line of
 * fields.h; a struct's own pair is (0, size). */
#ifndef COOP_TESTS_LAYOUT_TABLE_H
#define COOP_TESTS_LAYOUT_TABLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct layout_entry {
    unsigned long offset;
    unsigned long size;
};

extern const struct layout_entry layout_in_cxx[];
extern const size_t layout_in_cxx_count;

#ifdef __cplusplus
}
#endif
#endif
