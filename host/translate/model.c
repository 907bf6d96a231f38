/* Small operations on the model. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

void edit_add(struct source *source, size_t begin, size_t end, const char *text)
{
    struct edit *edit = LIST_ADD(&source->edits);

    edit->begin = begin;
    edit->end = end;
    edit->text = text;
    edit->order = source->edits.count;
}

static int compare_edits(const void *left, const void *right)
{
    const struct edit *a = left;
    const struct edit *b = right;

    if (a->begin != b->begin) {
        return a->begin < b->begin ? -1 : 1;
    }
    if (a->end != b->end) {
        return a->end > b->end ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

void edits_sort(struct source *source)
{
    if (source->edits.count > 1) {
        qsort(source->edits.items, source->edits.count, sizeof *source->edits.items, compare_edits);
    }
}

void text_append_edited(struct text *text, const struct source *source, struct range range)
{
    size_t at = range.begin;

    for (size_t i = 0; i < source->edits.count; ++i) {
        const struct edit *edit = &source->edits.items[i];

        if (edit->begin < at || edit->end > range.end || edit->text == NULL) {
            continue;
        }
        text_append(text, source->text + at, edit->begin - at);
        text_puts(text, edit->text);
        at = edit->end;
    }
    text_append(text, source->text + at, range.end - at);
}

size_t source_line(const struct source *source, size_t offset)
{
    size_t line = 1;

    for (size_t i = 0; i < offset && i < source->length; ++i) {
        line += source->original[i] == '\n';
    }
    return line;
}

bool operation_forks(enum operation operation)
{
    return operation == OPERATION_REQUEST_FORK || operation == OPERATION_RESIZING_BARRIER;
}

const char *declare(const struct declarator *declarator, const char *name)
{
    return string_printf("%s%s%s", declarator->prefix, name, declarator->suffix);
}
