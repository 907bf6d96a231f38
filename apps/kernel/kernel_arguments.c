#include "kernel_arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX (UINT64_C(16) << 30)
#define BUFFER_BYTES_MAX (UINT64_C(1) << 40)

static const char forms[] =
    "buffer:BYTES[:WORD], file:PATH, uint:N, int:N, ulong:N, long:N, float:X or double:X";

static int is_number(const char *text)
{
    return (text[0] >= '0' && text[0] <= '9') || text[0] == '-' || text[0] == '.';
}

/* Whole numbers of `bytes` bytes. */
static int parse_whole(const char *text, int is_signed, unsigned bytes, uint64_t *bits)
{
    uint64_t most = bytes == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * bytes)) - 1;
    char *end;

    errno = 0;
    if (!is_number(text)) {
        return -1;
    }
    if (is_signed) {
        long long value = strtoll(text, &end, 0);
        long long limit = (long long)(most / 2);

        *bits = (uint64_t)value & most;
        return errno == 0 && *end == '\0' && end != text && value <= limit && value >= -limit - 1 ? 0 : -1;
    }
    *bits = strtoull(text, &end, 0);
    return errno == 0 && *end == '\0' && end != text && text[0] != '-' && *bits <= most ? 0 : -1;
}

static int parse_real(const char *text, unsigned bytes, uint64_t *bits)
{
    char *end;
    double value = strtod(text, &end);
    float narrow = (float)value;

    *bits = 0;
    memcpy(bits, bytes == 4 ? (const void *)&narrow : (const void *)&value, bytes);
    return is_number(text) && *end == '\0' && end != text ? 0 : -1;
}

/* "BYTES" or "BYTES:WORD" */
static int parse_buffer(const char *text, struct kernel_value *value)
{
    char digits[32];
    const char *colon = strchr(text, ':');
    size_t length = colon != NULL ? (size_t)(colon - text) : strlen(text);

    value->is_buffer = 1;
    if (length >= sizeof digits) {
        return -1;
    }
    memcpy(digits, text, length);
    digits[length] = '\0';
    if (parse_whole(digits, 0, 8, &value->bytes) != 0 || value->bytes == 0 ||
        value->bytes > BUFFER_BYTES_MAX || value->bytes % 4 != 0) {
        return -1;
    }
    return colon == NULL ? 0 : parse_whole(colon + 1, 0, 4, &value->word);
}

static int parse_one(const char *text, struct kernel_value *value, struct tool_error *error)
{
    static const struct {
        const char *name;
        unsigned bytes;
        enum { WHOLE, SIGNED, REAL } kind;
    } numbers[] = {{"uint:", 4, WHOLE},  {"int:", 4, SIGNED}, {"ulong:", 8, WHOLE},
                   {"long:", 8, SIGNED}, {"float:", 4, REAL}, {"double:", 8, REAL}};
    size_t i;

    if (strncmp(text, "file:", 5) == 0) {
        value->is_buffer = 1;
        if (bytes_read(text + 5, FILE_BYTES_MAX, &value->contents, error) != 0) {
            return -1;
        }
        value->bytes = value->contents.count;
        return value->bytes > 0 ? 0 : tool_fail(error, "%s is empty", text + 5);
    }
    if (strncmp(text, "buffer:", 7) == 0 && parse_buffer(text + 7, value) == 0) {
        return 0;
    }
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *rest = text + strlen(numbers[i].name);

        value->bytes = numbers[i].bytes;
        if (strncmp(text, numbers[i].name, strlen(numbers[i].name)) == 0 &&
            (numbers[i].kind == REAL
                 ? parse_real(rest, numbers[i].bytes, &value->word)
                 : parse_whole(rest, numbers[i].kind == SIGNED, numbers[i].bytes, &value->word)) == 0) {
            return 0;
        }
    }
    return tool_fail(error, "--arg wants %s, not \"%s\"; BYTES is a multiple of 4", forms, text);
}

int kernel_arguments_parse(struct kernel_arguments_given *arguments, const struct option_texts *texts,
                           struct tool_error *error)
{
    memset(arguments, 0, sizeof *arguments);
    for (arguments->count = 0; arguments->count < texts->count;) {
        struct kernel_value *value = &arguments->items[arguments->count++];

        if (parse_one(texts->items[arguments->count - 1], value, error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Bytes that a value has in the packed arguments, which are its alignment, too. */
static size_t width_of(const struct kernel_value *value)
{
    return value->is_buffer ? sizeof(coop_address) : (size_t)value->bytes;
}

/* Where the argument stands behind those before it. */
static size_t place_of(const struct kernel_value *value, size_t place)
{
    return (place + width_of(value) - 1) / width_of(value) * width_of(value);
}

static int is_pointer_at(const struct kernel_shape *shape, size_t place)
{
    unsigned i;

    for (i = 0; i < shape->pointer_count; i++) {
        if (shape->pointers[i] == place) {
            return 1;
        }
    }
    return 0;
}

int kernel_arguments_check(const struct kernel_arguments_given *arguments, const struct kernel_shape *shape,
                           struct tool_error *error)
{
    unsigned char ignored[KERNEL_ARGS_BYTES];
    size_t place = 0;
    unsigned buffers = 0;
    unsigned i;

    for (i = 0; i < arguments->count; i++) {
        const struct kernel_value *value = &arguments->items[i];

        place = place_of(value, place);
        if (value->is_buffer != is_pointer_at(shape, place)) {
            return tool_fail(error, "argument %u of %s is %s, and --arg gives it %s", i + 1, shape->name,
                             value->is_buffer ? "no pointer" : "a pointer",
                             value->is_buffer ? "a buffer" : "a number");
        }
        buffers += (unsigned)value->is_buffer;
        place += width_of(value);
    }
    if (buffers != shape->pointer_count || kernel_arguments_pack(arguments, ignored) != shape->args_bytes) {
        return tool_fail(
            error,
            "%s takes %u pointer%s and %u bytes of arguments, and --arg gives %u and %zu: one --arg "
            "for each parameter, in their order and of their types",
            shape->name, shape->pointer_count, shape->pointer_count == 1 ? "" : "s", shape->args_bytes,
            buffers, kernel_arguments_pack(arguments, ignored));
    }
    return 0;
}

uint64_t kernel_arguments_bytes(const struct kernel_arguments_given *arguments)
{
    uint64_t bytes = 0;
    unsigned i;

    for (i = 0; i < arguments->count; i++) {
        bytes += arguments->items[i].is_buffer ? arguments->items[i].bytes + 256 : 0;
    }
    return bytes;
}

int kernel_arguments_init(struct kernel_arguments_given *arguments, const struct session *session,
                          struct tool_error *error)
{
    unsigned i;

    for (i = 0; i < arguments->count; i++) {
        struct kernel_value *value = &arguments->items[i];

        if (value->is_buffer &&
            session_check(session, coop_buffer_create(session->context, value->bytes, &value->buffer),
                          error) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Words that are not four equal bytes are written in pieces. */
static int fill_words(struct kernel_value *value, const struct session *session, struct tool_error *error)
{
    uint32_t words[4096];
    uint64_t place;
    size_t i;

    for (i = 0; i < sizeof words / sizeof *words; i++) {
        words[i] = (uint32_t)value->word;
    }
    for (place = 0; place < value->bytes; place += sizeof words) {
        uint64_t left = value->bytes - place;

        if (session_check(
                session,
                coop_buffer_write(value->buffer, place, words, left < sizeof words ? left : sizeof words),
                error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int reset_one(struct kernel_value *value, const struct session *session, struct tool_error *error)
{
    unsigned char byte = value->word & 255;

    if (value->contents.items != NULL) {
        return session_check(
            session, coop_buffer_write(value->buffer, 0, value->contents.items, value->contents.count),
            error);
    }
    if (value->word == byte * UINT64_C(0x01010101)) {
        return session_check(session, coop_buffer_fill(value->buffer, 0, byte, value->bytes), error);
    }
    return fill_words(value, session, error);
}

int kernel_arguments_reset(struct kernel_arguments_given *arguments, const struct session *session,
                           struct tool_error *error)
{
    unsigned i;

    for (i = 0; i < arguments->count; i++) {
        if (arguments->items[i].is_buffer && reset_one(&arguments->items[i], session, error) != 0) {
            return -1;
        }
    }
    return 0;
}

size_t kernel_arguments_pack(const struct kernel_arguments_given *arguments,
                             unsigned char packed[KERNEL_ARGS_BYTES])
{
    size_t place = 0;
    unsigned i;

    memset(packed, 0, KERNEL_ARGS_BYTES);
    for (i = 0; i < arguments->count; i++) {
        const struct kernel_value *value = &arguments->items[i];
        coop_address address = value->buffer != NULL ? coop_buffer_address(value->buffer) : 0;

        place = place_of(value, place);
        memcpy(packed + place, value->is_buffer ? (const void *)&address : (const void *)&value->word,
               width_of(value));
        place += width_of(value);
    }
    return (place + 7) / 8 * 8;
}

void kernel_arguments_clear_buffers(struct kernel_arguments_given *arguments)
{
    unsigned i;

    for (i = 0; i < arguments->count; i++) {
        coop_buffer_destroy(arguments->items[i].buffer);
        arguments->items[i].buffer = NULL;
    }
}

void kernel_arguments_clear(struct kernel_arguments_given *arguments)
{
    unsigned i;

    for (i = 0; i < arguments->count; i++) {
        bytes_clear(&arguments->items[i].contents);
    }
}
