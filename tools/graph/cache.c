#include "cache.h"

#include "cache_file.h"
#include "host/base/replace.h"

#include <errno.h>
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
