#include "host/translate/entry.h"

#include <string.h>

#define FORM UINT64_C(0x31656c75646f6d63) /* "cmodule1" */
#define SUMMED (2 * sizeof(uint64_t))
#define HEADER (SUMMED + COOP_ENTRY_PARTS * sizeof(uint64_t))

static uint64_t number_at(const struct coop_bytes *bytes, size_t at)
{
    uint64_t number;

    memcpy(&number, bytes->data + at, sizeof number);
    return number;
}

void coop_entry_write(struct coop_bytes *bytes, const struct coop_entry_span parts[COOP_ENTRY_PARTS])
{
    uint64_t sum;

    coop_bytes_add_number(bytes, FORM);
    coop_bytes_add_number(bytes, 0);
    for (int i = 0; i < COOP_ENTRY_PARTS; i++) {
        coop_bytes_add_number(bytes, parts[i].count);
    }
    for (int i = 0; i < COOP_ENTRY_PARTS; i++) {
        coop_bytes_add(bytes, parts[i].data, parts[i].count);
    }
    if (!bytes->has_failed) {
        sum = coop_bytes_sum(bytes->data + SUMMED, bytes->used - SUMMED);
        memcpy(bytes->data + sizeof(uint64_t), &sum, sizeof sum);
    }
}

int coop_entry_read(const struct coop_bytes *bytes, struct coop_entry_span parts[COOP_ENTRY_PARTS])
{
    size_t at = HEADER;

    if (bytes->used < HEADER || number_at(bytes, 0) != FORM ||
        number_at(bytes, sizeof(uint64_t)) != coop_bytes_sum(bytes->data + SUMMED, bytes->used - SUMMED)) {
        return 0;
    }
    for (size_t i = 0; i < COOP_ENTRY_PARTS; i++) {
        uint64_t count = number_at(bytes, SUMMED + i * sizeof(uint64_t));

        if (count > bytes->used - at) {
            return 0;
        }
        parts[i].data = bytes->data + at;
        parts[i].count = count;
        at += count;
    }
    return at == bytes->used;
}
