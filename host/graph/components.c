#include "host/graph/components.h"

#include <string.h>

/* Bytes of a scalar of the type: "uchar4" has 1. An enumeration is one scalar. */
static uint32_t scalar_bytes(const struct coop_member *member)
{
    static const struct {
        const char *name;
        uint32_t bytes;
    } types[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"half", 2},  {"int", 4},
                 {"uint", 4}, {"float", 4}, {"long", 8},  {"ulong", 8},  {"double", 8}};
    size_t length = strcspn(member->type, "0123456789");

    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (strlen(types[i].name) == length && strncmp(types[i].name, member->type, length) == 0) {
            return types[i].bytes;
        }
    }
    return member->item_bytes;
}

uint32_t coop_components_list(const struct coop_element *element, struct coop_component *components)
{
    uint32_t count = 0;
    uint32_t items = 0;

    for (uint32_t i = 0; i < element->member_count; ++i) {
        const struct coop_member *member = &element->members[i];
        uint32_t bytes = scalar_bytes(member);
        uint32_t is_real = member->type[0] == 'f' || member->type[0] == 'd' || member->type[0] == 'h';

        for (uint32_t k = 0; k < member->items; ++k, ++items) {
            for (uint32_t inner = 0; inner < member->item_bytes; inner += bytes, ++count) {
                if (components != NULL) {
                    components[count] =
                        (struct coop_component){.offset = member->offset + k * member->item_bytes,
                                                .run = member->run + k * member->item_bytes,
                                                .item_bytes = member->item_bytes,
                                                .inner = inner,
                                                .bytes = bytes,
                                                .is_real = is_real,
                                                .item = items < 64 ? items : 63};
                }
            }
        }
    }
    return count;
}
