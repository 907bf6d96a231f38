/* Where the module's text comes from: #line directives. */
#include "coopc/emit/line.h"

const char *emit_quoted(const char *path)
{
    struct text text = {0};

    for (; *path != '\0'; ++path) {
        if (*path == '"' || *path == '\\') {
            text_puts(&text, "\\");
        }
        text_append(&text, path, 1);
    }
    text_append(&text, "", 0);
    return text.bytes;
}

void emit_line(struct text *out, const struct source *source, size_t offset)
{
    if (out->length > 0 && out->bytes[out->length - 1] != '\n') {
        text_puts(out, "\n");
    }
    text_printf(out, "#line %zu \"%s\"\n", source_line(source, offset),
                emit_quoted(source_path(source, offset)));
}

void emit_place(struct text *out, const struct source *source, size_t offset, size_t room)
{
    struct place place = source_place(source, offset);
    size_t column = 0;

    emit_line(out, source, offset);
    while (column < place.offset && place.source->text[place.offset - column - 1] != '\n') {
        ++column;
    }
    for (; column > room; --column) {
        text_puts(out, " ");
    }
}
