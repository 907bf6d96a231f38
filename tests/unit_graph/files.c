#include "files.h"

#include <lzma.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#ifdef FILES_HAVE_ZSTD
#include <zstd.h>
#endif

/* Tests of one program run at the same time: the process's number keeps their files apart. */
const char *file_path(const char *name)
{
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof paths[0], "%s/%ld-%s", FILES_DIRECTORY, (long)getpid(), name);
    return path;
}

const char *file_write(const char *name, const void *bytes, size_t count)
{
    const char *path = file_path(name);
    FILE *file = fopen(path, "wb");

    if (file != NULL) {
        if (count > 0) {
            fwrite(bytes, 1, count, file);
        }
        fclose(file);
    }
    return path;
}

const char *file_write_text(const char *name, const char *text)
{
    return file_write(name, text, strlen(text));
}

size_t file_gzip(const char *text, unsigned char *bytes, size_t capacity)
{
    z_stream stream;

    memset(&stream, 0, sizeof stream);
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = (unsigned char *)(size_t)text;
    stream.avail_in = (unsigned)strlen(text);
    stream.next_out = bytes;
    stream.avail_out = (unsigned)capacity;
    deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return capacity - stream.avail_out;
}

size_t file_xz(const char *text, unsigned char *bytes, size_t capacity)
{
    size_t count = 0;

    lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (const unsigned char *)text, strlen(text), bytes,
                            &count, capacity);
    return count;
}

size_t file_zstd(const char *text, unsigned char *bytes, size_t capacity)
{
#ifdef FILES_HAVE_ZSTD
    return ZSTD_compress(bytes, capacity, text, strlen(text), 3);
#else
    (void)text;
    (void)bytes;
    (void)capacity;
    return 0;
#endif
}

const char *file_error(const char *name, const char *text)
{
    static struct graph_error error;
    const char *path = file_write_text(name, text);
    const char *prefix = strstr(path, name);
    struct graph graph;
    const char *message = "";

    error.text[0] = '\0';
    if (graph_read(path, &(struct graph_reading){0}, &graph, &error) != 0) {
        message = strncmp(error.text, path, strlen(path)) == 0 ? error.text + (prefix - path) : error.text;
    }
    graph_clear(&graph);
    unlink(path);
    return message;
}

const char *graph_as_text(const struct graph *graph)
{
    static char text[1024];
    size_t length = 0;
    uint32_t vertex, arc;

    text[0] = '\0';
    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%u:", vertex > 0 ? " " : "", vertex);
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1] && length < sizeof text - 32; arc++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%d",
                                       arc > graph->rows[vertex] ? "," : "", graph->arcs[arc]);
            if (graph->weights != NULL) {
                length += (size_t)snprintf(text + length, sizeof text - length, "*%u", graph->weights[arc]);
            }
        }
        if (length > sizeof text - 64) {
            break;
        }
    }
    return text;
}

static const char *read_as_text(const char *name, const char *text, const struct graph_reading *reading)
{
    static struct graph_error error;
    const char *path = file_write_text(name, text);
    struct graph graph;
    const char *result = error.text;

    if (graph_read(path, reading, &graph, &error) == 0) {
        result = graph_as_text(&graph);
    } else if (strncmp(error.text, path, strlen(path)) == 0) {
        result = error.text + (strstr(path, name) - path);
    }
    graph_clear(&graph);
    unlink(path);
    return result;
}

const char *file_as_text(const char *name, const char *text, enum graph_direction direction)
{
    return read_as_text(name, text, &(struct graph_reading){.direction = direction});
}

const char *file_with_weights(const char *name, const char *text, enum graph_direction direction)
{
    return read_as_text(name, text, &(struct graph_reading){.direction = direction, .wants_weights = 1});
}
