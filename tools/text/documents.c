#include "documents.h"

#include <stdlib.h>
#include <string.h>

/* Adds the last line's end if the file lacks it. */
static int end_last_line(struct bytes *text)
{
    unsigned char *items;

    if (text->items[text->count - 1] == '\n') {
        return 0;
    }
    items = realloc(text->items, text->count + 1);
    if (items == NULL) {
        return -1;
    }
    text->items = items;
    text->items[text->count++] = '\n';
    return 0;
}

static uint32_t count_lines(const struct bytes *text)
{
    uint32_t count = 0;
    size_t i;

    for (i = 0; i < text->count; i++) {
        count += text->items[i] == '\n';
    }
    return count;
}

int documents_find_lines(struct documents *documents, const char *name, struct tool_error *error)
{
    uint32_t document = 0;
    size_t i;

    if (end_last_line(&documents->text) == 0) {
        documents->count = count_lines(&documents->text);
        documents->begins = malloc(((size_t)documents->count + 1) * sizeof *documents->begins);
    }
    if (documents->begins == NULL) {
        documents_clear(documents);
        return tool_fail(error, "%s cannot be read: memory is exhausted; take a smaller file", name);
    }
    documents->begins[0] = 0;
    for (i = 0; i < documents->text.count; i++) {
        if (documents->text.items[i] == '\n') {
            uint32_t bytes = (uint32_t)i - documents->begins[document];

            documents->longest_bytes = bytes > documents->longest_bytes ? bytes : documents->longest_bytes;
            documents->begins[++document] = (uint32_t)i + 1;
        }
    }
    return 0;
}

int documents_read(const char *path, struct documents *documents, struct tool_error *error)
{
    memset(documents, 0, sizeof *documents);
    if (bytes_read(path, DOCUMENTS_BYTES_MAX - 1, &documents->text, error) != 0) {
        return -1;
    }
    return documents_find_lines(documents, path, error);
}

void documents_clear(struct documents *documents)
{
    bytes_clear(&documents->text);
    free(documents->begins);
    memset(documents, 0, sizeof *documents);
}
