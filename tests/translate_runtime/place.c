#include "place.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char opened[PLACE_BYTES];
static pid_t owner;

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void remove_all(void)
{
    if (getpid() == owner) {
        nftw(opened, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    }
}

void place_open(struct place *place)
{
    const char *above = getenv("TMPDIR");

    snprintf(place->path, sizeof place->path, "%.100s/coop-translate-XXXXXX",
             above != NULL && above[0] != '\0' ? above : "/tmp");
    if (!TEST_TRUE(mkdtemp(place->path) != NULL)) {
        exit(1);
    }
    snprintf(place->cache, sizeof place->cache, "%.200s/cache/coop", place->path);
    strcpy(opened, place->path);
    owner = getpid();
    atexit(remove_all);
}

const char *place_write(const struct place *place, const char *name, const char *text, int mode)
{
    static char path[2 * PLACE_BYTES];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", place->path, name);
    file = fopen(path, "w");
    if (TEST_TRUE(file != NULL)) {
        TEST_TRUE(fputs(text, file) >= 0);
        TEST_EQUAL(fclose(file), 0);
        TEST_EQUAL(chmod(path, (mode_t)mode), 0);
    }
    return path;
}

struct place_files place_list(const char *directory, const char *part)
{
    struct place_files files = {.count = 0};
    DIR *stream = opendir(directory);
    const struct dirent *entry;
    struct stat status;

    while (stream != NULL && (entry = readdir(stream)) != NULL) {
        if (strstr(entry->d_name, part) != NULL && fstatat(dirfd(stream), entry->d_name, &status, 0) == 0 &&
            S_ISREG(status.st_mode)) {
            files.count++;
            files.bytes += status.st_size;
            snprintf(files.last, sizeof files.last, "%.200s/%.200s", directory, entry->d_name);
        }
    }
    if (stream != NULL) {
        closedir(stream);
    }
    return files;
}

int place_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    int lines = 0;

    for (int c = file != NULL ? getc(file) : EOF; c != EOF; c = getc(file)) {
        lines += c == '\n';
    }
    if (file != NULL) {
        fclose(file);
    }
    return lines;
}

int place_ok(const char *file, int line, const char *text, coop_status status)
{
    if (status != COOP_OK) {
        test_note("%s", coop_last_error()->message);
        test_note("%.4000s", coop_last_error()->details);
    }
    return test_equal_text(file, line, text, coop_status_name(status), "COOP_OK");
}

int place_fails(const char *file, int line, const char *text, coop_status status, coop_status wanted,
                const char *words)
{
    return test_equal_text(file, line, text, coop_status_name(status), coop_status_name(wanted)) &
           test_equal_text(file, line, text, coop_status_name(coop_last_error()->status),
                           coop_status_name(wanted)) &
           test_contains(file, line, text, coop_last_error()->message, words);
}
