/* The readers of graphs under a fuzzer: what must hold of every file.
 *
 * No crash, no sanitizer's report, no leak, no hang, and no memory that the file does not pay for
 * (libFuzzer's own limits); what is read is a graph, an undirected one where that is asked for; what is
 * refused has a message that begins with the file's name and says something of it. A graph that was read
 * is written in every format and read again as the same.
 *
 * FUZZ_DIRECTORY is where the file of an input is written. */
#include "file.h"
#include "tools/graph/cache.h"
#include "tools/graph/formats.h"
#include "tools/graph/graph.h"

#include <lzma.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WRITTEN_ARCS_MAX 2000 /* of graphs that are written and read again */

static char directory[256];

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

__attribute__((noreturn, format(printf, 1, 2))) static void fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("fuzz_graph: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

static void remove_directory(void)
{
    rmdir(directory);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    const char *parent = getenv("FUZZ_DIRECTORY");

    (void)count;
    (void)arguments;
    if (parent == NULL) {
        parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    }
    snprintf(directory, sizeof directory, "%s/fuzz_graph-XXXXXX", parent);
    if (mkdtemp(directory) == NULL) {
        fail("%s cannot be made", directory);
    }
    atexit(remove_directory);
    return 0;
}

static void check_rows(const struct graph *graph)
{
    uint32_t i;

    if (graph->vertex_count < 1 || graph->rows[0] != 0 ||
        graph->rows[graph->vertex_count] != graph->arc_count) {
        fail("the offsets do not enclose the arcs");
    }
    for (i = 0; i < graph->vertex_count; i++) {
        if (graph->rows[i] > graph->rows[i + 1]) {
            fail("the offsets do not ascend");
        }
        if (graph->ids != NULL && i > 0 && graph->ids[i] <= graph->ids[i - 1]) {
            fail("the identifiers do not ascend");
        }
    }
    for (i = 0; i < graph->arc_count; i++) {
        if (graph->arcs[i] < 0 || (uint32_t)graph->arcs[i] >= graph->vertex_count) {
            fail("an arc leads to %d", graph->arcs[i]);
        }
        if (graph->weights != NULL && graph->weights[i] > GRAPH_WEIGHT_MAX) {
            fail("a weight is %u", graph->weights[i]);
        }
    }
}

static int is_same(const struct graph *one, const struct graph *other)
{
    size_t arcs = one->arc_count;

    return one->vertex_count == other->vertex_count && arcs == other->arc_count &&
           memcmp(one->rows, other->rows, ((size_t)one->vertex_count + 1) * sizeof *one->rows) == 0 &&
           memcmp(one->arcs, other->arcs, arcs * sizeof *one->arcs) == 0 &&
           (one->weights == NULL) == (other->weights == NULL) &&
           (one->weights == NULL || memcmp(one->weights, other->weights, arcs * sizeof *one->weights) == 0);
}

/* Symmetric, without loops and duplicates, rows sorted: its transpose is itself. */
static void check_undirected(const struct graph *graph)
{
    struct graph_error error;
    struct graph turned;
    uint32_t vertex, arc;

    for (vertex = 0; vertex < graph->vertex_count; vertex++) {
        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            if ((uint32_t)graph->arcs[arc] == vertex) {
                fail("vertex %u has a loop", vertex);
            }
            if (arc > graph->rows[vertex] && graph->arcs[arc] <= graph->arcs[arc - 1]) {
                fail("the row of vertex %u is not sorted, or has duplicates", vertex);
            }
        }
    }
    if (graph_transpose(graph, &turned, &error) == 0 && !is_same(graph, &turned)) {
        fail("the graph is not symmetric");
    }
    graph_clear(&turned);
}

/* Through a format and back. A list of edges is not asked: it knows no vertices without any. */
static void check_written(const struct graph *graph, const char *name, int is_directed)
{
    const struct graph_format *format = graph_format_named(name);
    struct graph_reading reading = {.direction = is_directed ? GRAPH_DIRECTED : GRAPH_UNDIRECTED,
                                    .wants_weights = graph->weights != NULL};
    struct graph_error error;
    struct graph again;
    char path[300];
    FILE *file;

    snprintf(path, sizeof path, "%s/written.%s", directory, format->endings + 1);
    path[strcspn(path, " ")] = '\0';
    file = fopen(path, "w");
    if (file == NULL || format->write(file, graph, !is_directed, &error) != 0 || fclose(file) != 0) {
        fail("%s cannot be written", path);
    }
    if (graph_read(path, &reading, &again, &error) != 0) {
        fail("what was written is refused: %s", error.text);
    }
    if (graph->arc_count > 0 && !is_same(graph, &again)) {
        fail("%s is another graph", path);
    }
    graph_clear(&again);
    unlink(path);
}

static void check_graph(const struct graph *graph, int is_directed)
{
    check_rows(graph);
    if (!is_directed) {
        check_undirected(graph);
    }
    /* What stands beside few arcs may be refused as implausible. */
    if (graph->arc_count <= WRITTEN_ARCS_MAX && graph->vertex_count <= WRITTEN_ARCS_MAX) {
        check_written(graph, "dimacs", is_directed);
        check_written(graph, "matrix", is_directed);
        if (!is_directed) {
            check_written(graph, "metis", 0);
        }
    }
}

static void read_graph(const char *path, const struct file_input *input)
{
    const struct graph_reading reading = {.direction = input->is_directed ? GRAPH_DIRECTED : GRAPH_UNDIRECTED,
                                          .wants_weights = input->wants_weights};
    struct graph_error error = {""};
    struct graph graph;

    if (graph_read(path, &reading, &graph, &error) == 0) {
        if (graph.weights != NULL && !input->wants_weights) {
            fail("weights that nobody wants");
        }
        check_graph(&graph, input->is_directed);
    } else {
        if (graph.rows != NULL || graph.arcs != NULL || graph.ids != NULL) {
            fail("a graph that was refused is not empty");
        }
        if (strncmp(error.text, path, strlen(path)) != 0 || strlen(error.text) < strlen(path) + 10) {
            fail("the message is \"%s\"", error.text);
        }
    }
    graph_clear(&graph);
}

/* A cache whose sums and key are right leads deeper than one whose are not. */
static void mend(struct file_input *input, const struct cache_key *key)
{
    struct cache_header header;

    if (input->count >= sizeof header) {
        memcpy(&header, input->bytes, sizeof header);
        memcpy(header.mark, CACHE_MARK, sizeof header.mark);
        header.version = CACHE_VERSION;
        header.order = CACHE_ORDER;
        header.key = *key;
        header.body_checksum = lzma_crc64(input->bytes + sizeof header, input->count - sizeof header, 0);
        header.checksum = lzma_crc64((const uint8_t *)&header, offsetof(struct cache_header, checksum), 0);
        memcpy(input->bytes, &header, sizeof header);
    }
}

static void read_cache(const char *path, const struct cache_key *key)
{
    const char *reason = NULL;
    struct graph graph;
    FILE *file = fopen(path, "rb");
    enum cache_finding finding;

    if (file == NULL) {
        fail("%s cannot be opened", path);
    }
    finding = cache_file_read(file, key, &graph, &reason);
    fclose(file);
    if (finding == CACHE_FOUND) {
        check_rows(&graph);
    } else if (graph.rows != NULL || (finding == CACHE_DAMAGED && reason == NULL)) {
        fail("a cache that is not used leaves a graph, or no reason");
    }
    graph_clear(&graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const struct cache_key key = {100, 200, 300, 0, 0};
    struct file_input input;
    char path[300];
    FILE *file;

    if (length < FILE_HEAD_BYTES) {
        return 0;
    }
    input = file_of(bytes, length);
    if (input.ending == NULL && input.is_mended) {
        mend(&input, &key);
    }
    snprintf(path, sizeof path, "%s/g%s", directory, input.ending != NULL ? input.ending : ".coop-graph");
    file = fopen(path, "wb");
    if (file == NULL || fwrite(input.bytes, 1, input.count, file) != input.count || fclose(file) != 0) {
        fail("%s cannot be written", path);
    }
    if (input.ending != NULL) {
        read_graph(path, &input);
    } else {
        read_cache(path, &key);
    }
    unlink(path);
    free(input.bytes);
    return 0;
}
