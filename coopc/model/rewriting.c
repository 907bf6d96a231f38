/* Files of which parts are written anew, to be read again. */
#include "coopc/model/rewriting.h"

#include <string.h>

/* Takes over the text up to the offset, with the parts in it. */
static void rewrite_up_to(struct rewriting *rewriting, size_t offset)
{
    const struct unfoldings *old = &rewriting->source->unfoldings;

    for (; rewriting->old < old->count && old->items[rewriting->old].text.begin < offset; ++rewriting->old) {
        struct unfolding *part = LIST_ADD(&rewriting->parts);

        *part = old->items[rewriting->old];
        part->text.begin = part->text.begin - rewriting->at + rewriting->text.length;
        part->text.end = part->text.end - rewriting->at + rewriting->text.length;
    }
    text_append(&rewriting->text, rewriting->source->original + rewriting->at, offset - rewriting->at);
    rewriting->at = offset;
}

bool rewriting_may_replace(const struct rewriting *rewriting, struct range range)
{
    const struct unfoldings *old = &rewriting->source->unfoldings;

    for (size_t i = 0; i < old->count; ++i) {
        if (range.begin < old->items[i].text.end && old->items[i].text.begin < range.end) {
            return false;
        }
    }
    return range.begin >= rewriting->at;
}

/* The part that the end of the text is inside of: what is put there belongs to it. */
static struct unfolding *part_around(const struct rewriting *rewriting)
{
    struct unfolding *last =
        rewriting->parts.count == 0 ? NULL : &rewriting->parts.items[rewriting->parts.count - 1];

    return last != NULL && last->text.end > rewriting->text.length ? last : NULL;
}

static void replace(struct rewriting *rewriting, struct range range, const char *made, bool is_generated,
                    struct range about)
{
    const struct source *source = rewriting->source;
    struct unfolding *around;
    struct unfolding part;

    rewrite_up_to(rewriting, range.begin);
    around = part_around(rewriting);
    part.written.begin = source_written(source, about.begin);
    part.written.end = source_written(source, range.end);
    part.text.begin = rewriting->text.length;
    text_puts(&rewriting->text, made);
    text_puts(&rewriting->text, " ");
    for (size_t i = range.begin; i < range.end; ++i) {
        text_append(&rewriting->text, source->original + i, source->original[i] == '\n');
    }
    part.text.end = rewriting->text.length;
    part.is_generated = is_generated;
    if (around == NULL) {
        *LIST_ADD(&rewriting->parts) = part;
    } else {
        around->text.end += part.text.end - part.text.begin - (range.end - range.begin);
        around->is_generated |= is_generated;
    }
    rewriting->at = range.end;
    while (rewriting->old < source->unfoldings.count &&
           source->unfoldings.items[rewriting->old].text.begin < range.end) {
        ++rewriting->old; /* it has gone with the range */
    }
}

void rewriting_replace(struct rewriting *rewriting, struct range range, const char *made)
{
    replace(rewriting, range, made, false, range);
}

void rewriting_put(struct rewriting *rewriting, struct range range, const char *made)
{
    replace(rewriting, range, made, true, range);
}

void rewriting_put_about(struct rewriting *rewriting, struct range range, const char *made,
                         struct range about)
{
    replace(rewriting, range, made, true, about);
}

/* What follows is in the user's line again. */
void rewriting_generate(struct rewriting *rewriting, struct range range, const char *made)
{
    replace(rewriting, range,
            string_printf("%s\n#line %zu \"%s\"\n", made, source_line(rewriting->source, range.begin),
                          string_quoted(source_path(rewriting->source, range.begin))),
            true, range);
}

static struct unfolded *file_named(struct unfolded_files *files, const char *path)
{
    for (size_t i = 0; i < files->list.count; ++i) {
        if (strcmp(files->list.items[i].path, path) == 0) {
            return &files->list.items[i];
        }
    }
    return LIST_ADD(&files->list);
}

void rewriting_end(struct rewriting *rewriting, struct unfolded_files *files)
{
    const struct source *source = rewriting->source;
    struct unfolded *file;

    rewrite_up_to(rewriting, source->length);
    file = file_named(files, source->read_as);
    file->path = source->read_as;
    file->user_path = source->path;
    file->text = rewriting->text.bytes;
    file->length = rewriting->text.length;
    file->written = source->written;
    file->written_length = source->written_length;
    file->parts = rewriting->parts;
}

void unfolded_name_files(const struct unit *unit, struct unfolded_files *files)
{
    for (size_t i = 0; i < unit->sources.count && files->names.count < unit->sources.count; ++i) {
        *LIST_ADD(&files->names) =
            (struct named_file){unit->sources.items[i]->identity, unit->sources.items[i]->path};
    }
}
