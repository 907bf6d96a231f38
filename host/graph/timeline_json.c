/* Source: Trace Event Format (Chromium project): phases X (slice) and M (name). */
#include "host/graph/timeline_json.h"

#include "host/base/markup.h"

#include <inttypes.h>

/* Processes: the host, then the devices. Threads of a device: 0 kernels, 1 copies. */
static uint32_t process_of(const struct coop_span *span)
{
    return span->kind == COOP_SPAN_HOST ? 0 : span->device + 1;
}

static void write_name(FILE *file, const char *what, uint32_t process, uint32_t thread, const char *name)
{
    fprintf(file,
            "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32 ",\"args\":{\"name\":", what,
            process, thread);
    coop_markup_json(file, name);
    fputs("}},\n", file);
}

/* Microseconds to the nanosecond. */
static void write_time(FILE *file, const char *key, uint64_t ns)
{
    fprintf(file, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000, (unsigned)(ns % 1000));
}

static void write_names(FILE *file, const struct coop_timeline *timeline)
{
    write_name(file, "process_name", 0, 0, "host");
    write_name(file, "thread_name", 0, 0, "functions");
    for (uint32_t i = 0; i < timeline->device_count; ++i) {
        char name[192];

        snprintf(name, sizeof name, "device %" PRIu32 "%s%.150s", i, timeline->devices != NULL ? ": " : "",
                 timeline->devices != NULL ? timeline->devices[i] : "");
        write_name(file, "process_name", i + 1, 0, name);
        write_name(file, "thread_name", i + 1, 0, "kernels");
        write_name(file, "thread_name", i + 1, 1, "copies");
    }
}

void coop_timeline_write_json(FILE *file, const struct coop_timeline *timeline)
{
    uint64_t origin_ns = timeline->count > 0 ? timeline->spans[0].begin_ns : 0;

    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", file);
    write_names(file, timeline);
    for (uint32_t i = 0; i < timeline->count; ++i) {
        const struct coop_span *span = &timeline->spans[i];

        fprintf(file, "{\"ph\":\"X\",\"pid\":%" PRIu32 ",\"tid\":%d,\"name\":", process_of(span),
                span->kind == COOP_SPAN_COPY);
        coop_markup_json(file, span->name);
        write_time(file, "ts", span->begin_ns - origin_ns);
        write_time(file, "dur", span->end_ns - span->begin_ns);
        fprintf(file, ",\"args\":{\"block\":%" PRIu32 ",\"step\":%" PRIu64 "}},\n", span->block, span->round);
    }
    fprintf(file,
            "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":0,\"tid\":0,\"args\":{\"labels\":\"%" PRIu64
            " older commands dropped, %" PRIu64 " without times, clocks within %" PRIu64 " ns\"}}]}\n",
            timeline->dropped, timeline->untimed, timeline->clock_error_ns);
}
