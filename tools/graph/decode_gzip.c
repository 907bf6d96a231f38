/* A gzip file is one or more members, end to end. */
#include "coding.h"

#include <stdlib.h>
#include <zlib.h>

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
