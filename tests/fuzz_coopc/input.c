/* An input's files. */
#include "input.h"

#include <string.h>

static const char mark[] = "//@ ";

static int is_word_byte(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The name behind the mark: word bytes and one dot. 0 when there is none. */
static size_t name_length(const uint8_t *at, const uint8_t *end)
{
    size_t length = 0;
    size_t dots = 0;

    while (at + length < end && length + 1 < FILE_NAME_MAX &&
           (is_word_byte(at[length]) || at[length] == '.')) {
        dots += at[length] == '.';
        length++;
    }
    return dots == 1 && at[0] != '.' ? length : 0;
}

static int is_name_of(const struct input *input, const uint8_t *name, size_t length)
{
    for (unsigned i = 0; i < input->file_count; i++) {
        if (strlen(input->files[i].name) == length && memcmp(input->files[i].name, name, length) == 0) {
            return 1;
        }
    }
    return 0;
}

static int begins_with(const uint8_t *word, size_t length, const char *const *prefixes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (length >= strlen(prefixes[i]) && memcmp(word, prefixes[i], strlen(prefixes[i])) == 0) {
            return 1;
        }
    }
    return 0;
}

static int is_one_of(const uint8_t *word, size_t length, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (length == strlen(words[i]) && memcmp(word, words[i], length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Words of a line that a command line may hold: definitions, names of warnings, versions of the language. */
static void read_options(struct input *input, const uint8_t *at, const uint8_t *end)
{
    static const char *const allowed[] = {"-D", "-W", "-cl-"}; /* and what follows them */
    static const char *const whole[] = {"-w", "--Werror"};

    while (at < end && input->option_count < OPTIONS_MAX) {
        size_t length = 0;
        while (at + length < end && at[length] > ' ' && at[length] < 0x7f) {
            length++;
        }
        if (length < FILE_NAME_MAX &&
            (begins_with(at, length, allowed, 3) || is_one_of(at, length, whole, 2))) {
            memcpy(input->options[input->option_count], at, length);
            input->options[input->option_count++][length] = '\0';
        }
        at += length + 1;
    }
}

static const uint8_t *line_end(const uint8_t *at, const uint8_t *end)
{
    const uint8_t *newline = memchr(at, '\n', (size_t)(end - at));

    return newline == NULL ? end : newline;
}

/* Begins the next file when the line says so. */
static int begin_file(struct input *input, const uint8_t *line, const uint8_t *end)
{
    const uint8_t *name = line + strlen(mark);
    size_t length;

    if ((size_t)(end - line) <= strlen(mark) || memcmp(line, mark, strlen(mark)) != 0) {
        return 0;
    }
    length = name_length(name, end);
    if (length > 0 && input->file_count < FILES_MAX && !is_name_of(input, name, length)) {
        memcpy(input->files[input->file_count].name, name, length);
        input->file_count++;
        return 1;
    }
    if ((size_t)(end - name) > 8 && memcmp(name, "options ", 8) == 0) {
        read_options(input, name + 8, end);
    }
    return 0;
}

void input_split(struct input *input, const uint8_t *bytes, size_t length)
{
    const uint8_t *end = bytes + length;

    memset(input, 0, sizeof *input);
    strcpy(input->files[0].name, "main.cl");
    input->files[0].bytes = bytes;
    input->file_count = 1;
    for (const uint8_t *line = bytes; line < end;) {
        const uint8_t *stop = line_end(line, end);
        const uint8_t *next = stop < end ? stop + 1 : end;
        unsigned before = input->file_count - 1;
        if (begin_file(input, line, stop)) {
            input->files[before].length = (size_t)(line - input->files[before].bytes);
            input->files[before + 1].bytes = next;
        }
        line = next;
    }
    input->files[input->file_count - 1].length = (size_t)(end - input->files[input->file_count - 1].bytes);
}
