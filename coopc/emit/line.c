/* Where the module's text comes from: #line directives. */
#include "coopc/emit/line.h"

void emit_line(struct text *out, const struct source *source, size_t offset)
{
    if (out->length > 0 && out->bytes[out->length - 1] != '\n') {
        text_puts(out, "\n");
    }
    text_printf(out, "#line %zu \"%s\"\n", source_line(source, offset),
                string_quoted(source_path(source, offset)));
}

void emit_place(struct text *out, const struct source *source, size_t offset, size_t room)
{
    struct place place = source_place(source, offset);
    size_t written = source_written(place.source, place.offset);
    size_t column = 0;

    emit_line(out, source, offset);
    while (column < written && place.source->written[written - column - 1] != '\n') {
        ++column;
    }
    for (; column > room; --column) {
        text_puts(out, " ");
    }
}
