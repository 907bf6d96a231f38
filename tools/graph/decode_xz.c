/* An xz file is one or more streams, end to end. */
#include "coding.h"

#include <lzma.h>
#include <stdlib.h>

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
