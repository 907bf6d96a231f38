/* zstd, where its library is there. A file is one or more frames, end to end. */
#include "coding.h"

#define NAMES "zstd", ".zst", "\x28\xb5\x2f\xfd", 4

#ifdef GRAPH_HAVE_ZSTD
#include <stdlib.h>
#include <zstd.h>

/* A frame may want a window of 2 GB; more than 128 MB is refused, as the zstd program does. */
#define WINDOW_LOG_MAX 27

struct zstd {
    ZSTD_DStream *stream;
    ZSTD_inBuffer in;
    size_t wanted; /* what the decoder still wants for this frame; 0 between frames */
};

static void *start_zstd(struct raw_file *raw)
{
    struct zstd *zstd = calloc(1, sizeof *zstd);

    if (zstd == NULL) {
        return NULL;
    }
    zstd->stream = ZSTD_createDStream();
    if (zstd->stream == NULL) {
        free(zstd);
        return NULL;
    }
    ZSTD_DCtx_setParameter(zstd->stream, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
    zstd->in = (ZSTD_inBuffer){raw->bytes, raw->count, 0};
    return zstd;
}

static size_t decode_zstd(void *decoder, struct raw_file *raw, unsigned char *text, int *is_over)
{
    struct zstd *zstd = decoder;
    ZSTD_outBuffer out = {text, CODING_TEXT_BYTES, 0};
    size_t before;

    while (out.pos == 0 && !*is_over && !raw->is_broken) {
        if (zstd->in.pos == zstd->in.size && !raw->has_ended) {
            raw_file_next(raw);
            zstd->in = (ZSTD_inBuffer){raw->bytes, raw->count, 0};
        }
        if (zstd->in.pos == zstd->in.size && zstd->wanted == 0) {
            *is_over = 1;
            break;
        }
        before = zstd->in.pos;
        zstd->wanted = ZSTD_decompressStream(zstd->stream, &out, &zstd->in);
        if (ZSTD_isError(zstd->wanted)) {
            raw_file_break_off(raw, "the zstd data are corrupt");
        } else if (out.pos == 0 && zstd->in.pos == before && zstd->wanted != 0 && raw->has_ended) {
            raw_file_break_off(raw, "the zstd data end early");
        }
    }
    return out.pos;
}

static void stop_zstd(void *decoder)
{
    struct zstd *zstd = decoder;

    ZSTD_freeDStream(zstd->stream);
    free(zstd);
}

const struct coding coding_zstd = {NAMES, start_zstd, decode_zstd, stop_zstd};
#else
const struct coding coding_zstd = {NAMES, NULL, NULL, NULL};
#endif
