/* Diagnostics. */
#include "coopc/diag/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct diagnostic {
    const struct source *source;
    size_t offset; /* in what the user wrote */
    size_t line;
    size_t order;
    bool is_error;
    const char *name;   /* an error's, or NULL */
    const char *option; /* a warning's name, or NULL */
    const char *message;
    const char *remedy;
};

static LIST(struct diagnostic) diagnostics;
static size_t error_count;
static bool has_warnings;
static bool warnings_are_silent;
static bool warnings_are_errors;

static bool is_known(const struct diagnostic *wanted)
{
    for (size_t i = 0; i + 1 < diagnostics.count; ++i) {
        const struct diagnostic *other = &diagnostics.items[i];

        if (other->offset == wanted->offset &&
            (strcmp(other->source->identity, wanted->source->identity) == 0 ||
             strcmp(other->source->path, wanted->source->path) == 0) &&
            strcmp(other->message, wanted->message) == 0) {
            return true;
        }
    }
    return false;
}

/* The same header may be read for several files, and a helper be inlined more than once: faults are told
 * once.
 */
static void add(const struct diagnostic *diagnostic)
{
    struct diagnostic *added = LIST_ADD(&diagnostics);
    struct place place = source_place(diagnostic->source, diagnostic->offset);

    *added = *diagnostic;
    added->source = place.source;
    added->offset = source_written(place.source, place.offset);
    added->line = source_line(place.source, place.offset);
    added->order = diagnostics.count;
    if (is_known(added)) {
        --diagnostics.count;
    } else if (added->is_error) {
        ++error_count;
    } else {
        has_warnings = true;
    }
}

void diag_error(enum error error, const struct source *source, size_t offset, const char *remedy,
                const char *format, ...)
{
    struct diagnostic diagnostic = {
        .source = source, .offset = offset, .is_error = true, .remedy = remedy, .name = error_names[error]};
    va_list arguments;

    va_start(arguments, format);
    diagnostic.message = string_vprintf(format, arguments);
    va_end(arguments);
    add(&diagnostic);
}

void diag_warning(enum warning warning, const struct source *source, size_t offset, const char *remedy,
                  const char *format, ...)
{
    struct diagnostic diagnostic = {
        .source = source, .offset = offset, .remedy = remedy, .option = warning_names[warning]};
    va_list arguments;

    if (!warning_is_on(warning) || warnings_are_silent) {
        return;
    }
    va_start(arguments, format);
    diagnostic.message = string_vprintf(format, arguments);
    va_end(arguments);
    add(&diagnostic);
}

void diag_compiler_error(const struct source *source, size_t offset, const char *remedy, const char *message)
{
    struct diagnostic diagnostic = {
        .source = source, .offset = offset, .is_error = true, .remedy = remedy, .message = message};

    add(&diagnostic);
}

void diag_compiler_warning(const struct source *source, size_t offset, const char *remedy, const char *name,
                           const char *message)
{
    struct diagnostic diagnostic = {.source = source,
                                    .offset = offset,
                                    .remedy = remedy,
                                    .option = name[0] == '\0' ? NULL : name,
                                    .message = message};

    if (!warnings_are_silent) {
        add(&diagnostic);
    }
}

void diag_silence_warnings(void)
{
    warnings_are_silent = true;
}

void diag_refuse_warnings(void)
{
    warnings_are_errors = true;
}

size_t diag_error_count(void)
{
    return error_count;
}

bool diag_has_failed(void)
{
    return error_count > 0 || (has_warnings && warnings_are_errors);
}

static int compare(const void *left, const void *right)
{
    const struct diagnostic *a = left;
    const struct diagnostic *b = right;

    int paths = strcmp(a->source->path, b->source->path);

    if (paths != 0) {
        return paths;
    }
    if (a->offset != b->offset) {
        return a->offset < b->offset ? -1 : 1;
    }
    return a->order < b->order ? -1 : 1;
}

/* The part of a line that is shown: all of it, or what stands around the place. */
struct window {
    size_t begin;
    size_t end;
    bool is_cut_before;
    bool is_cut_behind;
};

enum { WINDOW_BYTES = 160, WINDOW_BEFORE = 100 };

/* Whether the byte goes on with a character that has begun before (UTF-8). */
static bool is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static struct window window_of(const struct source *source, size_t line, size_t offset, size_t end)
{
    struct window window = {line, end, false, false};

    if (end - line > WINDOW_BYTES) {
        window.begin = offset - line > WINDOW_BEFORE ? offset - WINDOW_BEFORE : line;
        window.end = end - window.begin > WINDOW_BYTES ? window.begin + WINDOW_BYTES : end;
    }
    while (window.begin > line && window.begin < offset &&
           is_inside_character(source->written[window.begin])) {
        ++window.begin;
    }
    while (window.end < end && window.end > offset && is_inside_character(source->written[window.end])) {
        --window.end;
    }
    window.is_cut_before = window.begin > line;
    window.is_cut_behind = window.end < end;
    return window;
}

/* What would move the cursor or change the terminal is shown as a question mark. */
static void print_line(FILE *file, const struct source *source, struct window window)
{
    fputs(window.is_cut_before ? "    ..." : "    ", file);
    for (size_t i = window.begin; i < window.end; ++i) {
        fputc(is_control(source->written[i]) ? '?' : source->written[i], file);
    }
    fputs(window.is_cut_behind ? "...\n" : "\n", file);
}

static void print_caret(FILE *file, const struct source *source, struct window window, size_t offset)
{
    fputs(window.is_cut_before ? "       " : "    ", file);
    for (size_t i = window.begin; i < offset; ++i) {
        if (!is_inside_character(source->written[i])) {
            fputc(source->written[i] == '\t' ? '\t' : ' ', file);
        }
    }
    fputs("^\n", file);
}

static void print_one(FILE *file, const struct diagnostic *diagnostic)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    const struct source *source = diagnostic->source;
    size_t offset = diagnostic->offset < source->written_length ? diagnostic->offset : source->written_length;
    size_t begin = offset;
    size_t end = offset;
    struct window window;

    while (begin > 0 && source->written[begin - 1] != '\n') {
        --begin;
    }
    if (begin == 0 && string_begins(source->written, byte_order_mark)) {
        begin = strlen(byte_order_mark);
        offset = offset < begin ? begin : offset;
        end = offset;
    }
    while (end < source->written_length && source->written[end] != '\n' && source->written[end] != '\r') {
        ++end;
    }
    fprintf(file, "%s:%zu:%zu: %s: %s", string_shown(source->path), diagnostic->line, offset - begin + 1,
            diagnostic->is_error || warnings_are_errors ? "error" : "warning", diagnostic->message);
    if (diagnostic->name != NULL) {
        fprintf(file, " [%s]", diagnostic->name);
    }
    if (diagnostic->option != NULL) {
        fprintf(file, " [-W%s]", diagnostic->option);
    }
    fputc('\n', file);
    window = window_of(source, begin, offset, end);
    print_line(file, source, window);
    print_caret(file, source, window, offset);
    if (diagnostic->remedy != NULL) {
        fprintf(file, "    remedy: %s\n", diagnostic->remedy);
    }
}

void diag_print(FILE *file)
{
    if (diagnostics.count > 1) {
        qsort(diagnostics.items, diagnostics.count, sizeof *diagnostics.items, compare);
    }
    for (size_t i = 0; i < diagnostics.count; ++i) {
        print_one(file, &diagnostics.items[i]);
    }
    diagnostics.count = 0;
}

void diag_reset(void)
{
    diagnostics.items = NULL;
    diagnostics.count = 0;
    diagnostics.capacity = 0;
    error_count = 0;
    has_warnings = false;
    warnings_are_silent = false;
    warnings_are_errors = false;
}
