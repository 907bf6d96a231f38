#include "graph_output.h"

#include "host/base/replace.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void graph_output_usage(const struct graph_form *form)
{
    static const char *const numbers[] = {"unsigned numbers", "signed numbers", "floats (IEEE 754)"};

    printf(
        "  --output FILE         write the %s, one for each vertex in order:\n"
        "                        FILE.txt  a number a line\n"
        "                        FILE.csv  lines vertex,value, below a line with these two words; a third\n"
        "                        column, id, where a list of edges calls its vertices otherwise\n"
        "                        others    %s of 32 bits, little-endian, without a head\n",
        form->words, numbers[form->number]);
}

static int has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path);

    return length >= strlen(ending) && strcmp(path + length - strlen(ending), ending) == 0;
}

/* Without a line's end. */
static void write_number(FILE *file, enum graph_number number, uint32_t word)
{
    float value;

    switch (number) {
    case GRAPH_UNSIGNED:
        fprintf(file, "%" PRIu32, word);
        break;
    case GRAPH_SIGNED:
        fprintf(file, "%" PRId32, (int32_t)word);
        break;
    case GRAPH_FLOAT:
        /* So many digits that reading them gives the same float. */
        memcpy(&value, &word, sizeof value);
        fprintf(file, "%.9g", (double)value);
        break;
    }
}

static void write_words(const struct graph_command *command, FILE *file)
{
    uint32_t count = command->graph.vertex_count;
    const uint64_t *ids = command->graph.ids;
    int is_csv = has_ending(command->output, ".csv");
    int is_text = is_csv || has_ending(command->output, ".txt");
    uint32_t i;

    if (is_csv) {
        fprintf(file, "vertex,value%s\n", ids != NULL ? ",id" : "");
    }
    for (i = 0; i < count; i++) {
        uint32_t word = command->words[i];
        unsigned char bytes[4] = {word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24};

        if (is_csv) {
            fprintf(file, "%" PRIu32 ",", i);
        }
        if (is_text) {
            write_number(file, command->form->number, word);
            if (is_csv && ids != NULL) {
                fprintf(file, ",%" PRIu64, ids[i]);
            }
            fputc('\n', file);
        } else {
            fwrite(bytes, 1, sizeof bytes, file);
        }
    }
}

int graph_output_write(const struct graph_command *command, struct tool_error *error)
{
    struct coop_replace replace;
    int code;

    if (command->output == NULL) {
        return 0;
    }
    code = coop_replace_open(&replace, command->output);
    if (code == 0) {
        write_words(command, replace.file);
        code = coop_replace_close(&replace, 1);
    }
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", command->output, strerror(code));
}
