#include "tools/net/mer_sequential.h"

#include <inttypes.h>
#include <stdlib.h>

int mer_entry_compare(const void *a, const void *b)
{
    const struct mer_entry *x = a;
    const struct mer_entry *y = b;

    return (x->piece > y->piece) - (x->piece < y->piece);
}

/* A bit for a letter that there is, from 1 on. */
static uint32_t bit_of(uint8_t letter)
{
    return letter < 4 ? 1u << letter : 0;
}

/* Partners: A and T, C and G. */
static uint32_t turned(uint32_t bits)
{
    return (bits & 1) << 3 | (bits & 2) << 1 | (bits & 4) >> 1 | (bits & 8) >> 3;
}

/* Goes along the letters, with the last `length` of them in two words: as they are, and from the other
 * strand. */
static uint64_t walk(const struct mer_reads *reads, uint32_t length, struct mer_entry *entries)
{
    const uint64_t mask = ((uint64_t)1 << (2 * length)) - 1;
    const uint8_t *letters = reads->letters;
    uint64_t along = 0;
    uint64_t against = 0;
    uint64_t count = 0;
    uint32_t known = 0;

    for (uint32_t i = 0; i < reads->letter_count; i++) {
        uint32_t front;
        uint32_t back;
        if (letters[i] > 3) {
            known = 0;
            continue;
        }
        along = (along << 2 | letters[i]) & mask;
        against = against >> 2 | (uint64_t)(letters[i] ^ 3) << (2 * length - 2);
        if (++known < length) {
            continue;
        }
        front = known > length ? bit_of(letters[i - length]) : 0;
        back = i + 1 < reads->letter_count ? bit_of(letters[i + 1]) : 0;
        entries[count++] = along <= against
                               ? (struct mer_entry){along, 1, front | back << 4}
                               : (struct mer_entry){against, 1, turned(back) | turned(front) << 4};
    }
    return count;
}

struct mer_entry *mer_sequential(const struct mer_reads *reads, uint32_t length, uint64_t *count,
                                 uint64_t *seen)
{
    struct mer_entry *entries = malloc(((size_t)reads->letter_count + 1) * sizeof *entries);
    uint64_t last = 0;

    *count = 0;
    *seen = 0;
    if (entries == NULL) {
        return NULL;
    }
    *seen = walk(reads, length, entries);
    if (*seen == 0) {
        return entries;
    }
    qsort(entries, *seen, sizeof *entries, mer_entry_compare);
    for (uint64_t i = 1; i < *seen; i++) {
        if (entries[i].piece == entries[last].piece) {
            entries[last].count++;
            entries[last].neighbours |= entries[i].neighbours;
        } else {
            entries[++last] = entries[i];
        }
    }
    *count = last + 1;
    return entries;
}

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
