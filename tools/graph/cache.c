#include "cache.h"

#include "graph_memory.h"
#include "host/base/replace.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_BYTES 4096

int graph_cache_path(const char *path, const struct graph_reading *reading, char *cache, size_t capacity)
{
    int length = snprintf(cache, capacity, "%s.%s%s.coop-graph", path,
                          reading->direction == GRAPH_DIRECTED ? "directed" : "undirected",
                          reading->wants_weights ? ".weights" : "");

    return length > 0 && (size_t)length < capacity ? 0 : -1;
}

static int key_of(const char *path, const struct graph_reading *reading, struct cache_key *key,
                  struct stat *facts)
{
    if (stat(path, facts) != 0 || !S_ISREG(facts->st_mode)) {
        return -1;
    }
    memset(key, 0, sizeof *key);
    key->size_bytes = (uint64_t)facts->st_size;
    key->changed_s = (int64_t)facts->st_mtim.tv_sec;
    key->changed_ns = (int64_t)facts->st_mtim.tv_nsec;
    key->direction = reading->direction == GRAPH_DIRECTED;
    key->wants_weights = reading->wants_weights != 0;
    return 0;
}

static enum cache_finding look_up(const char *cache, const struct cache_key *key, struct graph *graph,
                                  struct graph_error *note)
{
    enum cache_finding finding;
    const char *reason = NULL;
    FILE *file = fopen(cache, "rb");

    if (file == NULL) {
        if (errno != ENOENT) {
            graph_fail(note, "%s cannot be opened: %s; the graph is read from its file", cache,
                       strerror(errno));
        }
        return CACHE_MISSING;
    }
    finding = cache_file_read(file, key, graph, &reason);
    fclose(file);
    if (finding == CACHE_DAMAGED) {
        graph_fail(note, "%s is passed over: %s; it is made anew", cache, reason);
    }
    return finding;
}

static int store(const char *cache, const struct cache_key *key, mode_t mode, const struct graph *graph)
{
    struct coop_replace replace;
    int is_complete;

    errno = coop_replace_open(&replace, cache);
    if (errno != 0) {
        return -1;
    }
    cache_file_write(replace.file, key, graph);
    /* Who may read the graph may read its cache. */
    is_complete = fchmod(fileno(replace.file), mode & 0666) == 0 && fflush(replace.file) == 0 &&
                  fsync(fileno(replace.file)) == 0;
    if (!is_complete) {
        int code = errno;
        coop_replace_close(&replace, 0);
        errno = code;
        return -1;
    }
    errno = coop_replace_close(&replace, 1);
    return errno == 0 ? 0 : -1;
}

int graph_read_cached(const char *path, const struct graph_reading *reading, struct graph *graph,
                      struct graph_error *note, struct graph_error *error)
{
    char cache[PATH_BYTES];
    struct cache_key key, now;
    struct stat facts;

    memset(graph, 0, sizeof *graph);
    note->text[0] = '\0';
    if (graph_cache_path(path, reading, cache, sizeof cache) != 0 ||
        key_of(path, reading, &key, &facts) != 0) {
        graph_fail(note, "%s is no file that a cache can stand beside; it is read without", path);
        return graph_read(path, reading, graph, error);
    }
    if (look_up(cache, &key, graph, note) == CACHE_FOUND) {
        return 0;
    }
    if (graph_read(path, reading, graph, error) != 0) {
        return -1;
    }
    /* What was read is what the key says only if nobody wrote to the file meanwhile. */
    if (key_of(path, reading, &now, &facts) != 0 || memcmp(&key, &now, sizeof key) != 0) {
        graph_fail(note, "%s was changed while it was read; no cache is made", path);
    } else if (store(cache, &key, facts.st_mode, graph) != 0) {
        graph_fail(note, "%s cannot be written: %s; the next run reads %s again", cache, strerror(errno),
                   path);
    }
    return 0;
}

#define STEP_BYTES ((size_t)1 << 20) /* read, and then summed up while it is in the processor's cache */

struct part {
    void *items;
    uint64_t bytes;
};

enum { PARTS = 4 };

static void parts_of(const struct graph *graph, struct part parts[PARTS])
{
    uint64_t vertices = graph->vertex_count;
    uint64_t arcs = graph->arc_count;

    parts[0] = (struct part){graph->rows, (vertices + 1) * sizeof *graph->rows};
    parts[1] = (struct part){graph->arcs, arcs * sizeof *graph->arcs};
    parts[2] = (struct part){graph->weights, graph->weights != NULL ? arcs * sizeof *graph->weights : 0};
    parts[3] = (struct part){graph->ids, graph->ids != NULL ? vertices * sizeof *graph->ids : 0};
}

static uint64_t header_checksum(const struct cache_header *header)
{
    return lzma_crc64((const uint8_t *)header, offsetof(struct cache_header, checksum), 0);
}

/* Reads the header and compares it with what is wanted; NULL: it is. */
static const char *read_header(FILE *file, struct cache_header *header)
{
    uint64_t vertices, arcs;
    struct stat facts;

    if (fread(header, sizeof *header, 1, file) != 1) {
        return "it is shorter than its header";
    }
    if (memcmp(header->mark, CACHE_MARK, sizeof header->mark) != 0) {
        return "it does not begin as a cache";
    }
    if (header->order != CACHE_ORDER) {
        return "a machine of another byte order wrote it";
    }
    if (header->version != CACHE_VERSION) {
        return "another version of this program wrote it";
    }
    if (header->checksum != header_checksum(header)) {
        return "the checksum of its header is wrong";
    }
    vertices = header->vertex_count;
    arcs = header->arc_count;
    if (vertices < 1 || vertices > GRAPH_VERTICES_MAX || arcs > GRAPH_ARCS_MAX || header->has_weights > 1 ||
        header->has_ids > 1) {
        return "its header makes no sense";
    }
    if (fstat(fileno(file), &facts) != 0 ||
        (uint64_t)facts.st_size != sizeof *header + 4 * (vertices + 1) + 4 * arcs +
                                       (header->has_weights ? 4 * arcs : 0) +
                                       (header->has_ids ? 8 * vertices : 0)) {
        return "its length is not that of its graph";
    }
    return NULL;
}

static const char *read_body(FILE *file, const struct cache_header *header, const struct graph *graph)
{
    struct part parts[PARTS];
    uint64_t checksum = 0;

    parts_of(graph, parts);
    for (unsigned i = 0; i < PARTS; i++) {
        uint64_t at = 0;

        while (at < parts[i].bytes) {
            size_t step = parts[i].bytes - at < STEP_BYTES ? (size_t)(parts[i].bytes - at) : STEP_BYTES;
            unsigned char *to = (unsigned char *)parts[i].items + at;

            if (fread(to, 1, step, file) != step) {
                return "it cannot be read to its end";
            }
            checksum = lzma_crc64(to, step, checksum);
            at += step;
        }
    }
    return checksum == header->body_checksum ? NULL : "its checksum is wrong";
}

/* A number for an edge and its weight, in which each bit depends on all of theirs. */
static uint64_t mixed(uint64_t edge, uint64_t weight)
{
    uint64_t word = edge + (weight + 1) * 0x9e3779b97f4a7c15u;

    word = (word ^ word >> 32) * 0xd6e8feb86659fd93u;
    word = (word ^ word >> 32) * 0xd6e8feb86659fd93u;
    return word ^ word >> 32;
}

/* Kernels for undirected graphs count on each arc's being there in both directions, and on rows that ascend.
 * The numbers of the arcs that lead up are added, those of the arcs that lead down taken off: what is left of
 * a graph with an arc that has no counterpart is 0 once in 2^64. */
static const char *check_edges(const struct graph *graph)
{
    uint64_t sum = 0;

    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (uint32_t arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint64_t head = (uint32_t)graph->arcs[arc];
            uint64_t weight = graph->weights != NULL ? graph->weights[arc] : 0;
            if (arc > graph->rows[vertex] && graph->arcs[arc] <= graph->arcs[arc - 1]) {
                return "its rows do not ascend";
            }
            if (head == vertex) {
                return "an edge is a loop";
            }
            sum += head > vertex ? mixed((uint64_t)vertex << 32 | head, weight)
                                 : 0 - mixed(head << 32 | vertex, weight);
        }
    }
    return sum == 0 ? NULL : "an edge leads in one direction only";
}

/* A kernel indexes with these numbers, so a right checksum is not enough. */
static const char *check_graph(const struct graph *graph, int is_directed)
{
    uint32_t i;

    if (graph->rows[0] != 0 || graph->rows[graph->vertex_count] != graph->arc_count) {
        return "its offsets do not enclose its arcs";
    }
    for (i = 0; i < graph->vertex_count; i++) {
        if (graph->rows[i] > graph->rows[i + 1]) {
            return "its offsets do not ascend";
        }
        if (graph->ids != NULL && i > 0 && graph->ids[i] <= graph->ids[i - 1]) {
            return "its identifiers do not ascend";
        }
    }
    for (i = 0; i < graph->arc_count; i++) {
        if (graph->arcs[i] < 0 || (uint32_t)graph->arcs[i] >= graph->vertex_count) {
            return "an arc leads to no vertex";
        }
        if (graph->weights != NULL && graph->weights[i] > GRAPH_WEIGHT_MAX) {
            return "a weight is too large";
        }
    }
    return is_directed ? NULL : check_edges(graph);
}

enum cache_finding cache_file_read(FILE *file, const struct cache_key *key, struct graph *graph,
                                   const char **reason)
{
    struct cache_header header;
    struct graph_error unused;

    memset(graph, 0, sizeof *graph);
    *reason = read_header(file, &header);
    if (*reason != NULL) {
        return CACHE_DAMAGED;
    }
    if (memcmp(&header.key, key, sizeof *key) != 0) {
        return CACHE_MISSING;
    }
    if (graph_allocate_arrays(graph, header.vertex_count, header.arc_count, (int)header.has_weights,
                              &unused) != 0) {
        *reason = "it needs more memory than there is";
        return CACHE_DAMAGED;
    }
    if (header.has_ids) {
        graph->ids = graph_allocate((uint64_t)header.vertex_count * sizeof *graph->ids, "", &unused);
        *reason = graph->ids == NULL ? "it needs more memory than there is" : NULL;
    }
    if (*reason == NULL) {
        *reason = read_body(file, &header, graph);
    }
    if (*reason == NULL) {
        *reason = check_graph(graph, key->direction != 0);
    }
    if (*reason != NULL) {
        graph_clear(graph);
        return CACHE_DAMAGED;
    }
    return CACHE_FOUND;
}

void cache_file_write(FILE *file, const struct cache_key *key, const struct graph *graph)
{
    struct cache_header header;
    struct part parts[PARTS];
    unsigned i;

    parts_of(graph, parts);
    memset(&header, 0, sizeof header);
    memcpy(header.mark, CACHE_MARK, sizeof header.mark);
    header.version = CACHE_VERSION;
    header.order = CACHE_ORDER;
    header.key = *key;
    header.vertex_count = graph->vertex_count;
    header.arc_count = graph->arc_count;
    header.has_weights = graph->weights != NULL;
    header.has_ids = graph->ids != NULL;
    for (i = 0; i < PARTS; i++) {
        if (parts[i].bytes > 0) {
            header.body_checksum = lzma_crc64(parts[i].items, (size_t)parts[i].bytes, header.body_checksum);
        }
    }
    header.checksum = header_checksum(&header);
    fwrite(&header, sizeof header, 1, file);
    for (i = 0; i < PARTS; i++) {
        if (parts[i].bytes > 0) {
            fwrite(parts[i].items, 1, (size_t)parts[i].bytes, file);
        }
    }
}
