#include "sort_keys.h"

#include "tools/random/random.h"

#include <string.h>

const char *const sort_kind_names[SORT_KINDS] = {"random", "few", "sorted", "reversed", "equal"};

enum sort_kind sort_kind_of(const char *name)
{
    int kind = 0;

    while (kind < SORT_KINDS && strcmp(sort_kind_names[kind], name) != 0) {
        kind++;
    }
    return (enum sort_kind)kind;
}

void sort_keys_make(enum sort_kind kind, uint32_t *keys, uint32_t count)
{
    uint64_t state = 1;

    for (uint32_t i = 0; i < count; i++) {
        uint64_t number = random_next(&state);

        keys[i] = kind == SORT_FEW        ? (uint32_t)(number >> 60)
                  : kind == SORT_SORTED   ? i
                  : kind == SORT_REVERSED ? count - i
                  : kind == SORT_EQUAL    ? 7
                                          : (uint32_t)(number >> 32);
    }
}

void sort_keys_by_bytes(uint32_t *keys, uint32_t *other, uint32_t count)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        uint32_t begins[257] = {0};

        for (uint32_t i = 0; i < count; i++) {
            begins[(keys[i] >> shift & 255) + 1]++;
        }
        for (unsigned byte = 0; byte < 256; byte++) {
            begins[byte + 1] += begins[byte];
        }
        for (uint32_t i = 0; i < count; i++) {
            other[begins[keys[i] >> shift & 255]++] = keys[i];
        }
        memcpy(keys, other, count * sizeof *keys);
    }
}
