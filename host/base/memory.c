#include "host/base/memory.h"

#include <stdlib.h>

struct coop_memory_block {
    struct coop_memory_block *next;
    uint64_t offset;
    uint64_t bytes;
};

static uint64_t round_up(uint64_t value)
{
    return (value + COOP_MEMORY_ALIGNMENT - 1) / COOP_MEMORY_ALIGNMENT * COOP_MEMORY_ALIGNMENT;
}

void coop_memory_init(struct coop_memory *memory, uint64_t begin, uint64_t end)
{
    memory->first = NULL;
    memory->begin = round_up(begin > 0 ? begin : 1);
    memory->end = end;
}

void coop_memory_clear(struct coop_memory *memory)
{
    while (memory->first != NULL) {
        struct coop_memory_block *next = memory->first->next;
        free(memory->first);
        memory->first = next;
    }
}

uint64_t coop_memory_take(struct coop_memory *memory, uint64_t bytes)
{
    struct coop_memory_block **link = &memory->first;
    uint64_t at = memory->begin;
    struct coop_memory_block *block;

    if (bytes == 0 || bytes > memory->end) {
        return 0;
    }
    bytes = round_up(bytes);
    while (*link != NULL && (*link)->offset - at < bytes) {
        at = (*link)->offset + (*link)->bytes;
        link = &(*link)->next;
    }
    if (*link == NULL && (at > memory->end || memory->end - at < bytes)) {
        return 0;
    }
    block = malloc(sizeof *block);
    if (block == NULL) {
        return 0;
    }
    *block = (struct coop_memory_block){*link, at, bytes};
    *link = block;
    return at;
}

void coop_memory_give(struct coop_memory *memory, uint64_t offset)
{
    for (struct coop_memory_block **link = &memory->first; *link != NULL; link = &(*link)->next) {
        if ((*link)->offset == offset) {
            struct coop_memory_block *block = *link;
            *link = block->next;
            free(block);
            return;
        }
    }
}

uint64_t coop_memory_largest(const struct coop_memory *memory)
{
    uint64_t at = memory->begin;
    uint64_t largest = 0;

    for (const struct coop_memory_block *block = memory->first; block != NULL; block = block->next) {
        largest = block->offset - at > largest ? block->offset - at : largest;
        at = block->offset + block->bytes;
    }
    return memory->end > at && memory->end - at > largest ? memory->end - at : largest;
}
