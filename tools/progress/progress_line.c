#include "tools/progress/progress_line.h"

#include "tools/measure/clock.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define DEPTH_MAX 4
#define DRAW_EVERY_NS NS_PER_S

struct level {
    const char *what;
    uint64_t began_ns;
    uint64_t done; /* of `all`; 0 of 0 where nobody says */
    uint64_t all;
};

/* One for each process, as its terminal is. The thread lives between the outermost begin and end. */
static struct {
    pthread_mutex_t mutex; /* around what follows */
    pthread_cond_t ends;
    struct level levels[DEPTH_MAX];
    unsigned depth; /* 0: the thread must end */
    int is_drawn;
} line = {.mutex = PTHREAD_MUTEX_INITIALIZER, .ends = PTHREAD_COND_INITIALIZER};
static pthread_t artist; /* of the thread that calls begin and end, as has_artist */
static int has_artist;

static void erase(void)
{
    if (line.is_drawn) {
        fputs("\r\033[K", stderr);
        line.is_drawn = 0;
    }
}

/* Draws when the innermost text is a second old. */
static void draw(void)
{
    const struct level *level = &line.levels[(line.depth < DEPTH_MAX ? line.depth : DEPTH_MAX) - 1];
    uint64_t elapsed_ns = clock_now_ns() - level->began_ns;

    if (elapsed_ns >= DRAW_EVERY_NS) {
        fprintf(stderr, "\r%s", level->what);
        if (level->all > 0) {
            fprintf(stderr, ", %.0f %%", 100 * (double)level->done / (double)level->all);
        }
        fprintf(stderr, ": %.0f s\033[K\r", (double)elapsed_ns / NS_PER_S);
        line.is_drawn = 1;
    }
}

static void *draw_until_the_end(void *nothing)
{
    (void)nothing;
    pthread_mutex_lock(&line.mutex);
    while (line.depth > 0) {
        struct timespec until;

        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        pthread_cond_timedwait(&line.ends, &line.mutex, &until);
        if (line.depth > 0) {
            draw();
        }
    }
    pthread_mutex_unlock(&line.mutex);
    return NULL;
}

void progress_line_begin(const char *what)
{
    int is_outermost;

    if (!isatty(STDERR_FILENO)) {
        return;
    }
    pthread_mutex_lock(&line.mutex);
    is_outermost = line.depth == 0;
    if (line.depth < DEPTH_MAX) {
        line.levels[line.depth] = (struct level){what, clock_now_ns(), 0, 0};
    }
    line.depth++;
    pthread_mutex_unlock(&line.mutex);
    if (is_outermost) {
        has_artist = pthread_create(&artist, NULL, draw_until_the_end, NULL) == 0;
    }
}

void progress_line_end(void)
{
    int is_outermost;

    if (!isatty(STDERR_FILENO)) {
        return;
    }
    pthread_mutex_lock(&line.mutex);
    line.depth--;
    is_outermost = line.depth == 0;
    erase();
    if (is_outermost) {
        pthread_cond_signal(&line.ends);
    }
    pthread_mutex_unlock(&line.mutex);
    if (is_outermost && has_artist) {
        pthread_join(artist, NULL);
        has_artist = 0;
    }
}

void progress_line_share(uint64_t done, uint64_t all)
{
    if (!isatty(STDERR_FILENO)) {
        return;
    }
    pthread_mutex_lock(&line.mutex);
    if (line.depth > 0 && line.depth <= DEPTH_MAX) {
        line.levels[line.depth - 1].done = done < all ? done : all;
        line.levels[line.depth - 1].all = all;
    }
    pthread_mutex_unlock(&line.mutex);
}
