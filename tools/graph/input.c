/* The decoders behind struct input. */
#include "input.h"

#include "graph_error.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define TEXT_BYTES ((size_t)1 << 18)
#define RAW_BYTES ((size_t)1 << 16)

static void break_off(struct input *input, const char *reason)
{
    snprintf(input->reason, sizeof input->reason, "%s", reason);
    input->is_broken = 1;
    input->has_ended = 1;
}

/* Reads the file into `raw` after the bytes that it holds. */
static void fill_raw(struct input *input)
{
    input->raw_count += fread(input->raw + input->raw_count, 1, RAW_BYTES - input->raw_count, input->file);
    if (ferror(input->file)) {
        break_off(input, strerror(errno));
    }
    input->raw_has_ended = feof(input->file) != 0;
}

static size_t decode_plain(struct input *input)
{
    size_t count = input->raw_count;

    memcpy(input->text, input->raw, count);
    input->raw_count = 0;
    if (count == 0) {
        fill_raw(input);
        count = input->raw_count;
        memcpy(input->text, input->raw, count);
        input->raw_count = 0;
    }
    input->has_ended |= count == 0;
    return count;
}

/* A gzip file is one or more members, end to end. */
static size_t decode_gzip(struct input *input)
{
    z_stream *stream = input->decoder;
    int code;

    stream->next_out = input->text;
    stream->avail_out = (uInt)TEXT_BYTES;
    while (stream->avail_out == TEXT_BYTES && !input->has_ended) {
        if (stream->avail_in == 0 && !input->raw_has_ended) {
            input->raw_count = 0;
            fill_raw(input);
            stream->next_in = input->raw;
            stream->avail_in = (uInt)input->raw_count;
        }
        code = inflate(stream, Z_NO_FLUSH);
        if (code == Z_STREAM_END) {
            if (stream->avail_in == 0 && !input->raw_has_ended) {
                input->raw_count = 0;
                fill_raw(input);
                stream->next_in = input->raw;
                stream->avail_in = (uInt)input->raw_count;
            }
            if (stream->avail_in == 0) {
                input->has_ended = 1;
            } else if (inflateReset(stream) != Z_OK) {
                break_off(input, "the gzip data are corrupt");
            }
        } else if (code == Z_BUF_ERROR && input->raw_has_ended) {
            break_off(input, "the gzip data end early");
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            break_off(input, "the gzip data are corrupt");
        }
    }
    return TEXT_BYTES - stream->avail_out;
}

static size_t decode_xz(struct input *input)
{
    lzma_stream *stream = input->decoder;
    lzma_ret code;

    stream->next_out = input->text;
    stream->avail_out = TEXT_BYTES;
    while (stream->avail_out == TEXT_BYTES && !input->has_ended) {
        if (stream->avail_in == 0 && !input->raw_has_ended) {
            input->raw_count = 0;
            fill_raw(input);
            stream->next_in = input->raw;
            stream->avail_in = input->raw_count;
        }
        code = lzma_code(stream, input->raw_has_ended ? LZMA_FINISH : LZMA_RUN);
        if (code == LZMA_STREAM_END) {
            input->has_ended = 1;
        } else if (code == LZMA_BUF_ERROR) {
            break_off(input, "the xz data end early");
        } else if (code != LZMA_OK) {
            break_off(input, "the xz data are corrupt");
        }
    }
    return TEXT_BYTES - stream->avail_out;
}

int input_refill(struct input *input)
{
    size_t count = 0;

    if (input->has_ended) {
        return 0;
    }
    switch (input->coding) {
    case INPUT_PLAIN:
        count = decode_plain(input);
        break;
    case INPUT_GZIP:
        count = decode_gzip(input);
        break;
    case INPUT_XZ:
        count = decode_xz(input);
        break;
    }
    input->next = input->text;
    input->end = input->text + count;
    return count > 0;
}

static int start_gzip(struct input *input)
{
    z_stream *stream = calloc(1, sizeof *stream);

    if (stream == NULL) {
        return -1;
    }
    if (inflateInit2(stream, 15 + 16) != Z_OK) {
        free(stream);
        return -1;
    }
    stream->next_in = input->raw;
    stream->avail_in = (uInt)input->raw_count;
    input->decoder = stream;
    input->coding = INPUT_GZIP;
    return 0;
}

static int start_xz(struct input *input)
{
    lzma_stream *stream = calloc(1, sizeof *stream);

    if (stream == NULL) {
        return -1;
    }
    if (lzma_stream_decoder(stream, UINT64_MAX, LZMA_CONCATENATED) != LZMA_OK) {
        free(stream);
        return -1;
    }
    stream->next_in = input->raw;
    stream->avail_in = input->raw_count;
    input->decoder = stream;
    input->coding = INPUT_XZ;
    return 0;
}

int input_open(struct input *input, const char *path, struct graph_error *error)
{
    static const unsigned char gzip_mark[] = {0x1f, 0x8b};
    static const unsigned char xz_mark[] = {0xfd, '7', 'z', 'X', 'Z', 0};
    int status = 0;

    memset(input, 0, sizeof *input);
    input->path = path;
    input->line = 1;
    input->file = fopen(path, "rb");
    if (input->file == NULL) {
        return graph_fail(error, "%s cannot be opened: %s; check the name", path, strerror(errno));
    }
    input->text = malloc(TEXT_BYTES);
    input->raw = malloc(RAW_BYTES);
    if (input->text == NULL || input->raw == NULL) {
        input_close(input);
        return graph_fail(error, "%s cannot be read: memory is exhausted", path);
    }
    input->next = input->text;
    input->end = input->text;
    fill_raw(input);
    if (input->is_broken) {
        graph_fail(error, "%s cannot be read: %s; check that it is a file", path, input->reason);
        input_close(input);
        return -1;
    }
    if (input->raw_count >= sizeof gzip_mark && memcmp(input->raw, gzip_mark, sizeof gzip_mark) == 0) {
        status = start_gzip(input);
    } else if (input->raw_count >= sizeof xz_mark && memcmp(input->raw, xz_mark, sizeof xz_mark) == 0) {
        status = start_xz(input);
    }
    if (status != 0) {
        input_close(input);
        return graph_fail(error, "%s cannot be decompressed: memory is exhausted", path);
    }
    return 0;
}

void input_close(struct input *input)
{
    if (input->coding == INPUT_GZIP && input->decoder != NULL) {
        inflateEnd(input->decoder);
    }
    if (input->coding == INPUT_XZ && input->decoder != NULL) {
        lzma_end(input->decoder);
    }
    free(input->decoder);
    free(input->raw);
    free(input->text);
    if (input->file != NULL) {
        fclose(input->file);
    }
    memset(input, 0, sizeof *input);
}

void input_skip_line(struct input *input)
{
    int byte;

    do {
        byte = input_peek(input);
        if (byte == INPUT_END) {
            return;
        }
        input_take(input);
    } while (byte != '\n');
}

void input_take_word(struct input *input, char *word, size_t capacity)
{
    size_t length = 0;
    int byte = input_peek(input);

    while (byte > ' ' && length + 1 < capacity) {
        word[length++] = (char)(byte < 127 ? byte : '?');
        input_take(input);
        byte = input_peek(input);
    }
    word[length] = '\0';
}
