#include "tools/net/mer_listing.h"

#include <inttypes.h>

static void write_letters(FILE *file, uint32_t bits)
{
    fputc(' ', file);
    for (unsigned letter = 0; letter < 4; letter++) {
        if (bits >> letter & 1) {
            fputc("ACGT"[letter], file);
        }
    }
    if ((bits & 15) == 0) {
        fputc('-', file);
    }
}

void mer_listing_write(FILE *file, const void *what)
{
    const struct mer_listing *listing = what;

    for (uint64_t i = 0; i < listing->count; i++) {
        const struct mer_entry *entry = &listing->entries[i];
        for (uint32_t letter = listing->letters; letter-- > 0;) {
            fputc("ACGT"[entry->piece >> (2 * letter) & 3], file);
        }
        fprintf(file, " %" PRIu32, entry->count);
        if (listing->has_neighbours) {
            write_letters(file, entry->neighbours & 15);
            write_letters(file, entry->neighbours >> 4);
        }
        fputc('\n', file);
    }
}
