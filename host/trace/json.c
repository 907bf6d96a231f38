/* Traces as Chrome/Perfetto JSON.
 *
 * Stands on: format.h. Any thread; touches nothing but its arguments.
 * Source: Trace Event Format (Chromium project): phases X (slice), C (counter), i (instant), M (name). */
#include "host/trace/flow_channels.h"
#include "host/trace/format.h"
#include "host/trace/kind.h"

#include "coop/shared/limits.h"
#include "host/base/out.h"
#include "host/base/replace.h"
#include "host/trace/refuse.h"
#include <errno.h>

#include <inttypes.h>
#include <stdio.h>

#define WRITING "writing a trace"

#define SLOTS_PROCESS 1
#define COUNTERS_PROCESS 2

struct json_writer {
    FILE *file;
    const struct coop_trace *trace;
    uint64_t origin_ns;
    int has_events;
};

static void begin_event(struct json_writer *writer)
{
    fputs(writer->has_events ? ",\n" : "\n", writer->file);
    writer->has_events = 1;
}

/* Microseconds since the first event, to the nanosecond. */
static void write_time(struct json_writer *writer, const char *key, uint64_t ns)
{
    fprintf(writer->file, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000, (unsigned)(ns % 1000));
}

static void write_name(struct json_writer *writer, const char *what, int process, unsigned thread,
                       const char *name)
{
    begin_event(writer);
    fprintf(writer->file, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%u,\"args\":{\"name\":", what,
            process, thread);
    coop_markup_json(writer->file, name);
    fputs("}}", writer->file);
}

static void write_names(struct json_writer *writer)
{
    char name[32];
    uint32_t slot;

    write_name(writer, "process_name", SLOTS_PROCESS, 0, writer->trace->device_name);
    write_name(writer, "process_name", COUNTERS_PROCESS, 0, "active work-groups");
    for (slot = 0; slot < writer->trace->slot_count; slot++) {
        snprintf(name, sizeof name, slot == 0 ? "scheduler" : "slot %" PRIu32, slot);
        write_name(writer, "thread_name", SLOTS_PROCESS, slot, name);
        begin_event(writer);
        fprintf(writer->file,
                "{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":%d,\"tid\":%" PRIu32
                ",\"args\":{\"sort_index\":%" PRIu32 "}}",
                SLOTS_PROCESS, slot, slot);
    }
}

static void write_span(struct json_writer *writer, const struct coop_trace_span *span)
{
    const char *ended = span->ended_by != 0 ? coop_trace_kind_name(span->ended_by) : "not seen to end";

    begin_event(writer);
    fputs("{\"ph\":\"X\",\"name\":", writer->file);
    coop_markup_json(writer->file, coop_trace_kernel_name(writer->trace, span->launch));
    fprintf(writer->file, ",\"pid\":%d,\"tid\":%u", SLOTS_PROCESS, span->slot);
    write_time(writer, "ts", span->begin_ns - writer->origin_ns);
    write_time(writer, "dur", span->end_ns - span->begin_ns);
    fprintf(writer->file, ",\"args\":{\"launch\":%" PRIu32 ",\"group\":%" PRIu32 ",\"ended\":\"%s\"}}",
            span->launch, span->group_id, ended);
}

/* A counter for each kernel: the active work-groups of all its instances. */
static void write_counter(struct json_writer *writer, const struct coop_trace_event *event, uint32_t groups)
{
    begin_event(writer);
    fputs("{\"ph\":\"C\",\"name\":", writer->file);
    coop_markup_json(writer->file, coop_trace_kernel_name(writer->trace, event->launch));
    fprintf(writer->file, ",\"pid\":%d", COUNTERS_PROCESS);
    write_time(writer, "ts", event->time_ns - writer->origin_ns);
    fprintf(writer->file, ",\"args\":{\"M\":%" PRIu32 "}}", groups);
}

static void write_instant(struct json_writer *writer, const struct coop_trace_event *event)
{
    begin_event(writer);
    fprintf(writer->file, "{\"ph\":\"i\",\"s\":\"t\",\"name\":\"%s\",\"pid\":%d,\"tid\":%u",
            coop_trace_kind_name(event->kind), SLOTS_PROCESS, event->slot);
    write_time(writer, "ts", event->time_ns - writer->origin_ns);
    fprintf(writer->file, ",\"args\":{\"launch\":%" PRIu32 ",\"target\":%" PRIu32 ",\"value\":%" PRIu32 "}}",
            event->launch, event->group_id, event->value);
}

/* A launch on the way through the events. */
struct progress {
    uint32_t groups;     /* M */
    uint32_t of_kernel;  /* the first launch of the same kernel, which stands for the kernel */
    uint32_t all_groups; /* where the launch stands for its kernel: of all the kernel's instances */
};

/* There are few kernels, and many launches of each. */
static void find_kernels(const struct coop_trace *trace, struct progress *launches)
{
    uint32_t kernels[COOP_KERNELS_MAX];
    uint32_t count = 0;

    for (uint32_t number = 1; number <= trace->launch_count; number++) {
        const char *name = coop_trace_kernel_name(trace, number);
        uint32_t i = 0;

        while (i < count && strcmp(coop_trace_kernel_name(trace, kernels[i]), name) != 0) {
            i++;
        }
        if (i == count && count < COOP_KERNELS_MAX) {
            kernels[count++] = number;
        }
        launches[number].of_kernel = i < count ? kernels[i] : number;
    }
}

static void write_points_of(struct json_writer *writer, struct progress *launches)
{
    const struct coop_trace *trace = writer->trace;

    for (size_t i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];
        struct progress *launch = &launches[event->launch <= trace->launch_count ? event->launch : 0];
        uint32_t before = launch->groups;

        if (coop_trace_kind_get(event->kind)->about == COOP_ABOUT_TARGET) {
            write_instant(writer, event);
        }
        if (launch != launches && coop_trace_follow_active(event, &launch->groups)) {
            struct progress *kernel = &launches[launch->of_kernel];

            kernel->all_groups += launch->groups - before;
            write_counter(writer, event, kernel->all_groups);
        }
    }
}

static int write_points(struct json_writer *writer)
{
    struct progress *launches = calloc(writer->trace->launch_count + 1, sizeof *launches);

    if (launches == NULL) {
        return -1;
    }
    find_kernels(writer->trace, launches);
    write_points_of(writer, launches);
    free(launches);
    return 0;
}

static int write_spans(struct json_writer *writer)
{
    struct coop_span_reader reader;
    struct coop_trace_span span;

    if (coop_span_reader_init(&reader, writer->trace) != 0) {
        return -1;
    }
    while (coop_span_reader_next(&reader, &span)) {
        write_span(writer, &span);
    }
    coop_span_reader_clear(&reader);
    return 0;
}

/* A slice inside that of its work-group. */
static void write_batch(struct json_writer *writer, const char *name, const struct coop_trace_event *event)
{
    uint64_t ns = coop_flow_event_ns(event);
    uint64_t end_ns = event->time_ns - writer->origin_ns;

    begin_event(writer);
    fputs("{\"ph\":\"X\",\"name\":", writer->file);
    coop_markup_json(writer->file, name);
    fprintf(writer->file, ",\"pid\":%d,\"tid\":%u", SLOTS_PROCESS, event->slot);
    write_time(writer, "ts", end_ns > ns ? end_ns - ns : 0);
    write_time(writer, "dur", ns);
    fprintf(writer->file, ",\"args\":{\"items\":%" PRIu32 ",\"kept\":%" PRIu32 ",\"level\":%" PRIu32 "}}",
            coop_flow_event_items(event), coop_flow_event_kept(event), coop_flow_event_level(event));
}

static int write_batches(struct json_writer *writer)
{
    struct coop_trace_channels channels;

    if (coop_trace_channels_read(&channels, writer->trace) != 0) {
        return -1;
    }
    for (size_t i = 0; i < writer->trace->event_count && channels.count > 0; i++) {
        const struct coop_trace_event *event = &writer->trace->events[i];
        size_t at = event->kind == COOP_TRACE_FLOW_BATCH
                        ? coop_trace_channels_find(&channels, writer->trace, event)
                        : channels.count;
        if (at < channels.count) {
            write_batch(writer, channels.items[at].name, event);
        }
    }
    coop_trace_channels_clear(&channels);
    return 0;
}

/* The trace itself. Viewers skip it and coop-trace reads it: tools/trace/trace_file.h has the form and its
 * version number. One launch and one event on each line. */
static void write_record(struct json_writer *writer)
{
    const struct coop_trace *trace = writer->trace;
    size_t i;

    fputs(",\"coop\":{\"version\":2,\"device\":", writer->file);
    coop_markup_json(writer->file, trace->device_name);
    fprintf(writer->file,
            ",\"slots\":%" PRIu32 ",\"events_lost\":%" PRIu64 ",\"barrier_events_lost\":%" PRIu64
            ",\"has_barriers\":%d,\"was_live\":%d,\"origin_ns\":\"%" PRIu64 "\",\"launches\":[",
            trace->slot_count, trace->events_lost, trace->barrier_events_lost, trace->has_barriers != 0,
            trace->was_live != 0, writer->origin_ns);
    for (i = 0; i < trace->launch_count; i++) {
        const struct coop_trace_launch *launch = &trace->launches[i];

        fprintf(writer->file, "%s\n[%" PRIu32 ",", i > 0 ? "," : "", launch->sequence);
        coop_markup_json(writer->file, launch->kernel);
        fprintf(writer->file, ",%d,%d,%d,%" PRIu32 ",%" PRIu64 ",%d,%d,%" PRIu32 ",%d]",
                launch->is_cooperative != 0, launch->can_shrink != 0, launch->can_grow != 0, launch->groups,
                launch->logical_groups, launch->kill_any != 0, launch->may_kill_all != 0,
                launch->groups_least, launch->is_automatic != 0);
    }
    fputs("\n],\"events\":[", writer->file);
    for (i = 0; i < trace->event_count; i++) {
        const struct coop_trace_event *event = &trace->events[i];

        fprintf(writer->file,
                "%s\n[%" PRIu64 ",\"%s\",%u,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",\"%" PRIx64 "\"]",
                i > 0 ? "," : "", event->time_ns - writer->origin_ns, coop_trace_kind_name(event->kind),
                event->slot, event->launch, event->group_id, event->value, (uint64_t)event->word);
    }
    fputs("\n]}", writer->file);
}

coop_status coop_trace_write_json(const struct coop_trace *trace, const char *path)
{
    struct json_writer writer = {.trace = trace};
    struct coop_replace replace;
    int has_failed;
    int code;

    if (trace == NULL || path == NULL) {
        return coop_trace_fail_null(WRITING, trace == NULL ? "trace" : "path");
    }
    errno = coop_replace_open(&replace, path);
    if (errno != 0) {
        return coop_trace_io_failed(WRITING, path);
    }
    writer.file = replace.file;
    writer.origin_ns = trace->event_count > 0 ? trace->events[0].time_ns : 0;
    fprintf(writer.file,
            "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"events_lost\":\"%" PRIu64 "\"},\"traceEvents\":[",
            trace->events_lost);
    write_names(&writer);
    has_failed = write_spans(&writer) != 0 || write_batches(&writer) != 0 || write_points(&writer) != 0;
    fputs("\n]", writer.file);
    write_record(&writer);
    fputs("}\n", writer.file);
    code = coop_replace_close(&replace, !has_failed);
    errno = code != 0 ? code : errno;
    return code != 0 || has_failed ? coop_trace_io_failed(WRITING, path) : COOP_OK;
}
