/* Timelines that are made here: what is counted, to the nanosecond; clocks; pictures and JSON. */
#include "host/graph/timeline_svg.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_MAX = 1 << 16 };

#define K COOP_SPAN_KERNEL
#define C COOP_SPAN_COPY

/* Two devices. On the first, copies from 10 to 40 and from 30 to 60, and kernels from 0 to 20 and from 50 to
 * 100 with one inside: 50 of copies, of which 20 are hidden. On the second, a copy from 10 to 20 that no
 * kernel of its own device hides, and a kernel that touches its end. */
static const struct coop_span schedule[] = {
    {"late", K, 0, 0, 1, 1050, 1100},   {"inside", K, 0, 0, 1, 1060, 1070},
    {"border", C, 0, 1, 0, 1010, 1040}, {"border", C, 0, 1, 0, 1030, 1060},
    {"first", K, 0, 0, 0, 1000, 1020},  {"border", C, 1, 2, 0, 1010, 1020},
    {"other", K, 1, 2, 0, 1020, 1045},  {"look", COOP_SPAN_HOST, 0, 0, 0, 1000, 1200}};

enum { SPANS = sizeof schedule / sizeof schedule[0] };

static struct coop_timeline make(struct coop_span spans[SPANS])
{
    memcpy(spans, schedule, sizeof schedule);
    return (struct coop_timeline){.spans = spans,
                                  .count = SPANS,
                                  .device_count = 2,
                                  .dropped = 5,
                                  .untimed = 3,
                                  .clock_error_ns = 1500};
}

TEST(the_part_of_copies_beside_kernels_is_counted)
{
    struct coop_span spans[SPANS];
    struct coop_timeline timeline = make(spans);
    struct coop_graph_times times;

    TEST_EQUAL(coop_timeline_count(&timeline, &times), COOP_OK);
    TEST_EQUAL_U64(times.kernel_ns, 20 + 50 + 25);
    TEST_EQUAL_U64(times.copy_ns, 50 + 10);
    TEST_EQUAL_U64(times.hidden_ns, 10 + 10);
    TEST_EQUAL_U64(times.span_ns, 200);
    TEST_TRUE(times.overlap > 20.0 / 60.0 - 1e-12 && times.overlap < 20.0 / 60.0 + 1e-12);
    TEST_EQUAL_U64(times.commands, SPANS);
    TEST_EQUAL_U64(times.dropped, 5);
    TEST_EQUAL_U64(times.untimed, 3);
    TEST_EQUAL_U64(times.clock_error_ns, 1500);
    for (int i = 1; i < SPANS; i++) {
        TEST_TRUE(spans[i - 1].begin_ns <= spans[i].begin_ns);
    }
}

TEST(nothing_and_commands_of_no_time_are_counted)
{
    struct coop_span spans[2] = {{"a", K, 0, 0, 0, 7, 7}, {"b", C, 0, 0, 0, 7, 7}};
    struct coop_timeline timeline = {.spans = spans, .count = 0, .device_count = 1};
    struct coop_graph_times times;

    TEST_EQUAL(coop_timeline_count(&timeline, &times), COOP_OK);
    TEST_EQUAL_U64(times.span_ns, 0);
    TEST_TRUE(times.overlap == 0.0);
    timeline.count = 2;
    TEST_EQUAL(coop_timeline_count(&timeline, &times), COOP_OK);
    TEST_EQUAL_U64(times.commands, 2);
    TEST_EQUAL_U64(times.copy_ns, 0);
    TEST_TRUE(times.overlap == 0.0);
}

TEST(clocks_are_known_as_well_as_they_were_seen)
{
    struct coop_clock_window window;

    coop_clock_forget(&window);
    TEST_EQUAL_U64(coop_clock_of_host(&window, 12), 12);
    TEST_EQUAL_U64(coop_clock_error_ns(&window), 0);
    coop_clock_narrow(&window, 1000, 1100, 40); /* 960 to 1060 ahead */
    TEST_EQUAL_U64(coop_clock_of_host(&window, 40), 1050);
    TEST_EQUAL_U64(coop_clock_error_ns(&window), 50);
    coop_clock_narrow(&window, 2050, 2200, 1060); /* 990 to 1140 */
    TEST_EQUAL_U64(coop_clock_of_host(&window, 100), 1125);
    TEST_EQUAL_U64(coop_clock_error_ns(&window), 35);
    coop_clock_narrow(&window, 5000, 5010, 3000); /* it has drifted */
    TEST_EQUAL_U64(coop_clock_of_host(&window, 3000), 5005);
    TEST_EQUAL_U64(coop_clock_error_ns(&window), 5);
    coop_clock_forget(&window);
    coop_clock_narrow(&window, 100, 120, 1000000); /* behind the host's */
    TEST_EQUAL_U64(coop_clock_of_host(&window, 1000050), 160);
}

static unsigned count_of(const char *text, const char *what)
{
    unsigned count = 0;

    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) {
        ++count;
    }
    return count;
}

static void take(FILE *file, char *text)
{
    size_t bytes;

    rewind(file);
    bytes = fread(text, 1, BYTES_MAX - 1, file);
    text[bytes] = '\0';
    fclose(file);
}

/* The tool's verdict where it is there: a status of 77 means that it is not. */
static void check_by(const char *command, const char *text)
{
    FILE *pipe = popen(command, "w");
    int status;

    if (!TEST_TRUE(pipe != NULL)) {
        return;
    }
    fputs(text, pipe);
    status = pclose(pipe);
    if (status != 77 << 8) {
        TEST_EQUAL(status, 0);
    }
}

static void check_svg(const char *text)
{
    TEST_EQUAL(count_of(text, "<svg "), 1);
    TEST_EQUAL(count_of(text, "<text"), count_of(text, "</text>"));
    TEST_EQUAL(count_of(text, "<title>"), count_of(text, "</title></rect>"));
    TEST_TRUE(strstr(text, "nan") == NULL && strstr(text, "inf\"") == NULL);
    TEST_EQUAL_TEXT(text + strlen(text) - 7, "</svg>\n");
    check_by("command -v xmllint >/dev/null 2>&1 || { cat >/dev/null; exit 77; }; xmllint --noout -", text);
}

TEST(a_picture_has_lanes_axis_legend_and_commands)
{
    static char text[BYTES_MAX];
    struct coop_span spans[SPANS];
    struct coop_timeline timeline = make(spans);
    struct coop_graph_times times;
    FILE *file = tmpfile();

    spans[0].name = "a <\"kernel\"> & more";
    TEST_EQUAL(coop_timeline_count(&timeline, &times), COOP_OK);
    coop_timeline_write_svg(file, &timeline, &times);
    take(file, text);
    check_svg(text);
    TEST_EQUAL(count_of(text, "<title>"), SPANS);
    TEST_CONTAINS(text, ">device 0 kernels</text>");
    TEST_CONTAINS(text, ">device 1 copies</text>");
    TEST_CONTAINS(text, ">host</text>");
    TEST_CONTAINS(text, "time since the first command shown / us");
    TEST_CONTAINS(text, ">0.10</text>");
    TEST_CONTAINS(text, ">copies</text>");
    TEST_CONTAINS(text, ">a &lt;&quot;kernel&quot;&gt; &amp; more</text>");
    TEST_CONTAINS(text, "33.3 % of the copies' time beside kernels of their device");
    TEST_CONTAINS(text,
                  "the last 8 of 16 commands; clocks of devices within 1.5 us; 3 commands have no times");
    /* From 1030 to 1060 of 1000 to 1200, in the second row of the first device. */
    TEST_CONTAINS(text,
                  "<rect x=\"295.400\" y=\"124.0\" width=\"155.400\" height=\"20.2\" fill=\"#cc79a7\"><title>"
                  "border, block 1, step 0: 0.030 us</title>");
}

TEST(a_picture_of_nothing_is_one)
{
    static char text[BYTES_MAX];
    struct coop_timeline timeline = {.device_count = 1};
    struct coop_graph_times times;
    FILE *file = tmpfile();

    TEST_EQUAL(coop_timeline_count(&timeline, &times), COOP_OK);
    coop_timeline_write_svg(file, &timeline, &times);
    take(file, text);
    check_svg(text);
    TEST_CONTAINS(text, "no copies");
}

TEST(more_kernels_than_colours_are_the_others)
{
    static char text[BYTES_MAX];
    static char names[9][64];
    struct coop_span spans[9];
    struct coop_timeline timeline = {.spans = spans, .count = 9, .device_count = 1};
    struct coop_graph_times times;
    FILE *file = tmpfile();

    for (int i = 0; i < 9; i++) {
        snprintf(names[i], sizeof names[i], "%d of the kernels that have long names, all of them", i);
        spans[i] =
            (struct coop_span){names[i], K, 0, 0, 0, 20000000 * (uint64_t)i, 20000000 * (uint64_t)i + 5};
    }
    TEST_EQUAL(coop_timeline_count(&timeline, &times), COOP_OK);
    coop_timeline_write_svg(file, &timeline, &times);
    take(file, text);
    check_svg(text);
    TEST_CONTAINS(text, ">5 of the kernels that have l...</text>");
    TEST_TRUE(strstr(text, ">6 of the kernels that have l...<") == NULL);
    TEST_CONTAINS(text, ">other kernels</text>");
    TEST_CONTAINS(text, "shown / ms");
}

TEST(json_has_a_slice_for_each_command)
{
    static char text[BYTES_MAX];
    static const char *const names[] = {"one \"device\"", "other"};
    struct coop_span spans[SPANS];
    struct coop_timeline timeline = make(spans);
    struct coop_graph_times times;
    FILE *file = tmpfile();

    timeline.devices = names;
    TEST_EQUAL(coop_timeline_count(&timeline, &times), COOP_OK);
    coop_timeline_write_json(file, &timeline);
    take(file, text);
    TEST_EQUAL(count_of(text, "\"ph\":\"X\""), SPANS);
    TEST_EQUAL(count_of(text, "{"), count_of(text, "}"));
    TEST_CONTAINS(text, "\"args\":{\"name\":\"device 0: one \\\"device\\\"\"}");
    TEST_CONTAINS(text,
                  "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"border\",\"ts\":0.030,\"dur\":0.030,\"args\":"
                  "{\"block\":1,\"step\":0}}");
    TEST_CONTAINS(text, "{\"ph\":\"X\",\"pid\":0,\"tid\":0,\"name\":\"look\",\"ts\":0.000,\"dur\":0.200");
    check_by("command -v python3 >/dev/null 2>&1 || { cat >/dev/null; exit 77; }; "
             "python3 -c 'import json, sys; json.load(sys.stdin)'",
             text);
}
