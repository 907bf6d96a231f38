/* The cache beside a file: it is used when it is right, and passed over when anything is not. */
#include "tools/graph/cache.h"
#include "files.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct graph_reading plain = {0};
static const struct graph_reading weighted = {.wants_weights = 1};
static const struct graph_reading directed = {.direction = GRAPH_DIRECTED};
static struct graph_error note, error;

#define TEXT "p sp 4 4\na 1 2 5\na 2 3 6\na 3 1 7\na 1 2 4\n"
#define AS_TEXT "0:1,2 1:0,2 2:0,1 3:"

static const char *read_cached(const char *path, const struct graph_reading *reading)
{
    struct graph graph;
    const char *result = error.text;

    if (graph_read_cached(path, reading, &graph, &note, &error) == 0) {
        result = graph_as_text(&graph);
    }
    graph_clear(&graph);
    return result;
}

static const char *cache_of(const char *path, const struct graph_reading *reading)
{
    static char cache[1024];

    TEST_EQUAL(graph_cache_path(path, reading, cache, sizeof cache), 0);
    return cache;
}

static size_t load(const char *path, unsigned char *bytes, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    size_t count = file != NULL ? fread(bytes, 1, capacity, file) : 0;

    if (file != NULL) {
        fclose(file);
    }
    return count;
}

static void save(const char *path, const unsigned char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");

    if (TEST_TRUE(file != NULL)) {
        fwrite(bytes, 1, count, file);
        fclose(file);
    }
}

/* The same length and time, other contents: only the cache can tell what was there. */
static void change_behind_its_back(const char *path, const char *text)
{
    struct stat facts;
    struct timespec times[2];
    FILE *file;

    TEST_EQUAL(stat(path, &facts), 0);
    file = fopen(path, "r+b");
    if (TEST_TRUE(file != NULL)) {
        fwrite(text, 1, strlen(text), file);
        fclose(file);
    }
    times[0] = facts.st_atim;
    times[1] = facts.st_mtim;
    TEST_EQUAL(utimensat(AT_FDCWD, path, times, 0), 0);
}

TEST(is_read_in_place_of_the_file)
{
    const char *path = file_write_text("used.gr", TEXT);

    TEST_EQUAL_TEXT(read_cached(path, &plain), AS_TEXT);
    TEST_EQUAL_TEXT(note.text, "");
    change_behind_its_back(path, "p sp 4 4\na 1 4 5\na 2 3 6\na 3 1 7\na 1 2 4\n");
    TEST_EQUAL_TEXT(read_cached(path, &plain), AS_TEXT);
    TEST_EQUAL_TEXT(note.text, "");
    unlink(cache_of(path, &plain));
    TEST_EQUAL_TEXT(read_cached(path, &plain), "0:1,2,3 1:0,2 2:0,1 3:0");
    unlink(cache_of(path, &plain));
    unlink(path);
}

TEST(is_not_used_for_a_file_of_another_time_or_size)
{
    const char *path = file_write_text("changed.gr", TEXT);
    struct timespec times[2] = {{1000, 5}, {1000, 5}};

    TEST_EQUAL_TEXT(read_cached(path, &plain), AS_TEXT);
    change_behind_its_back(path, "p sp 4 4\na 1 4 5\na 2 3 6\na 3 1 7\na 1 2 4\n");
    TEST_EQUAL(utimensat(AT_FDCWD, path, times, 0), 0);
    TEST_EQUAL_TEXT(read_cached(path, &plain), "0:1,2,3 1:0,2 2:0,1 3:0");
    change_behind_its_back(path, TEXT "c\n");
    TEST_EQUAL_TEXT(read_cached(path, &plain), AS_TEXT);
    TEST_EQUAL_TEXT(note.text, "");
    unlink(cache_of(path, &plain));
    unlink(path);
}

TEST(is_one_for_each_way_of_reading)
{
    const char *path = file_write_text("ways.gr", TEXT);

    for (int i = 0; i < 2; i++) {
        TEST_EQUAL_TEXT(read_cached(path, &plain), AS_TEXT);
        TEST_EQUAL_TEXT(read_cached(path, &weighted), "0:1*4,2*7 1:0*4,2*6 2:0*7,1*6 3:");
        TEST_EQUAL_TEXT(read_cached(path, &directed), "0:1,1 1:2 2:0 3:");
        TEST_EQUAL_TEXT(note.text, "");
    }
    unlink(cache_of(path, &plain));
    unlink(cache_of(path, &weighted));
    unlink(cache_of(path, &directed));
    unlink(path);
}

/* What is read of a cache that was made, with right checksums, of these arcs. */
static const char *read_made(uint32_t direction, uint32_t *rows, int32_t *arcs, uint32_t *weights)
{
    struct graph graph = {
        .vertex_count = 3, .arc_count = rows[3], .rows = rows, .arcs = arcs, .weights = weights};
    struct cache_key key = {.direction = direction, .wants_weights = weights != NULL};
    const char *reason = "";
    FILE *file = tmpfile();

    cache_file_write(file, &key, &graph);
    rewind(file);
    if (cache_file_read(file, &key, &graph, &reason) == CACHE_FOUND) {
        graph_clear(&graph);
        reason = "";
    }
    fclose(file);
    return reason;
}

TEST(of_an_undirected_graph_has_each_edge_in_both_directions)
{
    uint32_t rows[] = {0, 1, 3, 4};
    int32_t edges[] = {1, 0, 2, 1};
    int32_t other_head[] = {2, 0, 2, 1};
    uint32_t weights[] = {5, 5, 6, 6};
    uint32_t other_weight[] = {5, 5, 6, 7};
    uint32_t rows_of_more[] = {0, 2, 4, 5};
    int32_t twice[] = {1, 1, 0, 2, 1};
    int32_t loop[] = {0, 1, 0, 2, 1};
    int32_t descending[] = {2, 1, 0, 2, 1};

    TEST_EQUAL_TEXT(read_made(0, rows, edges, NULL), "");
    TEST_EQUAL_TEXT(read_made(0, rows, edges, weights), "");
    TEST_CONTAINS(read_made(0, rows, other_head, NULL), "in one direction only");
    TEST_CONTAINS(read_made(0, rows, edges, other_weight), "in one direction only");
    TEST_CONTAINS(read_made(0, rows_of_more, twice, NULL), "rows do not ascend");
    TEST_CONTAINS(read_made(0, rows_of_more, descending, NULL), "rows do not ascend");
    TEST_CONTAINS(read_made(0, rows_of_more, loop, NULL), "is a loop");
    TEST_EQUAL_TEXT(read_made(1, rows, other_head, NULL), "");
    TEST_EQUAL_TEXT(read_made(1, rows_of_more, loop, NULL), "");
}

TEST(keeps_identifiers)
{
    const char *path = file_write_text("ids.el", "10 20\n20 30\n");
    struct graph graph;

    read_cached(path, &plain);
    change_behind_its_back(path, "11 20\n20 30\n");
    if (TEST_EQUAL(graph_read_cached(path, &plain, &graph, &note, &error), 0)) {
        TEST_TRUE(graph.ids != NULL && graph.ids[0] == 10 && graph.ids[1] == 20 && graph.ids[2] == 30);
    }
    graph_clear(&graph);
    unlink(cache_of(path, &plain));
    unlink(path);
}

/* Every length, and every bit turned round: the graph is right each time, and the damage is said. */
TEST(a_damaged_one_is_passed_over_with_a_message)
{
    const char *path = file_write_text("damaged.gr", TEXT);
    const char *cache = cache_of(path, &weighted);
    unsigned char bytes[1024];
    unsigned silent = 0, wrong = 0;
    size_t count, i;

    read_cached(path, &weighted);
    count = load(cache, bytes, sizeof bytes);
    if (!TEST_EQUAL(count, 80 + 5 * 4 + 6 * 4 + 6 * 4)) {
        return;
    }
    for (i = 0; i < count; i++) {
        save(cache, bytes, i);
        wrong += strcmp(read_cached(path, &weighted), "0:1*4,2*7 1:0*4,2*6 2:0*7,1*6 3:") != 0;
        silent += strstr(note.text, " is passed over: ") == NULL;
    }
    for (i = 0; i < 8 * count; i++) {
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        save(cache, bytes, count);
        bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        wrong += strcmp(read_cached(path, &weighted), "0:1*4,2*7 1:0*4,2*6 2:0*7,1*6 3:") != 0;
        silent += strstr(note.text, " is passed over: ") == NULL;
    }
    TEST_EQUAL(wrong, 0);
    TEST_EQUAL(silent, 0);
    /* It was made anew. */
    TEST_EQUAL(load(cache, bytes, sizeof bytes), count);
    read_cached(path, &weighted);
    TEST_EQUAL_TEXT(note.text, "");
    unlink(cache);
    unlink(path);
}

TEST(one_that_cannot_be_written_is_a_note)
{
    const char *path = file_write_text("place.gr", TEXT);
    const char *cache = cache_of(path, &plain);

    TEST_EQUAL(mkdir(cache, 0700), 0);
    TEST_EQUAL_TEXT(read_cached(path, &plain), AS_TEXT);
    TEST_CONTAINS(note.text, "cannot be written");
    rmdir(cache);
    unlink(path);
}

TEST(leaves_no_other_files_behind)
{
    const char *path = file_write_text("clean.gr", "p sp 2 1\na 1\n");
    const char *cache = cache_of(path, &plain);

    TEST_CONTAINS(read_cached(path, &plain), "clean.gr:2: the arc is cut short");
    TEST_TRUE(access(cache, F_OK) != 0);
    unlink(path);
}
