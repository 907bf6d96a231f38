/* Where the items of an element's cells lie, written without a look at the library, and the functions that
 * are held against it. */
#ifndef TESTS_GRAPH_MODEL_H
#define TESTS_GRAPH_MODEL_H

#include <coop/element.h>
#include <stddef.h>
#include <stdint.h>

enum { MODEL_GET, MODEL_PUT, MODEL_READ, MODEL_SET };

typedef void accessor_function(unsigned char *block, struct coop_view *view, int what, unsigned member,
                               unsigned item, unsigned char *value);

struct model_member {
    size_t offset;
    size_t bytes; /* of an item */
    size_t alignment;
    size_t items;
};

struct model_element {
    const struct coop_element *element;
    const struct model_member *members;
    size_t member_count;
    size_t bytes;
    accessor_function *functions[3][3]; /* dimensions, layout */
};

extern const struct model_element model_elements[];
extern const unsigned model_element_count;

#endif
