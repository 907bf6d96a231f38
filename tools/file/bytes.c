#include "bytes.h"

#include "host/base/replace.h"
#include "tools/graph/graph.h"
#include "tools/graph/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Grows by doubling, since the size of a compressed file's contents is not known beforehand. */
static int append(struct bytes *bytes, size_t *capacity, const unsigned char *from, size_t count)
{
    size_t wanted = *capacity > 0 ? *capacity : (size_t)1 << 16;
    unsigned char *items;

    while (wanted < bytes->count + count) {
        wanted *= 2;
    }
    if (wanted > *capacity) {
        items = realloc(bytes->items, wanted);
        if (items == NULL) {
            return -1;
        }
        bytes->items = items;
        *capacity = wanted;
    }
    memcpy(bytes->items + bytes->count, from, count);
    bytes->count += count;
    return 0;
}

static int take_all(struct input *input, uint64_t largest, struct bytes *bytes, struct tool_error *error)
{
    size_t capacity = 0;

    while (input_peek(input) != INPUT_END) {
        size_t count = (size_t)(input->end - input->next);

        if (bytes->count + count > largest) {
            return tool_fail(error, "%s holds more than %llu bytes, which do not fit; take a smaller file",
                             input->path, (unsigned long long)largest);
        }
        if (append(bytes, &capacity, input->next, count) != 0) {
            return tool_fail(error, "%s cannot be read: memory is exhausted; take a smaller file",
                             input->path);
        }
        input->next = input->end;
    }
    if (input->raw.is_broken) {
        return tool_fail(error, "%s: %s; get the file again", input->path, input->raw.reason);
    }
    if (bytes->count == 0) {
        return tool_fail(error, "%s is empty; check that it was written completely", input->path);
    }
    return 0;
}

int bytes_read(const char *path, uint64_t largest, struct bytes *bytes, struct tool_error *error)
{
    struct graph_error input_error;
    struct input input;
    int status;

    memset(bytes, 0, sizeof *bytes);
    if (input_open(&input, path, &input_error) != 0) {
        return tool_fail(error, "%s", input_error.text);
    }
    status = take_all(&input, largest, bytes, error);
    input_close(&input);
    if (status != 0) {
        bytes_clear(bytes);
    }
    return status;
}

int bytes_read_words(const char *path, unsigned words_each, const char *what, uint64_t largest,
                     uint32_t **words, uint32_t *count, struct tool_error *error)
{
    size_t group_bytes = (size_t)words_each * sizeof **words;
    struct bytes bytes;
    size_t i;

    *words = NULL;
    *count = 0;
    if (bytes_read(path, largest * group_bytes, &bytes, error) != 0) {
        return -1;
    }
    if (bytes.count % group_bytes != 0) {
        size_t rest = bytes.count % group_bytes;

        bytes_clear(&bytes);
        return tool_fail(error, "%s ends with %zu byte%s of a %s; it is cut short, or no such file", path,
                         rest, rest == 1 ? "" : "s", what);
    }
    *words = malloc(bytes.count);
    if (*words == NULL) {
        bytes_clear(&bytes);
        return tool_fail(error, "%s cannot be read: memory is exhausted; take a smaller file", path);
    }
    for (i = 0; i < bytes.count / sizeof **words; i++) {
        const unsigned char *from = bytes.items + i * sizeof **words;

        (*words)[i] =
            (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
    }
    *count = (uint32_t)(bytes.count / group_bytes);
    bytes_clear(&bytes);
    return 0;
}

void bytes_clear(struct bytes *bytes)
{
    free(bytes->items);
    memset(bytes, 0, sizeof *bytes);
}

int beside_find(const char *name, char *path, size_t capacity)
{
    ssize_t length = readlink("/proc/self/exe", path, capacity - 1);
    char *slash;

    path[length > 0 ? length : 0] = '\0';
    slash = strrchr(path, '/');
    if (slash == NULL || (size_t)(slash + 2 - path) + strlen(name) > capacity) {
        return 0;
    }
    memcpy(slash + 1, name, strlen(name) + 1);
    return access(path, R_OK) == 0;
}

int data_find(const char *name, char *path, size_t bytes)
{
    static const char *const endings[] = {"", ".xz", ".gz"};
    const char *directory = getenv("COOP_DATA_DIR");
    unsigned i;

    for (i = 0; directory != NULL && *directory != '\0' && i < sizeof endings / sizeof *endings; i++) {
        int length = snprintf(path, bytes, "%s/%s%s", directory, name, endings[i]);

        if (length > 0 && (size_t)length < bytes && access(path, R_OK) == 0) {
            return 1;
        }
    }
    return 0;
}

int word_file_write(const char *path, const uint32_t *words, size_t count, struct tool_error *error)
{
    struct coop_replace replace;
    int code = coop_replace_open(&replace, path);

    if (code == 0) {
        for (size_t i = 0; i < count; i++) {
            const unsigned char bytes[4] = {words[i] & 255, words[i] >> 8 & 255, words[i] >> 16 & 255,
                                            words[i] >> 24};
            fwrite(bytes, 1, sizeof bytes, replace.file);
        }
        code = coop_replace_close(&replace, 1);
    }
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", path, strerror(code));
}
