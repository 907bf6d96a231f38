/* Reads, as mer is given them: from files, or drawn from a genome at random. */
#ifndef TOOLS_NET_MER_READS_H
#define TOOLS_NET_MER_READS_H

#include "tools/error/tool_error.h"

#include <stdint.h>

/* All reads, one behind the other: letters are 0 to 3, and MER_NO_LETTER stands in front of each read and for
 * letters that are not known. */
struct mer_reads {
    uint32_t count;
    uint32_t letter_count;
    uint8_t *letters;
    uint64_t room;
};

/* Appends those of a file, FASTA or FASTQ by its first byte, perhaps compressed. */
int mer_reads_add_file(const char *path, struct mer_reads *reads, struct tool_error *error);

/* Appends `coverage` times a genome of so many letters, in reads of `read_letters`, from both strands:
 * 1 letter of 256 is wrong, 1 of 1024 unknown. By SplitMix64, from the seed. */
int mer_reads_draw(uint32_t genome_letters, uint32_t coverage, uint32_t read_letters, uint64_t seed,
                   struct mer_reads *reads, struct tool_error *error);

/* Which letters a rank has: about as many as the others, from one that is not known on, so that no piece is
 * cut. */
void mer_reads_part(const struct mer_reads *reads, uint32_t ranks, uint32_t rank, uint32_t *first,
                    uint32_t *count);

void mer_reads_clear(struct mer_reads *reads);

#endif
