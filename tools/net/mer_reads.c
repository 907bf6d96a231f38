#include "tools/net/mer_reads.h"

#include "tools/net/mer_calls.h"
#include "tools/net/text_input.h"
#include "tools/random/random.h"
#include <stdlib.h>
#include <string.h>

#define LETTERS_MAX ((uint64_t)1 << 31)

static int append(struct mer_reads *reads, uint8_t letter)
{
    if (reads->letter_count == reads->room) {
        uint64_t room = reads->room > 0 ? 2 * reads->room : 1 << 16;
        uint8_t *letters = room <= LETTERS_MAX ? realloc(reads->letters, room) : NULL;
        if (letters == NULL) {
            return -1;
        }
        reads->letters = letters;
        reads->room = room;
    }
    reads->letters[reads->letter_count++] = letter;
    return 0;
}

static int fail_room(struct tool_error *error)
{
    return tool_fail(error, "the reads do not fit into memory, or have more than 2^31 letters; take fewer");
}

/* ---- files ---- */

#define NO_BYTE 5

/* The number of a letter of a sequence; IUPAC's letters for several are not known ones. */
static uint8_t letter_of(int byte)
{
    switch (byte) {
    case 'A':
    case 'a':
        return 0;
    case 'C':
    case 'c':
        return 1;
    case 'G':
    case 'g':
        return 2;
    case 'T':
    case 't':
    case 'U':
    case 'u':
        return 3;
    default:
        return byte > 0 && strchr("NnRrYySsWwKkMmBbDdHhVv.-", byte) != NULL ? MER_NO_LETTER : NO_BYTE;
    }
}

/* The letters of a line, and its end. */
static int read_letters(struct input *input, struct mer_reads *reads, struct tool_error *error)
{
    for (int byte = input_peek(input); byte != '\n' && byte != INPUT_END; byte = input_peek(input)) {
        uint8_t letter = letter_of(byte);
        if (byte == '\r') {
            input_skip_blanks(input);
            continue;
        }
        if (letter == NO_BYTE) {
            return text_input_fail(input, "a letter of a sequence", error);
        }
        if (append(reads, letter) != 0) {
            return fail_room(error);
        }
        input_take(input);
    }
    if (input_peek(input) == '\n') {
        input_take(input);
    }
    return 0;
}

/* Lines of letters, up to one that begins with `end`, or the end of the file. */
static int read_sequence(struct input *input, int end, struct mer_reads *reads, struct tool_error *error)
{
    int byte;

    reads->count++;
    if (append(reads, MER_NO_LETTER) != 0) {
        return fail_room(error);
    }
    for (byte = input_peek(input); byte != end && byte != INPUT_END; byte = input_peek(input)) {
        if (read_letters(input, reads, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int read_fasta(struct input *input, struct mer_reads *reads, struct tool_error *error)
{
    while (input_peek(input) != INPUT_END) {
        input_skip_line(input);
        if (read_sequence(input, '>', reads, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* As many bytes of quality as the read has letters, perhaps on several lines. */
static int read_quality(struct input *input, uint32_t letters, struct tool_error *error)
{
    uint32_t count = 0;

    while (count < letters) {
        int byte = input_peek(input);
        if (byte == INPUT_END || (byte < ' ' && byte != '\n' && byte != '\r') || byte >= 127) {
            return text_input_fail(input, "a quality for each letter of the read", error);
        }
        count += byte > ' ';
        input_take(input);
    }
    if (input_skip_blanks(input) != '\n' && input_peek(input) != INPUT_END) {
        return text_input_fail(input, "as many qualities as the read has letters", error);
    }
    return 0;
}

static int read_fastq(struct input *input, struct mer_reads *reads, struct tool_error *error)
{
    for (;;) {
        uint32_t before;
        while (input_skip_blanks(input) == '\n') {
            input_take(input);
        }
        if (input_peek(input) == INPUT_END) {
            return 0;
        }
        if (input_peek(input) != '@') {
            return text_input_fail(input, "a read that begins with @", error);
        }
        input_skip_line(input);
        before = reads->letter_count;
        if (read_sequence(input, '+', reads, error) != 0) {
            return -1;
        }
        if (input_peek(input) != '+') {
            return text_input_fail(input, "a line that begins with +", error);
        }
        input_skip_line(input);
        if (read_quality(input, reads->letter_count - before - 1, error) != 0) {
            return -1;
        }
    }
}

static int read_reads(struct input *input, void *to, struct tool_error *error)
{
    while (input_skip_blanks(input) == '\n') {
        input_take(input);
    }
    switch (input_peek(input)) {
    case '>':
        return read_fasta(input, to, error);
    case '@':
        return read_fastq(input, to, error);
    default:
        return text_input_fail(input, "FASTA, which begins with >, or FASTQ, which begins with @", error);
    }
}

int mer_reads_add_file(const char *path, struct mer_reads *reads, struct tool_error *error)
{
    return text_input_read(path, read_reads, reads, error);
}

/* ---- a genome at random ---- */

static int draw_read(const uint8_t *genome, uint32_t read_letters, int is_opposite, uint64_t *seed,
                     struct mer_reads *reads)
{
    int status = append(reads, MER_NO_LETTER);

    reads->count++;
    for (uint32_t i = 0; status == 0 && i < read_letters; i++) {
        uint8_t letter = is_opposite ? (uint8_t)(3 - genome[read_letters - 1 - i]) : genome[i];
        uint32_t chance = random_below(seed, 1024);
        if (chance < 4) {
            letter = (uint8_t)((letter + 1 + random_below(seed, 3)) % 4);
        }
        status = append(reads, chance == 4 ? MER_NO_LETTER : letter);
    }
    return status;
}

int mer_reads_draw(uint32_t genome_letters, uint32_t coverage, uint32_t read_letters, uint64_t seed,
                   struct mer_reads *reads, struct tool_error *error)
{
    uint8_t *genome = malloc(genome_letters);
    const uint64_t count = (uint64_t)genome_letters * coverage / read_letters + 1;
    int status = genome != NULL ? 0 : -1;

    for (uint32_t i = 0; status == 0 && i < genome_letters; i++) {
        genome[i] = (uint8_t)random_below(&seed, 4);
    }
    for (uint64_t i = 0; status == 0 && i < count; i++) {
        uint32_t at = random_below(&seed, genome_letters - read_letters + 1);
        int is_opposite = (int)random_below(&seed, 2);
        status = draw_read(genome + at, read_letters, is_opposite, &seed, reads);
    }
    free(genome);
    return status == 0 ? 0 : fail_room(error);
}

/* ---- parts ---- */

/* The first read that begins at this letter or behind it. */
static uint32_t begin_of(const struct mer_reads *reads, const uint32_t letter)
{
    uint32_t at = letter;

    while (at < reads->letter_count && reads->letters[at] != MER_NO_LETTER) {
        at++;
    }
    return at;
}

void mer_reads_part(const struct mer_reads *reads, uint32_t ranks, uint32_t rank, uint32_t *first,
                    uint32_t *count)
{
    const uint64_t letters = reads->letter_count;

    *first = begin_of(reads, (uint32_t)(letters * rank / ranks));
    *count = begin_of(reads, (uint32_t)(letters * (rank + 1) / ranks)) - *first;
}

void mer_reads_clear(struct mer_reads *reads)
{
    free(reads->letters);
    memset(reads, 0, sizeof *reads);
}
