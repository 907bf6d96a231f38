/* The cache of translations: what is found in it, what is not, what leaves, and what happens where it cannot
 * be used. The fake coopc counts how often it is started, and starts the real one. */
#include "place.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char kernel[] = "kernel void k(global int *v) { *v = 7; *v; }\n";

struct bench {
    struct place place;
    char count[2 * PLACE_BYTES];
    struct coop_translate_options options;
    const struct coop_translation *wanted; /* what is to come out, or NULL: what comes out without a cache */
};

static void bench_open(struct bench *bench)
{
    memset(bench, 0, sizeof *bench);
    place_open(&bench->place);
    snprintf(bench->count, sizeof bench->count, "%s/count", bench->place.path);
    setenv("FAKE", "real", 1);
    setenv("FAKE_COUNT", bench->count, 1);
    bench->options.coopc = FAKE_COOPC;
    bench->options.cache_dir = bench->place.cache;
}

/* Time stamps of files have a grain, within which a change is not seen. */
static void let_time_pass(void)
{
    nanosleep(&(struct timespec){0, 30000000}, NULL);
}

/* Translates; coopc has been started so often since the beginning. */
static void translates(int line, struct bench *bench, const char *text, int starts)
{
    struct coop_translation translation;
    struct coop_translation direct = {.text = NULL};
    const struct coop_translation *wanted = bench->wanted != NULL ? bench->wanted : &direct;
    struct coop_translate_options without = bench->options;

    without.cache_dir = "";
    without.coopc = NULL;
    if (place_ok(__FILE__, line, "coop_translate", coop_translate(text, &bench->options, &translation)) &
        (wanted != &direct ||
         place_ok(__FILE__, line, "without a cache", coop_translate(text, &without, &direct)))) {
        test_equal_text(__FILE__, line, "the module", translation.text, wanted->text);
        test_equal_text(__FILE__, line, "what coopc says", translation.diagnostics, wanted->diagnostics);
        test_equal_u64(__FILE__, line, "bytes", translation.text_bytes, wanted->text_bytes);
    }
    test_equal(__FILE__, line, "starts of coopc", place_lines(bench->count), starts);
    coop_translation_clear(&translation);
    coop_translation_clear(&direct);
}
#define TRANSLATES(bench, text, starts) translates(__LINE__, (bench), (text), (starts))

TEST(the_same_text_does_not_start_coopc_again)
{
    struct bench bench;
    struct coop_translation translation;

    bench_open(&bench);
    TRANSLATES(&bench, kernel, 1);
    TRANSLATES(&bench, kernel, 1);
    OK(coop_translate(kernel, &bench.options, &translation));
    TEST_EQUAL(translation.is_from_cache, 1);
    TEST_CONTAINS(translation.diagnostics, "warning: ");
    coop_translation_clear(&translation);
    TEST_EQUAL(place_list(bench.place.cache, "").count, 1);
}

TEST(what_the_module_depends_on_is_in_the_key)
{
    struct bench bench;

    bench_open(&bench);
    TRANSLATES(&bench, kernel, 1);
    TRANSLATES(&bench, "kernel void k(global int *v) { *v = 8; *v; }\n", 2);
    bench.options.name = "other.cl";
    TRANSLATES(&bench, kernel, 3);
    bench.options.arguments = (const char *const[]){"-DA=1", NULL};
    TRANSLATES(&bench, kernel, 4);
    bench.options.arguments = (const char *const[]){"-DA=", "1", NULL};
    FAILS(coop_translate(kernel, &bench.options, &(struct coop_translation){.text = NULL}),
          COOP_INVALID_ARGUMENT, "arguments[1] is \"1\"");
    bench.options.arguments = (const char *const[]){"-DA", "-D1=1", NULL};
    setenv("CPATH", bench.place.path, 1);
    bench.options.arguments = (const char *const[]){"-DA=1", NULL};
    TRANSLATES(&bench, kernel, 5);
    TEST_EQUAL(chdir(bench.place.path), 0);
    TRANSLATES(&bench, kernel, 6);
    setenv("C_INCLUDE_PATH", bench.place.path, 1);
    TRANSLATES(&bench, kernel, 7);
    /* Another coopc, by its bytes. */
    bench.options.coopc = place_write(
        &bench.place, "another", "#!/bin/sh\necho >>\"$FAKE_COUNT\"\nexec \"$COOP_COOPC\" \"$@\"\n", 0755);
    TRANSLATES(&bench, kernel, 8);
    TRANSLATES(&bench, kernel, 8);
}

TEST(a_changed_included_file_is_seen)
{
    static const char text[] = "#include \"seven.h\"\nkernel void k(global int *v) { *v = SEVEN; }\n";
    struct bench bench;
    char option[2 * PLACE_BYTES];
    const char *path;

    bench_open(&bench);
    snprintf(option, sizeof option, "-I%s", bench.place.path);
    bench.options.arguments = (const char *const[]){option, NULL};
    path = place_write(&bench.place, "seven.h", "#define SEVEN 7\n", 0644);
    let_time_pass();
    TRANSLATES(&bench, text, 1);
    TRANSLATES(&bench, text, 1);
    place_write(&bench.place, "seven.h", "#define SEVEN 8\n", 0644);
    let_time_pass();
    TRANSLATES(&bench, text, 2);
    TRANSLATES(&bench, text, 2);
    unlink(path);
    FAILS(coop_translate(text, &bench.options, &(struct coop_translation){.text = NULL}), COOP_SOURCE_REFUSED,
          "seven.h");
    TEST_EQUAL(place_lines(bench.count), 3);
}

/* coopc may have read either text of a file that changes while it runs: that makes no entry. */
TEST(a_file_that_changes_meanwhile_makes_no_entry)
{
    static const char text[] = "#include \"seven.h\"\nkernel void k(global int *v) { *v = SEVEN; }\n";
    struct bench bench;
    struct coop_translation translation;
    char option[2 * PLACE_BYTES];

    bench_open(&bench);
    snprintf(option, sizeof option, "-I%s", bench.place.path);
    bench.options.arguments = (const char *const[]){option, NULL};
    setenv("FAKE_CHANGED", place_write(&bench.place, "seven.h", "#define SEVEN 7\n", 0644), 1);
    let_time_pass();
    setenv("FAKE", "changes", 1);
    OK(coop_translate(text, &bench.options, &translation));
    TEST_CONTAINS(translation.text, "#define SEVEN 7\n");
    coop_translation_clear(&translation);
    TEST_EQUAL(place_list(bench.place.cache, "").count, 0);
    setenv("FAKE", "real", 1);
    let_time_pass();
    OK(coop_translate(text, &bench.options, &translation));
    TEST_CONTAINS(translation.text, "#define SEVEN 8\n");
    coop_translation_clear(&translation);
}

/* Each byte of an entry in turn, and each length. */
TEST(a_damaged_entry_is_made_anew)
{
    struct bench bench;
    struct place_files entry;
    struct coop_translation first;
    char *bytes;
    FILE *file;
    int starts = 1;

    bench_open(&bench);
    TRANSLATES(&bench, kernel, 1);
    OK(coop_translate(kernel, &bench.options, &first));
    bench.wanted = &first;
    entry = place_list(bench.place.cache, ".module");
    bytes = malloc((size_t)entry.bytes);
    file = fopen(entry.last, "r");
    if (!TEST_TRUE(file != NULL && fread(bytes, 1, (size_t)entry.bytes, file) == (size_t)entry.bytes)) {
        return;
    }
    fclose(file);
    for (long long at = 0; at < entry.bytes; at += 1 + entry.bytes / 16) {
        bytes[at] ^= 4;
        file = fopen(entry.last, "w");
        TEST_TRUE(fwrite(bytes, 1, (size_t)entry.bytes, file) == (size_t)entry.bytes);
        fclose(file);
        bytes[at] ^= 4;
        TRANSLATES(&bench, kernel, ++starts);
        TEST_EQUAL(truncate(entry.last, at), 0);
        TRANSLATES(&bench, kernel, ++starts);
        TRANSLATES(&bench, kernel, starts);
    }
    free(bytes);
    coop_translation_clear(&first);
    TEST_EQUAL(place_list(bench.place.cache, "").count, 1);
}

static void age(const char *path, int seconds)
{
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = time(NULL) - seconds}};

    TEST_EQUAL(utimensat(AT_FDCWD, path, times, 0), 0);
}

TEST(the_oldest_used_leave_at_the_bound)
{
    struct bench bench;
    struct place_files files;
    char text[128];
    char user[3 * PLACE_BYTES];
    char left[3 * PLACE_BYTES];
    long long one;

    bench_open(&bench);
    TRANSLATES(&bench, kernel, 1);
    files = place_list(bench.place.cache, ".module");
    one = files.bytes;
    age(files.last, 1000);
    /* What is not the cache's stays; what was left half written does not. */
    snprintf(user, sizeof user, "%s/notes.module", bench.place.cache);
    TEST_EQUAL(symlink(bench.count, user), 0);
    snprintf(left, sizeof left, "%s.12-34", files.last);
    TEST_EQUAL(link(files.last, left), 0);
    age(left, 100000);
    TEST_EQUAL(unlink(files.last), 0);
    TRANSLATES(&bench, kernel, 2);
    TEST_TRUE(access(left, F_OK) != 0);

    bench.options.cache_bytes = (uint64_t)(3 * one + one / 2);
    for (int i = 1; i <= 3; i++) {
        let_time_pass();
        snprintf(text, sizeof text, "kernel void k(global int *v) { *v = %d; *v; }\n", i);
        TRANSLATES(&bench, text, 2 + i);
        let_time_pass();
        TRANSLATES(&bench, kernel, 2 + i); /* which is used all the time */
        files = place_list(bench.place.cache, ".module");
        TEST_AT_MOST(files.bytes - place_list(bench.place.cache, "notes").bytes, bench.options.cache_bytes);
    }
    TEST_EQUAL(place_list(bench.place.cache, ".module").count, 3 + 1);
    TRANSLATES(&bench, "kernel void k(global int *v) { *v = 1; *v; }\n", 6); /* the one that has left */
    TEST_TRUE(access(user, F_OK) == 0);

    bench.options.cache_bytes = 100; /* less than one entry */
    TRANSLATES(&bench, "kernel void k(global int *v) { *v = 77; *v; }\n", 7);
    TRANSLATES(&bench, "kernel void k(global int *v) { *v = 77; *v; }\n", 8);
}

TEST(many_processes_use_it_at_once)
{
    enum { PROCESSES = 2, ROUNDS = 8 };
    struct bench bench;

    bench_open(&bench);
    bench.options.coopc = NULL;
    for (int round = 0; round < ROUNDS; round++) {
        pid_t children[PROCESSES];
        char text[128];

        snprintf(text, sizeof text, "kernel void k(global int *v) { *v = %d; *v; }\n", round);
        for (int i = 0; i < PROCESSES; i++) {
            children[i] = fork();
            if (children[i] == 0) {
                struct coop_translation translation;
                char wanted[32];

                snprintf(wanted, sizeof wanted, "= %d;", round);
                /* The bound makes each remove what the other has just made. */
                bench.options.cache_bytes = 3000;
                _exit(coop_translate(text, &bench.options, &translation) == COOP_OK &&
                              strstr(translation.text, wanted) != NULL &&
                              strstr(translation.text, "//coop end") != NULL
                          ? 0
                          : 1);
            }
        }
        for (int i = 0; i < PROCESSES; i++) {
            int status = -1;

            TEST_EQUAL(waitpid(children[i], &status, 0), children[i]);
            TEST_EQUAL(status, 0);
        }
    }
    TEST_EQUAL(place_list(bench.place.cache, ".module.").count, 0);
    TEST_AT_MOST(place_list(bench.place.cache, ".module").bytes, 3000);
}

TEST(variables_say_where_it_is)
{
    struct bench bench;
    char path[3 * PLACE_BYTES];

    bench_open(&bench);
    bench.options.cache_dir = NULL;
    setenv("HOME", bench.place.path, 1);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("COOP_CACHE_DIR");
    TRANSLATES(&bench, kernel, 1);
    snprintf(path, sizeof path, "%s/.cache/coop", bench.place.path);
    TEST_EQUAL(place_list(path, ".module").count, 1);

    snprintf(path, sizeof path, "%s/xdg", bench.place.path);
    setenv("XDG_CACHE_HOME", path, 1);
    TRANSLATES(&bench, kernel, 2);
    snprintf(path, sizeof path, "%s/xdg/coop", bench.place.path);
    TEST_EQUAL(place_list(path, ".module").count, 1);

    snprintf(path, sizeof path, "%s/ours", bench.place.path);
    setenv("COOP_CACHE_DIR", path, 1);
    TRANSLATES(&bench, kernel, 3);
    TEST_EQUAL(place_list(path, ".module").count, 1);

    bench.options.cache_dir = "";
    TRANSLATES(&bench, kernel, 4);
    bench.options.cache_dir = NULL;
    unsetenv("COOP_CACHE_DIR");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    TRANSLATES(&bench, kernel, 5);
}

TEST(a_cache_that_cannot_be_used_is_no_failure)
{
    struct bench bench;
    char path[3 * PLACE_BYTES];

    bench_open(&bench);
    bench.options.cache_dir = place_write(&bench.place, "a_file", "", 0600);
    TRANSLATES(&bench, kernel, 1);
    bench.options.cache_dir = "/proc/nothing/can/be/made/here";
    TRANSLATES(&bench, kernel, 2);
    bench.options.cache_dir = "/dev/full";
    TRANSLATES(&bench, kernel, 3);
    /* One that others may write to holds what anybody has put there. */
    snprintf(path, sizeof path, "%s/everybody's", bench.place.path);
    TEST_EQUAL(mkdir(path, 0700), 0);
    TEST_EQUAL(chmod(path, 0777), 0);
    bench.options.cache_dir = path;
    TRANSLATES(&bench, kernel, 4);
    TRANSLATES(&bench, kernel, 5);
    TEST_EQUAL(place_list(path, "").count, 0);
    /* The entry's name is taken by what is no file. */
    bench.options.cache_dir = bench.place.cache;
    TRANSLATES(&bench, kernel, 6);
    snprintf(path, sizeof path, "%s", place_list(bench.place.cache, ".module").last);
    TEST_EQUAL(unlink(path), 0);
    TEST_EQUAL(mkdir(path, 0700), 0);
    TRANSLATES(&bench, kernel, 7);
    TRANSLATES(&bench, kernel, 8);
}

/* Refusals are not kept: the text is translated again. */
TEST(refusals_are_not_kept)
{
    struct bench bench;
    struct coop_translation translation;

    bench_open(&bench);
    for (int i = 1; i <= 2; i++) {
        FAILS(coop_translate("nonsense", &bench.options, &translation), COOP_SOURCE_REFUSED,
              "kernels.cl:1:1");
        coop_translation_clear(&translation);
        TEST_EQUAL(place_lines(bench.count), i);
    }
    TEST_EQUAL(place_list(bench.place.cache, "").count, 0);
}
