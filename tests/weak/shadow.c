/* Plain accesses to watched memory: each against the last write and the reads since, byte by byte. Stands on:
 * fiber.c. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

enum { REGIONS_MAX = 8 };

/* Epochs are the accessing fiber's own clock; 0 says never. */
struct shadow_byte {
    uint32_t write_epoch;
    uint32_t atomic_epoch; /* the last atomic write */
    uint32_t read_epoch[WEAK_FIBERS_MAX];
    uint8_t writer;
    uint8_t atomic_writer;
};

struct region {
    const unsigned char *base;
    size_t bytes;
    struct shadow_byte *shadow;
};

static struct region regions[REGIONS_MAX];
static uint32_t region_count;

void weak_shadow_reset(void)
{
    for (uint32_t i = 0; i < region_count; i++) {
        free(regions[i].shadow);
        regions[i].shadow = NULL;
    }
    region_count = 0;
}

void weak_watch(void *memory, size_t bytes)
{
    struct region *region = &regions[region_count];

    weak_check(region_count < REGIONS_MAX, "more watched regions than the engine has room for");
    region->base = memory;
    region->bytes = bytes;
    region->shadow = calloc(bytes, sizeof *region->shadow);
    weak_check(region->shadow != NULL, "no memory for the shadow of %zu bytes", bytes);
    region_count++;
}

static struct shadow_byte *shadow_of(const void *at, size_t *offset)
{
    for (uint32_t i = 0; i < region_count; i++) {
        uintptr_t base = (uintptr_t)regions[i].base;
        if ((uintptr_t)at >= base && (uintptr_t)at < base + regions[i].bytes) {
            *offset = (size_t)((uintptr_t)at - base);
            return &regions[i].shadow[*offset];
        }
    }
    return NULL;
}

__attribute__((noreturn)) static void race(const char *mine, const char *other, uint32_t fiber, size_t offset)
{
    weak_end(WEAK_RACE, "%s of fiber %u at offset %zu is not ordered after the %s of fiber %u", mine,
             weak_engine.current, offset, other, fiber);
}

void weak_shadow_plain(const void *at, size_t bytes, int writes)
{
    const struct weak_clock *clock = &weak_self()->clock;
    uint32_t self = weak_engine.current;
    size_t offset = 0;
    struct shadow_byte *shadow = weak_engine.is_running ? shadow_of(at, &offset) : NULL;
    const char *mine = writes ? "the write" : "the read";

    for (size_t i = 0; shadow != NULL && i < bytes; i++, shadow++) {
        if (shadow->write_epoch > clock->of[shadow->writer]) {
            race(mine, "write", shadow->writer, offset + i);
        }
        if (shadow->atomic_epoch > clock->of[shadow->atomic_writer]) {
            race(mine, "atomic write", shadow->atomic_writer, offset + i);
        }
        if (!writes) {
            shadow->read_epoch[self] = clock->of[self];
            continue;
        }
        for (uint32_t fiber = 0; fiber < weak_engine.fiber_count; fiber++) {
            if (shadow->read_epoch[fiber] > clock->of[fiber]) {
                race(mine, "read", fiber, offset + i);
            }
            shadow->read_epoch[fiber] = 0;
        }
        shadow->writer = (uint8_t)self;
        shadow->write_epoch = clock->of[self];
    }
}

void weak_shadow_atomic(const void *at, size_t bytes, int writes)
{
    const struct weak_clock *clock = &weak_self()->clock;
    size_t offset = 0;
    struct shadow_byte *shadow = shadow_of(at, &offset);

    for (size_t i = 0; shadow != NULL && i < bytes; i++, shadow++) {
        if (shadow->write_epoch > clock->of[shadow->writer]) {
            race("the atomic access", "write", shadow->writer, offset + i);
        }
        if (!writes) {
            continue;
        }
        for (uint32_t fiber = 0; fiber < weak_engine.fiber_count; fiber++) {
            if (shadow->read_epoch[fiber] > clock->of[fiber]) {
                race("the atomic write", "read", fiber, offset + i);
            }
        }
        shadow->atomic_writer = (uint8_t)weak_engine.current;
        shadow->atomic_epoch = clock->of[weak_engine.current];
    }
}
