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
    TEST_CONTAINS(text, "{\"ph\":\"C\",\"name\":\"search #1\",\"pid\":2,\"ts\":0.000,\"args\":{\"M\":2}}");
    TEST_CONTAINS(text, "{\"ph\":\"C\",\"name\":\"search #1\",\"pid\":2,\"ts\":1000.000,\"args\":{\"M\":1}}");
    TEST_CONTAINS(text, "{\"ph\":\"C\",\"name\":\"search #1\",\"pid\":2,\"ts\":4000.000,\"args\":{\"M\":2}}");
    TEST_CONTAINS(text, "{\"ph\":\"C\",\"name\":\"search #1\",\"pid\":2,\"ts\":8000.000,\"args\":{\"M\":0}}");
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
    TEST_CONTAINS(text, "search (cooperative, 1)");
    TEST_CONTAINS(text, "frame (regular, 1)");
    TEST_CONTAINS(text, "<title>frame #2 group 0: 3.000 ms, GROUP_RETURNS</title>");
    TEST_CONTAINS(text, "<title>search #1 group 1: 0.900 ms, GROUP_RESIZED_AWAY</title>");
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
