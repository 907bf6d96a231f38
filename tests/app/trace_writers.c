/* The writers of traces, on traces that are made here: complete, cut short, empty, hostile. */
#include "test.h"

#include <coop/trace_write.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EVENTS_MAX 4096
#define FRAMES_MAX 200

static struct coop_trace_event events[EVENTS_MAX];
static struct coop_trace_launch launches[FRAMES_MAX + 1];
static struct coop_trace trace;

static void add(double ms, unsigned kind, unsigned slot, unsigned launch, unsigned group_id, unsigned value)
{
    struct coop_trace_event *event = &events[trace.event_count++];

    memset(event, 0, sizeof *event);
    event->time_ns = 5000000000u + (uint64_t)(ms * 1e6);
    event->kind = (coop_u16)kind;
    event->slot = (coop_u16)slot;
    event->launch = launch;
    event->group_id = group_id;
    event->value = value;
}

static void add_launch(const char *kernel, int is_cooperative, unsigned groups)
{
    struct coop_trace_launch *launch = &launches[trace.launch_count++];

    memset(launch, 0, sizeof *launch);
    launch->sequence = (uint32_t)trace.launch_count;
    launch->is_cooperative = is_cooperative;
    launch->groups = groups;
    snprintf(launch->kernel, sizeof launch->kernel, "%s", kernel);
}

static void begin_trace(unsigned slots)
{
    memset(&trace, 0, sizeof trace);
    trace.events = events;
    trace.launches = launches;
    trace.slot_count = slots;
    snprintf(trace.device_name, sizeof trace.device_name, "a <device> & \"co\"\\");
}

/* Two work-groups of a cooperative kernel; the second gives way to frames of `frame_ms` and comes back. */
static void make_trace(unsigned frames, double frame_ms)
{
    unsigned i;

    begin_trace(3);
    add_launch("search", 1, 2);
    add(0, COOP_TRACE_SEEN, 0, 1, 0, 2);
    add(0, COOP_TRACE_STARTED, 0, 1, 0, 2);
    add(0.1, COOP_TRACE_GROUP_BEGINS, 1, 1, 0, 2);
    add(0.1, COOP_TRACE_GROUP_BEGINS, 2, 1, 1, 2);
    for (i = 0; i < frames; i++) {
        double ms = 1 + i * 2 * frame_ms;

        add_launch("frame", 0, 1);
        add(ms, COOP_TRACE_KILL_WANTED, 0, 1, 1, 1);
        add(ms, COOP_TRACE_GROUP_RESIZED_AWAY, 2, 1, 1, 1);
        add(ms, COOP_TRACE_RESIZED, 1, 1, 0, 1);
        add(ms, COOP_TRACE_GROUP_BEGINS, 2, i + 2, 0, 1);
        add(ms + frame_ms, COOP_TRACE_GROUP_RETURNS, 2, i + 2, 0, 9);
        add(ms + frame_ms, COOP_TRACE_FORK_GRANTED, 0, 1, 2, 1);
        add(ms + frame_ms, COOP_TRACE_GROUP_BEGINS, 2, 1, 1, 2);
        add(ms + frame_ms, COOP_TRACE_RESIZED, 1, 1, 0, 2);
    }
    add(2 + frames * 2 * frame_ms, COOP_TRACE_GROUP_RETURNS, 1, 1, 0, 0);
    add(2 + frames * 2 * frame_ms, COOP_TRACE_GROUP_RETURNS, 2, 1, 1, 0);
    add(2 + frames * 2 * frame_ms, COOP_TRACE_COMPLETED, 0, 1, 0, 0);
}

/* What was written, as text of the caller; "" when it was not. */
static char *written(coop_status (*write)(const char *path))
{
    char path[64];
    char *text = calloc(1, 1 << 20);
    FILE *file;

    snprintf(path, sizeof path, "trace_writers-%ld", (long)getpid());
    TEST_EQUAL(write(path), COOP_OK);
    file = fopen(path, "rb");
    if (file != NULL && text != NULL) {
        text[fread(text, 1, (1 << 20) - 1, file)] = '\0';
    }
    if (file != NULL) {
        fclose(file);
    }
    unlink(path);
    return text;
}

static coop_status write_json(const char *path)
{
    return coop_trace_write_json(&trace, path);
}

static coop_status write_svg(const char *path)
{
    return coop_trace_write_svg(&trace, path, 0, 0);
}

static unsigned count(const char *text, const char *part)
{
    unsigned number = 0;

    for (text = strstr(text, part); text != NULL; text = strstr(text + 1, part)) {
        number++;
    }
    return number;
}

TEST(json_has_a_slice_for_each_work_group)
{
    char *text;

    make_trace(2, 3);
    text = written(write_json);
    TEST_EQUAL(count(text, "\"ph\":\"X\""), 6);
    TEST_CONTAINS(text,
                  "{\"ph\":\"X\",\"name\":\"search\",\"pid\":1,\"tid\":1,\"ts\":100.000,\"dur\":13900.000,"
                  "\"args\":{\"launch\":1,\"group\":0,\"ended\":\"GROUP_RETURNS\"}}");
    TEST_CONTAINS(text,
                  "{\"ph\":\"X\",\"name\":\"frame\",\"pid\":1,\"tid\":2,\"ts\":1000.000,\"dur\":3000.000,"
                  "\"args\":{\"launch\":2,\"group\":0,\"ended\":\"GROUP_RETURNS\"}}");
    TEST_EQUAL(count(text, "\"ended\":\"GROUP_RESIZED_AWAY\""), 2);
    free(text);
}

TEST(json_counts_active_work_groups)
{
    char *text;

    make_trace(1, 3);
    text = written(write_json);
    TEST_CONTAINS(text, "{\"ph\":\"C\",\"name\":\"search\",\"pid\":2,\"ts\":0.000,\"args\":{\"M\":2}}");
    TEST_CONTAINS(text, "{\"ph\":\"C\",\"name\":\"search\",\"pid\":2,\"ts\":1000.000,\"args\":{\"M\":1}}");
    TEST_CONTAINS(text, "{\"ph\":\"C\",\"name\":\"search\",\"pid\":2,\"ts\":4000.000,\"args\":{\"M\":2}}");
    TEST_CONTAINS(text, "{\"ph\":\"C\",\"name\":\"search\",\"pid\":2,\"ts\":8000.000,\"args\":{\"M\":0}}");
    free(text);
}

/* All frames share a counter, and the work-groups of instances that run at once add up. */
TEST(json_has_one_counter_for_each_kernel)
{
    char *text;

    make_trace(FRAMES_MAX / 2, 0.5);
    for (unsigned i = 0; i < FRAMES_MAX / 2; i++) {
        add(300 + i, COOP_TRACE_STARTED, 0, i + 2, 0, 3);
    }
    text = written(write_json);
    TEST_EQUAL(count(text, "\"ph\":\"C\""), count(text, "\"ph\":\"C\",\"name\":\"search\"") +
                                                count(text, "\"ph\":\"C\",\"name\":\"frame\""));
    TEST_EQUAL(count(text, "\"ph\":\"C\",\"name\":\"frame\""), FRAMES_MAX / 2);
    TEST_CONTAINS(text, "\"name\":\"frame\",\"pid\":2,\"ts\":300000.000,\"args\":{\"M\":3}}");
    TEST_CONTAINS(text, "\"name\":\"frame\",\"pid\":2,\"ts\":302000.000,\"args\":{\"M\":9}}");
    free(text);
}

TEST(json_closes_and_marks_what_has_no_end)
{
    char *text;

    make_trace(1, 3);
    trace.event_count -= 3;
    text = written(write_json);
    TEST_EQUAL(count(text, "\"ended\":\"not seen to end\""), 2);
    TEST_CONTAINS(
        text,
        "\"ts\":100.000,\"dur\":3900.000,\"args\":{\"launch\":1,\"group\":0,\"ended\":\"not seen to end\"}");
    free(text);
}

TEST(json_escapes_names)
{
    char *text;

    make_trace(1, 3);
    text = written(write_json);
    TEST_CONTAINS(text, "\"a <device> & \\\"co\\\"\\\\\"");
    free(text);
}

TEST(svg_escapes_names_and_ends)
{
    char *text;

    make_trace(1, 3);
    text = written(write_svg);
    TEST_CONTAINS(text, "a &lt;device&gt; &amp; &quot;co&quot;\\</text>");
    TEST_EQUAL_TEXT(text + strlen(text) - 7, "</svg>\n");
    TEST_CONTAINS(text, "search (cooperative, 1 launch)");
    TEST_CONTAINS(text, "frame (regular, 1 launch)");
    TEST_CONTAINS(text, "<title>frame #2 group 0: 3.000 ms, GROUP_RETURNS</title>");
    TEST_CONTAINS(text, "<title>search #1 group 1: 0.900 ms, GROUP_RESIZED_AWAY</title>");
    free(text);
}

static uint64_t window[2]; /* milliseconds from the first event */

static coop_status write_part(const char *path)
{
    return coop_trace_write_svg(&trace, path, trace.events[0].time_ns + window[0] * 1000000,
                                trace.events[0].time_ns + window[1] * 1000000);
}

TEST(svg_has_an_axis_from_the_first_event)
{
    char *text;

    make_trace(10, 5); /* 102 ms */
    window[0] = 40;
    window[1] = 60;
    text = written(write_part);
    TEST_CONTAINS(text, "text-anchor=\"middle\" fill=\"#444\">40</text>");
    TEST_CONTAINS(text, ">60</text>");
    TEST_EQUAL(count(text, "text-anchor=\"middle\" fill=\"#444\">0</text>"), 0);
    TEST_CONTAINS(text, "time since the first event / ms");
    TEST_CONTAINS(text, "Shown: 40 to 60 ms of a trace of 102 ms");
    free(text);
    text = written(write_svg);
    TEST_CONTAINS(text, "text-anchor=\"middle\" fill=\"#444\">0</text>");
    TEST_CONTAINS(text, "Shown: the whole trace of 102 ms");
    free(text);
}

TEST(svg_of_a_window_without_events_is_refused)
{
    static const uint64_t wrong[][2] = {{200, 300}, {60, 40}, {50, 50}};

    make_trace(10, 5);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(window, wrong[i], sizeof window);
        TEST_EQUAL(write_part("trace_writers-none"), COOP_INVALID_ARGUMENT);
        TEST_TRUE(access("trace_writers-none", F_OK) != 0);
    }
}

/* The part of a window that the trace does not reach is hatched, and a trace that was full says so. */
TEST(svg_shows_where_the_trace_has_nothing)
{
    char *text;

    make_trace(10, 5);
    window[0] = 50;
    window[1] = 150;
    trace.events_lost = 12;
    trace.barrier_events_lost = 5;
    text = written(write_part);
    TEST_EQUAL(count(text, "url(#missing)"), 1);
    TEST_CONTAINS(text, "Shown: 50 to 102 ms of a trace of 102 ms");
    TEST_CONTAINS(text, "7 later events found no room");
    free(text);
    trace.events_lost = 5; /* of barriers alone: nothing that a picture shows */
    text = written(write_svg);
    TEST_EQUAL(count(text, "url(#missing)"), 0);
    TEST_EQUAL(count(text, "found no room"), 0);
    free(text);
}

/* Of the triangle with that title: where its base and its tip lie, down from the picture's top. */
static void find_triangle(const char *text, const char *title, double *base, double *tip)
{
    double x[3];
    double middle;

    *base = 0;
    *tip = 0;
    for (; (text = strstr(text, "<path d=\"M")) != NULL; text++) {
        const char *end = strchr(text, '>');

        if (end != NULL && strncmp(end, title, strlen(title)) == 0 &&
            sscanf(text, "<path d=\"M%lf %lfL%lf %lfL%lf %lfZ", &x[0], base, &x[1], &middle, &x[2], tip) ==
                6) {
            TEST_TRUE(middle == *base && x[0] < x[2] && x[2] < x[1]);
            return;
        }
    }
    TEST_FAIL("no triangle has the title %s", title);
}

/* Requests differ in shape and place, whatever the colours: kills point down and lie below forks. */
TEST(svg_marks_differ_in_shape_and_place)
{
    double kill_base, kill_tip, fork_base, fork_tip;
    char *text;

    make_trace(3, 5);
    text = written(write_svg);
    TEST_EQUAL(count(text, "><title>kills wanted: 1</title></path>"), 3);
    TEST_EQUAL(count(text, "><title>forks granted: 1</title></path>"), 3);
    find_triangle(text, "><title>kills wanted", &kill_base, &kill_tip);
    find_triangle(text, "><title>forks granted", &fork_base, &fork_tip);
    TEST_TRUE(kill_tip > kill_base);
    TEST_TRUE(fork_tip < fork_base);
    TEST_TRUE(fork_base < kill_base);
    TEST_CONTAINS(text, "scheduler wants work-groups back</text>");
    TEST_CONTAINS(text, "scheduler grants more</text>");
    TEST_CONTAINS(text, "work-group ends to make room</text>");
    free(text);
}

/* Frames narrower than a pixel do not vanish, and do not make the picture longer. */
TEST(svg_shows_frames_below_a_pixel_as_shares)
{
    char *text;

    make_trace(FRAMES_MAX, 0.001);
    trace.events[trace.event_count - 1].time_ns += 100000000;
    text = written(write_svg);
    TEST_AT_LEAST(count(text, "fill=\"#e69f00\"/>"), 2);
    TEST_EQUAL(count(text, "<title>frame"), 0);
    TEST_AT_MOST(strlen(text), 20000);
    free(text);
}

TEST(empty_traces_are_written)
{
    char *text;

    begin_trace(2);
    text = written(write_json);
    TEST_EQUAL(count(text, "\"ph\":\"X\""), 0);
    free(text);
    text = written(write_svg);
    TEST_CONTAINS(text, "</svg>");
    free(text);
}

TEST(events_of_unknown_slots_and_launches_are_survived)
{
    char *text;

    make_trace(1, 3);
    add(20, COOP_TRACE_GROUP_BEGINS, 77, 1, 0, 1);
    add(21, COOP_TRACE_GROUP_BEGINS, 1, 99, 0, 1);
    add(22, COOP_TRACE_GROUP_RETURNS, 1, 99, 0, 1);
    add(22, 4711, 1, 99, 0, 1);
    add(23, COOP_TRACE_STARTED, 0, 4000000000u, 0, 1);
    text = written(write_json);
    TEST_CONTAINS(text, "\"name\":\"?\"");
    free(text);
    text = written(write_svg);
    TEST_CONTAINS(text, "<title>? #99 group 0");
    free(text);
}

TEST(files_that_cannot_be_written_are_refused)
{
    make_trace(1, 3);
    TEST_EQUAL(coop_trace_write_json(&trace, "/nowhere/trace"), COOP_IO_FAILED);
    TEST_EQUAL(coop_trace_write_svg(&trace, "/nowhere/trace", 0, 0), COOP_IO_FAILED);
}

TEST(kinds_have_names)
{
    TEST_EQUAL_TEXT(coop_trace_kind_name(COOP_TRACE_GROUP_BEGINS), "GROUP_BEGINS");
    TEST_EQUAL_TEXT(coop_trace_kind_name(COOP_TRACE_COMPLETED), "COMPLETED");
    TEST_EQUAL_TEXT(coop_trace_kind_name(0), "?");
    TEST_EQUAL_TEXT(coop_trace_kind_name(4711), "?");
}
