/* Accessors against a model: every cell of blocks of random sizes, in each layout. No value of an item is a
 * NaN. Usage: driver SEED [checked]: with `checked`, what the accessors refuse with COOP_CHECK_CELLS. */
#include "model.h"

#include <coop/library.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t chance;
static int is_checked; /* the accessors are built with COOP_CHECK_CELLS */
static uint64_t the_cell[3];

uint64_t model_global_id(unsigned dimension);
uint64_t model_global_id(unsigned dimension)
{
    return the_cell[dimension];
}

/* The library's functions record why they refuse; here nobody reads it. */
coop_status coop_context_fail(struct coop_context *context, coop_status status, const char *doing,
                              const char *message)
{
    (void)context;
    (void)doing;
    (void)message;
    return status;
}

static unsigned draw(unsigned below)
{
    chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(chance >> 33) % below;
}

static void fill(unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)draw(0x3b);
    }
}

struct block {
    const struct model_element *what;
    struct coop_view view;
    size_t bytes;
    unsigned char *memory;
    unsigned char *before;
};

static int fails(const struct block *block, const char *claim, size_t member, size_t item,
                 const int64_t *cell)
{
    fprintf(stderr,
            "%s: %s, member %zu, item %zu, cell (%d, %d, %d), %u dimensions, layout %u, extents %u %u %u, "
            "padding %u, "
            "rows of %u\n",
            block->what->element->name, claim, member, item, (int)cell[0], (int)cell[1], (int)cell[2],
            block->view.dimensions, block->view.layout, block->view.extent[0], block->view.extent[1],
            block->view.extent[2], block->view.padding, block->view.row_cells);
    return 1;
}

/* Bytes of all items that stand before one: those of larger alignment, and of the same one those of members
 * and elements in front. */
static size_t bytes_before(const struct model_element *what, size_t member, size_t item)
{
    size_t sum = item * what->members[member].bytes;

    for (size_t i = 0; i < what->member_count; i++) {
        const struct model_member *other = &what->members[i];
        size_t alignment = what->members[member].alignment;

        if (other->alignment > alignment || (other->alignment == alignment && i < member)) {
            sum += other->items * other->bytes;
        }
    }
    return sum;
}

static size_t packed(const struct model_element *what)
{
    size_t sum = 0;

    for (size_t i = 0; i < what->member_count; i++) {
        sum += what->members[i].items * what->members[i].bytes;
    }
    return sum;
}

static size_t place(const struct block *block, size_t member, size_t item, const int64_t *cell)
{
    const struct model_member *what = &block->what->members[member];
    const struct coop_view *view = &block->view;
    int64_t height = view->dimensions > 1 ? (int64_t)view->extent[1] + 2 * view->padding : 1;
    int64_t depth = view->dimensions > 2 ? (int64_t)view->extent[2] + 2 * view->padding : 1;
    int64_t row = 0;
    size_t column = (size_t)(cell[0] + view->padding);

    row = view->dimensions > 2 ? (cell[2] + view->padding) * height : 0;
    row += view->dimensions > 1 ? cell[1] + view->padding : 0;
    if (view->layout == COOP_AOS) {
        return ((size_t)row * view->row_cells + column) * block->what->bytes + what->offset +
               item * what->bytes;
    }
    if (view->layout == COOP_SOA) {
        return (size_t)row * view->row_cells * packed(block->what) +
               bytes_before(block->what, member, item) * view->row_cells + column * what->bytes;
    }
    return bytes_before(block->what, member, item) * view->row_cells * (size_t)(height * depth) +
           ((size_t)row * view->row_cells + column) * what->bytes;
}

/* The items of a cell as the struct has them; the struct's holes are left alone. */
static void gather(const struct block *block, const unsigned char *memory, const int64_t *cell,
                   unsigned char *as_struct)
{
    for (size_t i = 0; i < block->what->member_count; i++) {
        for (size_t j = 0; j < block->what->members[i].items; j++) {
            size_t bytes = block->what->members[i].bytes;

            memcpy(as_struct + block->what->members[i].offset + j * bytes, memory + place(block, i, j, cell),
                   bytes);
        }
    }
}

static int is_same_cell(const struct block *block, const unsigned char *left, const unsigned char *right)
{
    for (size_t i = 0; i < block->what->member_count; i++) {
        const struct model_member *member = &block->what->members[i];
        size_t stagings = member->items;

        for (size_t j = 0; j < stagings; j++) {
            if (memcmp(left + member->offset + j * member->bytes, right + member->offset + j * member->bytes,
                       member->bytes * 3 / 4) !=
                0) { /* a vector of 3 has a fourth staging that nobody keeps */
                return 0;
            }
        }
    }
    return 1;
}

static int check_item(struct block *block, accessor_function *call, unsigned member, unsigned item,
                      const int64_t *cell)
{
    const struct model_member *what = &block->what->members[member];
    _Alignas(128) unsigned char value[128] = {0};
    size_t at = place(block, member, item, cell);
    size_t kept = what->bytes * 3 / 4 > 0 ? what->bytes * 3 / 4 : what->bytes;

    if (at + what->bytes > block->bytes || at % what->alignment != 0) {
        return fails(block, "lies outside or askew", member, item, cell);
    }
    if (coop_view_place(block->what->element, &block->view, member, item, cell) != at) {
        return fails(block, "coop_view_place", member, item, cell);
    }
    call(block->memory, &block->view, MODEL_READ, member, item, value);
    if (memcmp(value, block->memory + at, kept) != 0) {
        return fails(block, "read", member, item, cell);
    }
    memcpy(block->before, block->memory, block->bytes);
    fill(value, what->bytes);
    call(block->memory, &block->view, MODEL_SET, member, item, value);
    if (memcmp(block->memory + at, value, kept) != 0) {
        return fails(block, "set", member, item, cell);
    }
    memcpy(block->before + at, block->memory + at, what->bytes);
    return memcmp(block->before, block->memory, block->bytes) != 0
               ? fails(block, "set wrote beside", member, item, cell)
               : 0;
}

static int check_cell(struct block *block, const int64_t *cell)
{
    accessor_function *call = block->what->functions[block->view.dimensions - 1][block->view.layout - 1];
    unsigned char *seen = aligned_alloc(128, (block->what->bytes + 127) / 128 * 128);
    unsigned char *wanted = calloc(1, block->what->bytes);
    int failures = 0;

    for (int i = 0; i < 3; i++) {
        the_cell[i] = (uint64_t)cell[i];
    }
    for (unsigned i = 0; i < block->what->member_count && !failures; i++) {
        for (unsigned j = 0; j < block->what->members[i].items && !failures; j++) {
            failures = check_item(block, call, i, j, cell);
        }
    }
    gather(block, block->memory, cell, wanted);
    call(block->memory, &block->view, MODEL_GET, 0, 0, seen);
    if (!failures && !is_same_cell(block, seen, wanted)) {
        failures = fails(block, "get", 0, 0, cell);
    }
    fill(seen, block->what->bytes);
    call(block->memory, &block->view, MODEL_PUT, 0, 0, seen);
    gather(block, block->memory, cell, wanted);
    if (!failures && !is_same_cell(block, seen, wanted)) {
        failures = fails(block, "put", 0, 0, cell);
    }
    free(seen);
    free(wanted);
    return failures;
}

/* Every cell, those of the padding too. */
static int check_cells(struct block *block)
{
    int64_t padding[3] = {0, 0, 0};
    int64_t cell[3];
    int failures = 0;

    for (int i = 0; i < block->view.dimensions; i++) {
        padding[i] = block->view.padding;
    }
    for (cell[2] = -padding[2]; cell[2] < (int64_t)block->view.extent[2] + padding[2]; cell[2]++) {
        for (cell[1] = -padding[1]; cell[1] < (int64_t)block->view.extent[1] + padding[1]; cell[1]++) {
            for (cell[0] = -padding[0]; cell[0] < (int64_t)block->view.extent[0] + padding[0] && !failures;
                 cell[0]++) {
                failures = check_cell(block, cell);
            }
        }
    }
    return failures;
}

/* Into another layout and back: the items' bytes are the same. */
static int check_conversion(struct block *block)
{
    static const int64_t nowhere[3] = {0, 0, 0};
    struct coop_region region = {{0, 0, 0}, {1, 1, 1}};
    struct coop_view view;
    uint64_t cells[3];
    unsigned char *other;
    int failures = 0;

    for (int i = 0; i < 3; i++) {
        cells[i] = block->view.extent[i];
        region.first[i] = i < block->view.dimensions ? -(int64_t)block->view.padding : 0;
        region.cells[i] = cells[i] + (i < block->view.dimensions ? 2 * (uint64_t)block->view.padding : 0);
    }
    if (coop_view_init(block->what->element, (enum coop_layout)(1 + draw(3)), block->view.dimensions, cells,
                       block->view.padding, (int)draw(2), &view) != COOP_OK) {
        return fails(block, "coop_view_init", 0, 0, nowhere);
    }
    other = malloc(coop_view_bytes(block->what->element, &view));
    memcpy(block->before, block->memory, block->bytes);
    failures = coop_cells_convert(block->what->element, &block->view, block->memory, &view, other, &region) !=
               COOP_OK;
    for (int64_t x = region.first[0]; x < region.first[0] + (int64_t)region.cells[0]; x++) {
        int64_t cell[3] = {x, 0, 0};

        for (size_t i = 0; i < block->what->member_count; i++) {
            memset(block->memory + place(block, i, 0, cell), 0xee, block->what->members[i].bytes);
        }
    }
    failures |= coop_cells_convert(block->what->element, &view, other, &block->view, block->memory,
                                   &region) != COOP_OK;
    failures |= memcmp(block->before, block->memory, block->bytes) != 0;
    free(other);
    return failures ? fails(block, "conversion and back", 0, 0, nowhere) : 0;
}

/* ---- COOP_CHECK_CELLS ---- */

static unsigned messages;

/* Stands for printf of the accessors. */
int __wrap_printf(const char *format, ...);
int __wrap_printf(const char *format, ...)
{
    (void)format;
    messages++;
    return 0;
}

/* A cell of the padding may be read and not set, one beyond it neither; both say so and touch nothing. */
static int check_refusals(struct block *block)
{
    accessor_function *call = block->what->functions[block->view.dimensions - 1][block->view.layout - 1];
    _Alignas(128) unsigned char value[128];
    unsigned char *cell = aligned_alloc(128, (block->what->bytes + 127) / 128 * 128);
    int last = block->view.dimensions - 1;
    int64_t at[3] = {0, 0, 0};
    int failures = 0;

    for (int beyond = -1; beyond <= 1 && !failures; beyond++) {
        int is_padding = beyond >= 0 && beyond < block->view.padding;
        int is_own = beyond < 0;

        at[last] = (int64_t)block->view.extent[last] + beyond;
        memcpy(the_cell, at, sizeof at);
        memcpy(block->before, block->memory, block->bytes);
        messages = 0;
        memset(value, 0x22, sizeof value);
        call(block->memory, &block->view, MODEL_READ, 0, 0, value);
        failures |= messages != (is_own || is_padding ? 0u : 1u);
        failures |=
            !is_own && !is_padding && (value[0] != 0 || value[block->what->members[0].bytes - 1] != 0);
        call(block->memory, &block->view, MODEL_READ, 0, (unsigned)block->what->members[0].items, value);
        failures |= block->what->members[0].items > 1 && messages != (is_own || is_padding ? 1u : 2u);
        messages = 0;
        memset(value, 0x22, sizeof value);
        memset(cell, 0x22, block->what->bytes);
        call(block->memory, &block->view, MODEL_SET, 0, 0, value);
        call(block->memory, &block->view, MODEL_PUT, 0, 0, cell);
        failures |= messages != (is_own ? 0u : 2u);
        failures |= !is_own && memcmp(block->before, block->memory, block->bytes) != 0;
        failures = failures ? fails(block, "a checked accessor", 0, 0, at) : 0;
    }
    free(cell);
    return failures;
}

static int check(const struct model_element *what, unsigned dimensions, unsigned layout)
{
    struct block block = {.what = what};
    uint64_t cells[3] = {1 + draw(9), 1 + draw(4), 1 + draw(3)};
    int failures;

    if (coop_view_init(what->element, (enum coop_layout)layout, dimensions, cells, draw(3), (int)draw(2),
                       &block.view) != COOP_OK) {
        return 1;
    }
    block.bytes = coop_view_bytes(what->element, &block.view);
    block.memory = aligned_alloc(128, (block.bytes + 127) / 128 * 128);
    block.before = malloc(block.bytes);
    fill(block.memory, block.bytes);
    failures = is_checked ? check_refusals(&block) : check_cells(&block) || check_conversion(&block);
    free(block.memory);
    free(block.before);
    return failures;
}

int main(int count, char **arguments)
{
    int failures = 0;

    is_checked = count > 2;
    chance = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    for (unsigned i = 0; i < model_element_count && !failures; i++) {
        for (unsigned dimensions = 1; dimensions <= 3; dimensions++) {
            for (unsigned layout = 1; layout <= 3; layout++) {
                failures += check(&model_elements[i], dimensions, layout);
            }
        }
    }
    fprintf(stdout, "%u elements\n", model_element_count);
    return failures != 0;
}
