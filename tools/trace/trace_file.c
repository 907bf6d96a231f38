#include "trace_file.h"

#include <coop/shared/limits.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LINE_MAX_BYTES 4096 /* of the lines that are read; others may be longer */
#define SLOTS_MAX 65535
#define EVENTS_FIRST 4096
#define LAUNCHES_FIRST 64

struct reader {
    gzFile file;
    const char *path;
    struct tool_error *error;
    unsigned long line; /* from 1 */
    char text[LINE_MAX_BYTES];
    char *at; /* in text */
    uint64_t origin_ns;
};

static int fail(struct reader *reader, const char *what)
{
    return tool_fail(reader->error, "%s:%lu:%ld: %s", reader->path, reader->line,
                     (long)(reader->at - reader->text) + 1, what);
}

/* -1 with a message when the last read failed. */
static int check_file(struct reader *reader)
{
    int code;
    const char *said = gzerror(reader->file, &code);

    if (code == Z_OK || code == Z_STREAM_END) {
        return 0;
    }
    return tool_fail(reader->error, "%s cannot be read: %s", reader->path,
                     code == Z_ERRNO       ? strerror(errno)
                     : code == Z_BUF_ERROR ? "the compressed data ends too early"
                                           : said);
}

/* 1, 0 at the end of the file, -1 with a message. Of a longer line, the beginning. */
static int next_line(struct reader *reader)
{
    char rest[LINE_MAX_BYTES];
    int is_long;

    reader->line++;
    reader->at = reader->text;
    if (gzgets(reader->file, reader->text, sizeof reader->text) == NULL) {
        reader->text[0] = '\0';
        return check_file(reader);
    }
    is_long = strchr(reader->text, '\n') == NULL;
    while (is_long && gzgets(reader->file, rest, sizeof rest) != NULL) {
        is_long = strchr(rest, '\n') == NULL;
    }
    return is_long && check_file(reader) != 0 ? -1 : 1;
}

static int expect(struct reader *reader, const char *text)
{
    size_t length = strlen(text);
    char what[64];

    if (strncmp(reader->at, text, length) == 0) {
        reader->at += length;
        return 0;
    }
    snprintf(what, sizeof what, "%s is missing", text);
    return fail(reader, what);
}

static int read_number(struct reader *reader, int base, uint64_t maximum, uint64_t *number)
{
    const char *digits = base == 16 ? "0123456789abcdef" : "0123456789";
    size_t length = strspn(reader->at, digits);
    char *end;

    errno = 0;
    *number = strtoull(reader->at, &end, base);
    if (length == 0 || end != reader->at + length || errno != 0) {
        return fail(reader, "a number is missing");
    }
    if (*number > maximum) {
        return fail(reader, "this number is too large for what it means");
    }
    reader->at = end;
    return 0;
}

/* "," and then a number. */
static int read_next_u32(struct reader *reader, uint64_t maximum, uint32_t *number)
{
    uint64_t wide;

    if (expect(reader, ",") != 0 || read_number(reader, 10, maximum, &wide) != 0) {
        return -1;
    }
    *number = (uint32_t)wide;
    return 0;
}

static int read_next_truth(struct reader *reader, int *truth)
{
    uint32_t number;

    if (read_next_u32(reader, 1, &number) != 0) {
        return -1;
    }
    *truth = (int)number;
    return 0;
}

/* One character of a string, which the writer makes of ASCII and \u00XX alone; -1 when it is none. */
static int read_character(struct reader *reader)
{
    char code[5];
    char *end;
    long value;

    if (*reader->at != '\\') {
        return (unsigned char)*reader->at < ' ' ? -1 : (unsigned char)*reader->at++;
    }
    if (reader->at[1] == '"' || reader->at[1] == '\\') {
        reader->at += 2;
        return (unsigned char)reader->at[-1];
    }
    if (reader->at[1] != 'u' || strlen(reader->at) < 6) {
        return -1;
    }
    memcpy(code, reader->at + 2, 4);
    code[4] = '\0';
    value = strspn(code, "0123456789abcdef") == 4 ? strtol(code, &end, 16) : 0;
    if (value < 1 || value > 255) {
        return -1;
    }
    reader->at += 6;
    return (int)value;
}

static int read_string(struct reader *reader, char *text, size_t capacity)
{
    size_t length = 0;

    if (expect(reader, "\"") != 0) {
        return -1;
    }
    while (*reader->at != '"') {
        int character = read_character(reader);

        if (character < 0) {
            return fail(reader, "the string does not end, or has what no writer puts into one");
        }
        if (length + 1 == capacity) {
            return fail(reader, "the string is too long");
        }
        text[length++] = (char)character;
    }
    text[length] = '\0';
    return expect(reader, "\"");
}

/* "name": and a number, behind a comma. */
static int read_member(struct reader *reader, const char *name, uint64_t maximum, uint64_t *number)
{
    return expect(reader, ",\"") != 0 || expect(reader, name) != 0 || expect(reader, "\":") != 0
               ? -1
               : read_number(reader, 10, maximum, number);
}

static int read_head(struct reader *reader, struct coop_trace *trace)
{
    uint64_t slots;
    uint64_t has_barriers;
    uint64_t was_live;
    char version;

    if (expect(reader, "],\"coop\":{\"version\":") != 0) {
        return -1;
    }
    version = reader->at[0];
    if ((version != '1' && version != '2') || reader->at[1] != ',') {
        return fail(reader, "this version of the format is unknown; a newer coop-trace may know it");
    }
    reader->at++;
    if (expect(reader, ",\"device\":") != 0 ||
        read_string(reader, trace->device_name, sizeof trace->device_name) != 0 ||
        read_member(reader, "slots", SLOTS_MAX, &slots) != 0 ||
        read_member(reader, "events_lost", UINT64_MAX, &trace->events_lost) != 0 ||
        (version != '1' &&
         read_member(reader, "barrier_events_lost", trace->events_lost, &trace->barrier_events_lost) != 0) ||
        read_member(reader, "has_barriers", 1, &has_barriers) != 0 ||
        read_member(reader, "was_live", 1, &was_live) != 0 || expect(reader, ",\"origin_ns\":\"") != 0 ||
        read_number(reader, 10, UINT64_MAX, &reader->origin_ns) != 0 ||
        expect(reader, "\",\"launches\":[\n") != 0) {
        return -1;
    }
    trace->slot_count = (uint32_t)slots;
    trace->has_barriers = (int)has_barriers;
    trace->was_live = (int)was_live;
    trace->is_version_1 = version == '1';
    return 0;
}

static int read_launch(struct reader *reader, struct coop_trace_launch *launch)
{
    uint64_t number;

    memset(launch, 0, sizeof *launch);
    if (expect(reader, "[") != 0 || read_number(reader, 10, UINT32_MAX, &number) != 0) {
        return -1;
    }
    launch->sequence = (uint32_t)number;
    if (expect(reader, ",") != 0 || read_string(reader, launch->kernel, sizeof launch->kernel) != 0 ||
        read_next_truth(reader, &launch->is_cooperative) != 0 ||
        read_next_truth(reader, &launch->can_shrink) != 0 ||
        read_next_truth(reader, &launch->can_grow) != 0 ||
        read_next_u32(reader, SLOTS_MAX, &launch->groups) != 0 || expect(reader, ",") != 0 ||
        read_number(reader, 10, UINT64_MAX, &launch->logical_groups) != 0) {
        return -1;
    }
    if (*reader->at == ',' && (read_next_truth(reader, &launch->kill_any) != 0 ||
                               read_next_truth(reader, &launch->may_kill_all) != 0)) {
        return -1;
    }
    if (*reader->at == ',' && (read_next_u32(reader, SLOTS_MAX, &launch->groups_least) != 0 ||
                               read_next_truth(reader, &launch->is_automatic) != 0)) {
        return -1;
    }
    return expect(reader, "]");
}

static int read_kind(struct reader *reader, struct coop_trace_event *event)
{
    char name[32];

    if (expect(reader, ",") != 0 || read_string(reader, name, sizeof name) != 0) {
        return -1;
    }
    for (unsigned kind = 1; kind < COOP_TRACE_KIND_END; kind++) {
        if (strcmp(name, coop_trace_kind_name(kind)) == 0) {
            event->kind = (coop_u16)kind;
            return 0;
        }
    }
    return fail(reader, "this kind of event is unknown");
}

static int read_event(struct reader *reader, struct coop_trace_event *event)
{
    uint64_t number;
    uint32_t slot;

    if (expect(reader, "[") != 0 || read_number(reader, 10, UINT64_MAX - reader->origin_ns, &number) != 0) {
        return -1;
    }
    event->time_ns = reader->origin_ns + number;
    if (read_kind(reader, event) != 0 || read_next_u32(reader, SLOTS_MAX, &slot) != 0 ||
        read_next_u32(reader, UINT32_MAX, &event->launch) != 0 ||
        read_next_u32(reader, UINT32_MAX, &event->group_id) != 0 ||
        read_next_u32(reader, UINT32_MAX, &event->value) != 0 || expect(reader, ",\"") != 0 ||
        read_number(reader, 16, UINT64_MAX, &number) != 0) {
        return -1;
    }
    event->slot = (coop_u16)slot;
    event->word = number;
    return expect(reader, "\"]");
}

/* `items` has room for one more than `count`. */
static int make_room(struct reader *reader, void *items, size_t count, size_t first, size_t bytes)
{
    void **pointer = items;
    void *larger;

    if (count != 0 &&
        (count < first || (count & (count - 1)) != 0)) { /* full at `first` and at powers of two */
        return 0;
    }
    larger = realloc(*pointer, (count == 0 ? first : 2 * count) * bytes);
    if (larger == NULL) {
        return tool_fail(reader->error, "%s: memory is exhausted", reader->path);
    }
    *pointer = larger;
    return 0;
}

/* The line ends after an element, with a comma unless it is the last one. */
static int end_element(struct reader *reader, int *has_more)
{
    *has_more = *reader->at == ',';
    reader->at += *has_more;
    return expect(reader, "\n");
}

static int read_body(struct reader *reader, struct coop_trace *trace)
{
    int has_more = 1;

    if (next_line(reader) < 0) {
        return -1;
    }
    while (*reader->at == '[' && has_more) {
        if (make_room(reader, &trace->launches, trace->launch_count, LAUNCHES_FIRST,
                      sizeof *trace->launches) != 0 ||
            read_launch(reader, &trace->launches[trace->launch_count]) != 0 ||
            end_element(reader, &has_more) != 0) {
            return -1;
        }
        trace->launch_count++;
        if (next_line(reader) < 0) {
            return -1;
        }
    }
    if (expect(reader, "],\"events\":[\n") != 0 || next_line(reader) < 0) {
        return -1;
    }
    has_more = 1;
    while (*reader->at == '[' && has_more) {
        if (make_room(reader, &trace->events, trace->event_count, EVENTS_FIRST, sizeof *trace->events) != 0) {
            return -1;
        }
        memset(&trace->events[trace->event_count], 0, sizeof *trace->events);
        if (read_event(reader, &trace->events[trace->event_count]) != 0 ||
            end_element(reader, &has_more) != 0) {
            return -1;
        }
        trace->event_count++;
        if (next_line(reader) < 0) {
            return -1;
        }
    }
    return expect(reader, "]}}\n");
}

static int read_all(struct reader *reader, struct coop_trace *trace)
{
    static const char beginning[] = "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"events_lost\":";
    int status = next_line(reader);

    if (status < 0) {
        return -1;
    }
    if (strncmp(reader->text, beginning, sizeof beginning - 1) != 0) {
        return fail(reader, "this is no trace of coop's, or another program has laid it out anew");
    }
    do {
        status = next_line(reader);
        if (status <= 0) {
            return status < 0
                       ? -1
                       : fail(reader, "the file ends before the events themselves, member \"coop\"; it was "
                                      "cut off, or an older coop wrote it");
        }
    } while (reader->text[0] != ']');
    if (read_head(reader, trace) != 0 || read_body(reader, trace) != 0) {
        return -1;
    }
    status = next_line(reader);
    return status == 0 ? 0 : status < 0 ? -1 : fail(reader, "something stands behind the end");
}

int trace_file_read(const char *path, struct coop_trace *trace, struct tool_error *error)
{
    struct reader *reader = calloc(1, sizeof *reader);
    int status;

    memset(trace, 0, sizeof *trace);
    if (reader == NULL) {
        return tool_fail(error, "memory is exhausted");
    }
    reader->path = path;
    reader->error = error;
    errno = 0;
    reader->file = gzopen(path, "rb");
    if (reader->file == NULL) {
        status =
            tool_fail(error, "%s cannot be opened: %s", path, errno != 0 ? strerror(errno) : "no memory");
        free(reader);
        return status;
    }
    gzbuffer(reader->file, 1u << 17);
    status = read_all(reader, trace);
    gzclose(reader->file);
    free(reader);
    if (status != 0) {
        coop_trace_clear(trace);
    }
    return status;
}
