/* The elements of tensors: what follows from their members. */
#include "coopc/model/element.h"

#define HASH_START UINT32_C(0x811c9dc5)
#define HASH_FACTOR UINT32_C(0x01000193)

static uint32_t hash_text(uint32_t hash, const char *text)
{
    for (; *text != '\0'; ++text) {
        hash = (hash ^ (unsigned char)*text) * HASH_FACTOR;
    }
    return hash;
}

/* FNV-1a of what host and kernels must agree on. */
static uint32_t hash_of(const struct cell_element *element)
{
    uint32_t hash = hash_text(
        HASH_START, string_printf("%s %zu %zu;", element->name, element->bytes, element->alignment));

    for (size_t i = 0; i < element->members.count; ++i) {
        const struct element_member *member = &element->members.items[i];

        hash = hash_text(
            hash, string_printf("%s %s %zu %zu;", member->type, member->name, member->items, member->offset));
    }
    return hash;
}

/* Items of larger alignment come first: then every sum is a multiple of what comes next, and no holes are
 * needed for any number of cells in a row. */
void element_measure(struct cell_element *element)
{
    size_t sum = 0;
    size_t alignment = 0;

    for (size_t i = 0; i < element->members.count; ++i) {
        const struct element_member *member = &element->members.items[i];

        alignment = member->alignment > alignment ? member->alignment : alignment;
    }
    for (; alignment > 0; alignment /= 2) {
        for (size_t i = 0; i < element->members.count; ++i) {
            struct element_member *member = &element->members.items[i];

            if (member->alignment == alignment) {
                member->run = sum;
                sum += member->items * member->item_bytes;
            }
        }
    }
    element->packed_bytes = sum;
    element->hash = hash_of(element);
}

static void add(struct element_names *names, const char *name, const struct element_member *member)
{
    struct element_name *slot = LIST_ADD(&names->list);

    slot->name = name;
    slot->member = member;
}

/* A function, and a macro for each number of dimensions. */
static void add_accessor(struct element_names *names, const char *name, const struct element_member *member)
{
    add(names, name, member);
    add(names, string_printf("%s_of", name), member);
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        add(names, string_printf("%s_%d", name, dimensions), member);
    }
}

void element_names_add(struct element_names *names, const struct cell_element *element)
{
    static const char *const words[] = {"get", "put", "tile_load", "tile_get", "tile_put", NULL};

    for (size_t i = 0; words[i] != NULL; ++i) {
        add_accessor(names, string_printf("%s_%s", element->name, words[i]), NULL);
    }
    add(names, string_printf("%s_pack", element->name), NULL);
    add(names, string_printf("%s_pack_of", element->name), NULL);
    add(names, string_printf("%s_unpack", element->name), NULL);
    add(names, string_printf("%s_unpack_of", element->name), NULL);
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        for (int layout = 1; layout <= 3; ++layout) {
            add(names, string_printf("%s_tensor_%d_%d", element->name, dimensions, layout), NULL);
        }
    }
    for (size_t i = 0; i < element->members.count; ++i) {
        const struct element_member *member = &element->members.items[i];

        add_accessor(names, string_printf("%s_%s", element->name, member->name), member);
        add_accessor(names, string_printf("%s_set_%s", element->name, member->name), member);
        add_accessor(names, string_printf("%s_tile_%s", element->name, member->name), member);
        add_accessor(names, string_printf("%s_tile_set_%s", element->name, member->name), member);
    }
}

const char *element_place(const struct source *source, size_t place)
{
    size_t at = source_written(source, place);
    size_t begin = at;

    while (begin > 0 && source->written[begin - 1] != '\n') {
        --begin;
    }
    return string_printf("%s:%zu:%zu", source->path, source_line(source, place), at - begin + 1);
}
