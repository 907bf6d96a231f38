#include "input.h"

#include "codings.h"

#include <stdlib.h>
#include <string.h>

static size_t take_plain(struct input *input)
{
    size_t count;

    if (input->raw.count == 0) {
        raw_file_next(&input->raw);
    }
    count = input->raw.count;
    memcpy(input->text, input->raw.bytes, count);
    input->raw.count = 0;
    input->has_ended = count == 0;
    return count;
}

int input_refill(struct input *input)
{
    size_t count;

    if (input->has_ended || input->raw.is_broken) {
        return 0;
    }
    count = input->coding != NULL
                ? input->coding->decode(input->decoder, &input->raw, input->text, &input->has_ended)
                : take_plain(input);
    input->next = input->text;
    input->end = input->text + count;
    return count > 0;
}

static int start_coding(struct input *input, struct graph_error *error)
{
    const struct coding *coding = coding_of(input->raw.bytes, input->raw.count);

    if (coding == NULL) {
        return 0;
    }
    if (coding->start == NULL) {
        return graph_fail(error,
                          "%s is compressed by %s, which this build cannot read: its library was missing; "
                          "decompress the file first, or build with lib%s-dev",
                          input->path, coding->name, coding->name);
    }
    input->decoder = coding->start(&input->raw);
    if (input->decoder == NULL) {
        return graph_fail(error, "%s cannot be decompressed: memory is exhausted", input->path);
    }
    input->coding = coding;
    return 0;
}

int input_open(struct input *input, const char *path, struct graph_error *error)
{
    memset(input, 0, sizeof *input);
    input->path = path;
    input->line = 1;
    if (raw_file_open(&input->raw, path, error) != 0) {
        return -1;
    }
    input->text = malloc(CODING_TEXT_BYTES);
    if (input->text == NULL) {
        input_close(input);
        return graph_fail(error, "%s cannot be read: memory is exhausted", path);
    }
    input->next = input->text;
    input->end = input->text;
    if (start_coding(input, error) != 0) {
        input_close(input);
        return -1;
    }
    return 0;
}

void input_close(struct input *input)
{
    if (input->coding != NULL) {
        input->coding->stop(input->decoder);
    }
    free(input->text);
    raw_file_close(&input->raw);
    memset(input, 0, sizeof *input);
}

void input_skip_line(struct input *input)
{
    int byte;

    do {
        byte = input_peek(input);
        if (byte == INPUT_END) {
            return;
        }
        input_take(input);
    } while (byte != '\n');
}

void input_take_word(struct input *input, char *word, size_t capacity)
{
    size_t length = 0;
    int byte = input_peek(input);

    while (byte > ' ' && length + 1 < capacity) {
        word[length++] = (char)(byte < 127 ? byte : '?');
        input_take(input);
        byte = input_peek(input);
    }
    word[length] = '\0';
}
