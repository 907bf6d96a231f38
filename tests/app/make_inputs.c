/* make_inputs DIRECTORY: writes small inputs for the workloads: a text with documents of very different
 * lengths, points in clusters, and a board. The same on every machine. */
#include "tools/random/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOCUMENTS 600
#define POINTS 4000

static FILE *open_file(const char *directory, const char *name)
{
    char path[1024];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static void write_word(FILE *file, uint32_t word)
{
    unsigned char bytes[4] = {word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24};

    fwrite(bytes, 1, sizeof bytes, file);
}

static void write_text(FILE *file, uint64_t *random)
{
    static const char *const words[] = {"task", "Queue", "steal", "worker", "stealing", "x"};
    uint32_t i, j;

    for (i = 0; i < DOCUMENTS; i++) {
        /* A few documents are most of the text. */
        uint32_t length = random_below(random, i % 50 == 0 ? 4000 : 12);

        for (j = 0; j < length; j++) {
            fprintf(file, "%s%s", words[random_below(random, 6)], random_below(random, 8) == 0 ? ", " : " ");
        }
        fputs(i % 7 == 0 ? "needle\n" : "needles\n", file);
    }
}

static void write_points(FILE *file, uint64_t *random)
{
    uint32_t i, axis, bits;

    for (i = 0; i < POINTS; i++) {
        for (axis = 0; axis < 3; axis++) {
            float coordinate = (float)random_below(random, i % 4 == 0 ? 1000000 : 1000);

            memcpy(&bits, &coordinate, sizeof bits);
            write_word(file, bits);
        }
    }
}

int main(int count, char **arguments)
{
    static const char board[] = ".......\n.......\n.......\n...O...\n..XO...\n.OXX...\n";
    uint64_t random = 1;
    FILE *file;

    if (count != 2) {
        fputs("make_inputs DIRECTORY\n", stderr);
        return 2;
    }
    file = open_file(arguments[1], "text");
    write_text(file, &random);
    fclose(file);
    file = open_file(arguments[1], "points.f32");
    write_points(file, &random);
    fclose(file);
    file = open_file(arguments[1], "board");
    fputs(board, file);
    fclose(file);
    return 0;
}
