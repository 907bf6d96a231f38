/* What coop_translate makes of a text, and of a coopc that is not as it should be. No cache. */
#include "place.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char doubling[] = "#include \"coop/kernel.clh\"\n"
                               "coop_kernel void twice(global int *v, int n)\n"
                               "{\n"
                               "    for (int i = get_global_id(0); i < n; i += get_global_size(0))\n"
                               "        v[i] *= FACTOR;\n"
                               "    resizing_global_barrier();\n"
                               "}\n";

static const char *const factor[] = {"-DFACTOR=2", NULL};

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Starts the fake instead of coopc. */
static struct coop_translate_options ill(const char *how)
{
    setenv("FAKE", how, 1);
    return (struct coop_translate_options){.coopc = FAKE_COOPC, .cache_dir = ""};
}

TEST(a_text_becomes_a_module)
{
    struct coop_translate_options options = {.arguments = factor, .cache_dir = ""};
    struct coop_translation translation;

    if (!OK(coop_translate(doubling, &options, &translation))) {
        return;
    }
    TEST_CONTAINS(translation.text, "//coop kernel index=0 name=twice kind=cooperative");
    TEST_CONTAINS(translation.text, "file=\"kernels.cl\"");
    TEST_CONTAINS(translation.text, "//coop end");
    TEST_EQUAL_U64(translation.text_bytes, strlen(translation.text));
    TEST_EQUAL_TEXT(translation.diagnostics, "");
    TEST_EQUAL(translation.is_from_cache, 0);
    coop_translation_clear(&translation);
    TEST_TRUE(translation.text == NULL && translation.diagnostics == NULL);
    coop_translation_clear(&translation);
    coop_translation_clear(NULL);
}

TEST(messages_have_name_and_line)
{
    struct coop_translate_options options = {.name = "cell 3", .cache_dir = ""};
    struct coop_translation translation;

    FAILS(coop_translate("kernel void k(global int *v)\n{\n    *v = missing;\n}\n", &options, &translation),
          COOP_SOURCE_REFUSED, "coopc refuses cell 3: cell 3:3:10: error: ");
    TEST_CONTAINS(translation.diagnostics, "cell 3:3:10: error: ");
    TEST_TRUE(translation.text == NULL);
    coop_translation_clear(&translation);
}

TEST(warnings_are_handed_over)
{
    struct coop_translate_options options = {.cache_dir = ""};
    struct coop_translation translation;

    OK(coop_translate("kernel void k(global int *v)\n{\n    int unused[4];\n    *v = 1 == 1.5;\n    *v;\n}\n",
                      &options, &translation));
    TEST_CONTAINS(translation.diagnostics, "kernels.cl:5:5: warning: ");
    TEST_TRUE(translation.text != NULL);
    coop_translation_clear(&translation);
}

TEST(options_are_checked)
{
    static const struct {
        const char *words[3];
        const char *message;
    } cases[] = {{{"-o", "x"}, "arguments[0] is -o"},
                 {{"-ox"}, "arguments[0] is -ox"},
                 {{"-w", "--header"}, "arguments[1] is --header"},
                 {{"--stdin", "x"}, "arguments[0] is --stdin"},
                 {{"--deps", "x"}, "arguments[0] is --deps"},
                 {{"--embed", "x_text.c"}, "arguments[0] is --embed"},
                 {{"--host-header", "x"}, "arguments[0] is --host-header"},
                 {{"--nodes"}, "arguments[0] is --nodes"},
                 {{"--"}, "arguments[0] is --"},
                 {{"-w", "more.cl"}, "arguments[1] is \"more.cl\", which is no option"},
                 {{"-"}, "arguments[0] is \"-\""},
                 {{"--local-bytes"}, "a value is missing behind --local-bytes"},
                 {{"--nonsense"}, "unknown option --nonsense"}};
    struct coop_translation translation;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct coop_translate_options options = {.arguments = cases[i].words, .cache_dir = ""};

        FAILS(coop_translate("", &options, &translation), COOP_INVALID_ARGUMENT, cases[i].message);
        coop_translation_clear(&translation);
    }
    FAILS(coop_translate("", &(struct coop_translate_options){.timeout_ns = UINT64_MAX}, &translation),
          COOP_INVALID_ARGUMENT, "timeout_ns is UINT64_MAX");
    coop_translation_clear(&translation);
    FAILS(coop_translate("", &(struct coop_translate_options){.name = "a\nb"}, &translation),
          COOP_INVALID_ARGUMENT, "name is empty, or has");
    coop_translation_clear(&translation);
    FAILS(coop_translate("", &(struct coop_translate_options){.name = ""}, &translation),
          COOP_INVALID_ARGUMENT, "name is empty, or has");
    coop_translation_clear(&translation);
}

/* The name decides where files in quotes are looked for. */
TEST(files_beside_the_name_are_included)
{
    struct place place;
    char name[2 * PLACE_BYTES];
    struct coop_translate_options options = {.name = name, .cache_dir = ""};
    struct coop_translation translation;

    place_open(&place);
    place_write(&place, "seven.h", "#define SEVEN 7\n", 0644);
    snprintf(name, sizeof name, "%s/not there.cl", place.path);
    OK(coop_translate("#include \"seven.h\"\nkernel void k(global int *v) { *v = SEVEN; }\n", &options,
                      &translation));
    coop_translation_clear(&translation);
}

TEST(a_coopc_that_does_not_end_is_killed)
{
    struct coop_translate_options options = ill("sleeps");
    struct coop_translation translation;
    struct pollfd held = {.events = POLLIN};
    double begun = seconds();
    int ends[2];

    /* What the fake starts has this end of a pipe, too. */
    TEST_EQUAL(pipe(ends), 0);
    held.fd = ends[0];
    options.timeout_ns = 300 * 1000000;
    FAILS(coop_translate(doubling, &options, &translation), COOP_TIMED_OUT, "had not ended after 0.300 s");
    TEST_TRUE(seconds() - begun < 60);
    TEST_CONTAINS(translation.diagnostics, "this takes long");
    coop_translation_clear(&translation);
    /* Neither it nor what it has started is left. */
    TEST_TRUE(waitpid(-1, NULL, WNOHANG) < 0);
    close(ends[1]);
    TEST_EQUAL(poll(&held, 1, 10000), 1);
    close(ends[0]);
}

TEST(an_ill_coopc_is_told)
{
    static const struct {
        const char *how;
        coop_status status;
        const char *message;
    } cases[] = {{"crashes", COOP_IO_FAILED, "signal 11 ended"},
                 {"knows_no_stdin", COOP_INVALID_ARGUMENT, "or is of another version than this library"},
                 {"says_nothing", COOP_IO_FAILED, "without a module: it is no coopc"},
                 {"odd", COOP_IO_FAILED, "status 42, which is none of coopc's; a word from elsewhere"}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct coop_translate_options options = ill(cases[i].how);
        struct coop_translation translation;

        FAILS(coop_translate(doubling, &options, &translation), cases[i].status, cases[i].message);
        TEST_TRUE(translation.text == NULL && translation.diagnostics != NULL);
        coop_translation_clear(&translation);
    }
}

TEST(a_missing_coopc_is_told_with_a_remedy)
{
    struct coop_translation translation;
    struct coop_translate_options options = {.coopc = "/nowhere/coopc", .cache_dir = ""};

    FAILS(coop_translate(doubling, &options, &translation), COOP_IO_FAILED,
          "/nowhere/coopc, which the option coopc names as coopc, cannot be run: No such file or directory; "
          "install it (Debian: libcoop-dev), or set COOP_COOPC to its path");
    coop_translation_clear(&translation);
    options.coopc = NULL;
    setenv("COOP_COOPC", "/", 1);
    FAILS(coop_translate(doubling, &options, &translation), COOP_IO_FAILED,
          "/, which COOP_COOPC in the environment names as coopc, cannot be run");
    coop_translation_clear(&translation);
    setenv("COOP_COOPC", "no-such-coopc", 1);
    FAILS(coop_translate(doubling, &options, &translation), COOP_IO_FAILED,
          "there is no program no-such-coopc in PATH");
    coop_translation_clear(&translation);
}

/* A name without a slash is one of PATH, as with a shell. */
TEST(a_coopc_is_found_in_path)
{
    struct place place;
    char path[2 * PLACE_BYTES];
    struct coop_translate_options options = {.coopc = "our-coopc", .arguments = factor, .cache_dir = ""};
    struct coop_translation translation;

    place_open(&place);
    snprintf(path, sizeof path, "%s/our-coopc", place.path);
    TEST_EQUAL(symlink(getenv("COOP_COOPC"), path), 0);
    snprintf(path, sizeof path, "/nowhere:%s:%s", place.path, getenv("PATH"));
    setenv("PATH", path, 1);
    OK(coop_translate(doubling, &options, &translation));
    coop_translation_clear(&translation);
}

static void forget_children(int number)
{
    (void)number;
    while (waitpid(-1, NULL, WNOHANG) > 0) {
    }
}

/* A program that ignores its children's ends, or takes them all, has its modules and its refusals. */
TEST(it_does_not_matter_who_waits_for_children)
{
    struct coop_translate_options options = {.arguments = factor, .cache_dir = ""};
    void (*const ways[])(int) = {SIG_IGN, forget_children};

    for (int i = 0; i < 2; i++) {
        struct coop_translation translation;

        signal(SIGCHLD, ways[i]);
        OK(coop_translate(doubling, &options, &translation));
        TEST_TRUE(translation.text != NULL && strstr(translation.text, "//coop end") != NULL);
        coop_translation_clear(&translation);
        FAILS(coop_translate("nonsense", &options, &translation), COOP_SOURCE_REFUSED,
              "kernels.cl:1:1: error: ");
        coop_translation_clear(&translation);
    }
    signal(SIGCHLD, SIG_DFL);
}

/* Descriptors that a daemon has closed are the child's all the same. */
TEST(closed_descriptors_are_no_obstacle)
{
    struct coop_translate_options options = {.arguments = factor, .cache_dir = ""};
    struct coop_translation translation;
    int out = dup(1);
    int messages = dup(2);
    coop_status status;
    int open_before;

    close(0);
    close(1);
    close(2);
    open_before = place_list("/proc/self/fd", "").count;
    status = coop_translate(doubling, &options, &translation);
    open_before -= place_list("/proc/self/fd", "").count;
    dup2(out, 1);
    dup2(messages, 2);
    OK(status);
    TEST_TRUE(translation.text != NULL && strstr(translation.text, "//coop end") != NULL);
    coop_translation_clear(&translation);
    TEST_EQUAL(open_before, 0);
}

/* A text may be larger than what a pipe holds. */
TEST(large_texts_go_through)
{
    enum { COMMENT = 1 << 20 };
    char *text = malloc(COMMENT + 200);
    struct coop_translate_options options = {.cache_dir = ""};
    struct coop_translation translation;

    memset(text, '\n', COMMENT);
    strcpy(text + COMMENT, "kernel void k(global int *v) { *v = missing; }\n");
    FAILS(coop_translate(text, &options, &translation), COOP_SOURCE_REFUSED,
          "kernels.cl:1048577:37: error: ");
    coop_translation_clear(&translation);
    free(text);
}
