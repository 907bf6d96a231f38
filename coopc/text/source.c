/* A file of the user's. */
#include "coopc/text/source.h"

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

void edit_wrap(struct source *source, struct range range, const char *opening, const char *closing)
{
    edit_add(source, range.begin, range.end, opening);
    source->edits.items[source->edits.count - 1].closing = closing;
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
    if ((a->closing != NULL) != (b->closing != NULL)) {
        return a->closing != NULL ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

/* Whether the edit says what another in front of it says. */
static bool is_repeated(const struct source *source, size_t index)
{
    const struct edit *edit = &source->edits.items[index];

    while (index > 0) {
        const struct edit *other = &source->edits.items[--index];

        if (other->begin != edit->begin || other->end != edit->end) {
            return false;
        }
        if (other->text != NULL && edit->text != NULL && strcmp(other->text, edit->text) == 0) {
            return true;
        }
    }
    return false;
}

/* A file that is included twice has each of its declarations twice. */
void edits_sort(struct source *source)
{
    size_t kept = 0;

    if (source->edits.count > 1) {
        qsort(source->edits.items, source->edits.count, sizeof *source->edits.items, compare_edits);
    }
    for (size_t i = 0; i < source->edits.count; ++i) {
        source->edits.items[kept] = source->edits.items[i];
        kept += !is_repeated(source, kept);
    }
    source->edits.count = kept;
}

/* The first of the sorted edits that begins at or behind the offset. */
static size_t edits_at(const struct source *source, size_t offset)
{
    size_t low = 0;
    size_t high = source->edits.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (source->edits.items[middle].begin < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const char *edit_of(const struct source *source, struct range range)
{
    for (size_t i = edits_at(source, range.begin);
         i < source->edits.count && source->edits.items[i].begin == range.begin; ++i) {
        const struct edit *edit = &source->edits.items[i];

        if (edit->end == range.end && edit->closing == NULL && edit->text != NULL) {
            return edit->text;
        }
    }
    return NULL;
}

/* With the edits from number `first` on. */
static void append_edited(struct text *text, const struct source *source, struct range range, size_t first)
{
    size_t at = range.begin;

    for (size_t i = first; i < source->edits.count; ++i) {
        const struct edit *edit = &source->edits.items[i];

        if (edit->begin > range.end) {
            break;
        }
        if (edit->begin < at || edit->end > range.end || edit->text == NULL) {
            continue;
        }
        text_append(text, source->text + at, edit->begin - at);
        text_puts(text, edit->text);
        if (edit->closing != NULL) { /* the edits inside come behind it: it is longer */
            append_edited(text, source, (struct range){edit->begin, edit->end}, i + 1);
            text_puts(text, edit->closing);
        }
        at = edit->end;
    }
    text_append(text, source->text + at, range.end - at);
}

void text_append_edited(struct text *text, const struct source *source, struct range range)
{
    append_edited(text, source, range, edits_at(source, range.begin));
}

size_t source_copy(struct source *to, const struct source *from, struct range range)
{
    size_t begin = to->extent + 1;
    size_t length = range.end - range.begin;
    struct copy *copy = LIST_ADD(&to->copies);

    if (begin + length >= to->room) {
        char *text;

        to->room = 2 * (begin + length);
        text = memory_allocate(to->room);
        memcpy(text, to->text, to->extent);
        to->text = text;
        to->tokens.text = text;
    }
    to->text[to->extent] = '\n';
    memcpy(to->text + begin, from->text + range.begin, length);
    to->extent = begin + length;
    to->text[to->extent] = '\0';
    copy->range.begin = begin;
    copy->range.end = to->extent;
    copy->source = from;
    copy->offset = range.begin;
    return begin;
}

struct place source_place(const struct source *source, size_t offset)
{
    struct place place = {source, offset};

    for (size_t i = 0; offset > source->length && i < source->copies.count; ++i) {
        const struct copy *copy = &source->copies.items[i];

        if (offset >= copy->range.begin && offset <= copy->range.end) {
            place.source = copy->source;
            place.offset = copy->offset + (offset - copy->range.begin);
        }
    }
    return place;
}

const char *source_path(const struct source *source, size_t offset)
{
    return source_place(source, offset).source->path;
}

size_t source_written(const struct source *source, size_t offset)
{
    size_t shift = 0; /* how much longer the text is up to here */
    size_t taken = 0;

    for (size_t i = 0; i < source->unfoldings.count; ++i) {
        const struct unfolding *part = &source->unfoldings.items[i];

        if (offset < part->text.begin) {
            break;
        }
        if (offset < part->text.end) {
            return part->written.begin;
        }
        shift = part->text.end;
        taken = part->written.end;
    }
    return offset - shift + taken;
}

bool source_is_generated(const struct source *source, size_t offset)
{
    for (size_t i = 0; i < source->unfoldings.count; ++i) {
        const struct unfolding *part = &source->unfoldings.items[i];

        if (part->is_generated && offset >= part->text.begin && offset < part->text.end) {
            return true;
        }
    }
    return false;
}

bool source_is_own(const struct source *source)
{
    return source->is_words || source->is_own;
}

void source_find_lines(struct source *source)
{
    for (size_t i = 0; i < source->written_length; ++i) {
        if (source->written[i] == '\n') {
            *LIST_ADD(&source->lines) = i;
        }
    }
}

size_t source_line(const struct source *source, size_t offset)
{
    struct place place = source_place(source, offset);
    const struct lines *lines = &place.source->lines;
    size_t end = source_written(place.source,
                                place.offset < place.source->length ? place.offset : place.source->length);
    size_t low = 0;
    size_t high = lines->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (lines->items[middle] < end) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low + 1;
}

struct tokens expansion_definition(const struct expansion *expansion)
{
    const struct source *source = expansion->source;
    struct tokens tokens = {.text = NULL};
    size_t behind = token_at(&source->tokens, expansion->offset);

    if (behind > 0) {
        lex(&tokens, source->original, expansion->offset, source->tokens.list.items[behind - 1].end);
    }
    return tokens;
}

bool expansion_is_one_call(const struct expansion *macro)
{
    struct tokens tokens = expansion_definition(macro);
    size_t at = 1;

    if (tokens.list.count == 0) {
        return false;
    }
    if (tokens.list.count > 1 && token_is(&tokens, 1, "(") &&
        tokens.list.items[1].begin == tokens.list.items[0].end) {
        at = token_match(&tokens, 1, tokens.list.count) + 1;
    }
    if (!token_is(&tokens, at + 1, "(") || tokens.list.items[at].kind != TOKEN_WORD) {
        return false;
    }
    at = token_match(&tokens, at + 1, tokens.list.count) + 1;
    return at == tokens.list.count || (at + 1 == tokens.list.count && token_is(&tokens, at, ";"));
}
