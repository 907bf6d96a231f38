#include "codings.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const struct coding *const codings[] = {&coding_gzip, &coding_xz, &coding_zstd};
#define CODINGS (sizeof codings / sizeof *codings)

const struct coding *coding_of(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < CODINGS; i++) {
        if (count >= codings[i]->mark_bytes && memcmp(bytes, codings[i]->mark, codings[i]->mark_bytes) == 0) {
            return codings[i];
        }
    }
    return NULL;
}

size_t coding_base_length(const char *path)
{
    size_t length = strlen(path);

    for (size_t i = 0; i < CODINGS; i++) {
        size_t ending = strlen(codings[i]->ending);

        if (length > ending && strcmp(path + length - ending, codings[i]->ending) == 0) {
            return length - ending;
        }
    }
    return length;
}

/* A gzip file is one or more members, end to end. */

static void *start_gzip(struct raw_file *raw)
{
    z_stream *stream = calloc(1, sizeof *stream);

    if (stream == NULL) {
        return NULL;
    }
    if (inflateInit2(stream, 15 + 16) != Z_OK) {
        free(stream);
        return NULL;
    }
    stream->next_in = raw->bytes;
    stream->avail_in = (uInt)raw->count;
    return stream;
}

static void feed(z_stream *stream, struct raw_file *raw)
{
    if (stream->avail_in == 0 && !raw->has_ended) {
        raw_file_next(raw);
        stream->next_in = raw->bytes;
        stream->avail_in = (uInt)raw->count;
    }
}

static size_t decode_gzip(void *decoder, struct raw_file *raw, unsigned char *text, int *is_over)
{
    z_stream *stream = decoder;
    int code;

    stream->next_out = text;
    stream->avail_out = (uInt)CODING_TEXT_BYTES;
    while (stream->avail_out == CODING_TEXT_BYTES && !*is_over && !raw->is_broken) {
        feed(stream, raw);
        code = inflate(stream, Z_NO_FLUSH);
        if (code == Z_STREAM_END) {
            feed(stream, raw);
            if (stream->avail_in == 0) {
                *is_over = 1;
            } else if (inflateReset(stream) != Z_OK) {
                raw_file_break_off(raw, "the gzip data are corrupt");
            }
        } else if (code == Z_BUF_ERROR && raw->has_ended) {
            raw_file_break_off(raw, "the gzip data end early");
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            raw_file_break_off(raw, "the gzip data are corrupt");
        }
    }
    return CODING_TEXT_BYTES - stream->avail_out;
}

static void stop_gzip(void *decoder)
{
    inflateEnd(decoder);
    free(decoder);
}

const struct coding coding_gzip = {"gzip", ".gz", "\x1f\x8b", 2, start_gzip, decode_gzip, stop_gzip};

/* An xz file is one or more streams, end to end. */

/* A header of a few bytes may ask for gigabytes; xz -9 needs 65 MB. */
#define MEMORY_BYTES ((uint64_t)1 << 28)

static void *start_xz(struct raw_file *raw)
{
    lzma_stream *stream = calloc(1, sizeof *stream);

    if (stream == NULL) {
        return NULL;
    }
    if (lzma_stream_decoder(stream, MEMORY_BYTES, LZMA_CONCATENATED) != LZMA_OK) {
        free(stream);
        return NULL;
    }
    stream->next_in = raw->bytes;
    stream->avail_in = raw->count;
    return stream;
}

static size_t decode_xz(void *decoder, struct raw_file *raw, unsigned char *text, int *is_over)
{
    lzma_stream *stream = decoder;
    lzma_ret code;

    stream->next_out = text;
    stream->avail_out = CODING_TEXT_BYTES;
    while (stream->avail_out == CODING_TEXT_BYTES && !*is_over && !raw->is_broken) {
        if (stream->avail_in == 0 && !raw->has_ended) {
            raw_file_next(raw);
            stream->next_in = raw->bytes;
            stream->avail_in = raw->count;
        }
        code = lzma_code(stream, raw->has_ended ? LZMA_FINISH : LZMA_RUN);
        if (code == LZMA_STREAM_END) {
            *is_over = 1;
        } else if (code == LZMA_BUF_ERROR) {
            raw_file_break_off(raw, "the xz data end early");
        } else if (code == LZMA_MEMLIMIT_ERROR) {
            raw_file_break_off(raw, "the xz data want more than 256 MB of memory to be decompressed");
        } else if (code != LZMA_OK) {
            raw_file_break_off(raw, "the xz data are corrupt");
        }
    }
    return CODING_TEXT_BYTES - stream->avail_out;
}

static void stop_xz(void *decoder)
{
    lzma_end(decoder);
    free(decoder);
}

const struct coding coding_xz = {"xz",
                                 ".xz",
                                 "\xfd"
                                 "7zXZ\0",
                                 6,
                                 start_xz,
                                 decode_xz,
                                 stop_xz};
