/* The colours are Okabe and Ito's, which people with any colour vision can tell apart. */
#include "host/graph/timeline_svg.h"

#include "host/base/out.h"

#include <inttypes.h>
#include <string.h>

#define WIDTH 1200.0
#define LEFT 140.0
#define RIGHT 1176.0
#define TOP 100.0
#define ROW 24.0
#define ROW_FILL 0.84
#define NAMES_MAX 6u
#define NAME_SHOWN 28 /* bytes of a name in the legend */

static const char *const colours[NAMES_MAX] = {"#0072b2", "#e69f00", "#009e73",
                                               "#d55e00", "#56b4e9", "#f0e442"};
static const char *const other_colour = "#777777";
static const char *const copy_colour = "#cc79a7";
static const char *const host_colour = "#332288";

struct picture {
    FILE *file;
    const struct coop_timeline *timeline;
    const struct coop_graph_times *times;
    const char *names[NAMES_MAX]; /* of the kernels that have colours: the first ones */
    unsigned name_count;
    int has_others;
    int has_copies;
    int has_host;
    double bottom;
    double ns_of_unit;
    const char *unit;
};

/* ---- what is in it ---- */

/* The number of a kernel's colour; NAMES_MAX: it has none of its own. */
static unsigned colour_of(const struct picture *picture, const char *name)
{
    unsigned i = 0;

    while (i < picture->name_count && strcmp(picture->names[i], name) != 0) {
        ++i;
    }
    return i < picture->name_count ? i : NAMES_MAX;
}

static void note_kernel(struct picture *picture, const char *name)
{
    if (colour_of(picture, name) < NAMES_MAX) {
        return;
    }
    if (picture->name_count < NAMES_MAX) {
        picture->names[picture->name_count++] = name;
    } else {
        picture->has_others = 1;
    }
}

static void collect(struct picture *picture)
{
    for (uint32_t i = 0; i < picture->timeline->count; ++i) {
        const struct coop_span *span = &picture->timeline->spans[i];

        picture->has_copies |= span->kind == COOP_SPAN_COPY;
        picture->has_host |= span->kind == COOP_SPAN_HOST;
        if (span->kind == COOP_SPAN_KERNEL) {
            note_kernel(picture, span->name);
        }
    }
    picture->bottom = TOP + ROW * (2 * picture->timeline->device_count + (picture->has_host != 0));
    picture->unit = picture->times->span_ns >= 10000000000 ? "s"
                    : picture->times->span_ns >= 10000000  ? "ms"
                                                           : "us";
    picture->ns_of_unit = picture->unit[0] == 's' ? 1e9 : picture->unit[0] == 'm' ? 1e6 : 1e3;
}

static double span_ns(const struct picture *picture)
{
    return picture->times->span_ns > 0 ? (double)picture->times->span_ns : 1.0;
}

static double place_of(const struct picture *picture, uint64_t ns)
{
    return LEFT + (double)(ns - picture->timeline->spans[0].begin_ns) / span_ns(picture) * (RIGHT - LEFT);
}

/* ---- around it ---- */

static void write_head(const struct picture *picture)
{
    double height = picture->bottom + 84;

    fprintf(
        picture->file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
        "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#222\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
        "<text x=\"%.0f\" y=\"28\" font-size=\"18\" font-weight=\"bold\">Commands of the graph over "
        "time</text>\n<text x=\"%.0f\" y=\"28\" text-anchor=\"end\" fill=\"#555\">",
        WIDTH, height, WIDTH, height, LEFT, RIGHT);
    if (picture->has_copies) {
        fprintf(picture->file, "%.1f %% of the copies' time beside kernels of their device</text>\n",
                100 * picture->times->overlap);
    } else {
        fputs("no copies</text>\n", picture->file);
    }
}

/* A place in the legend, which goes on in a second line. */
struct cursor {
    double x;
    double y;
};

static void write_entry(const struct picture *picture, struct cursor *cursor, const char *colour,
                        const char *name)
{
    char shown[NAME_SHOWN + 4];
    double width;

    snprintf(shown, sizeof shown, "%.*s%s", NAME_SHOWN, name, strlen(name) > NAME_SHOWN ? "..." : "");
    width = 38 + 7.6 * (double)strlen(shown);
    if (cursor->x + width > RIGHT) {
        *cursor = (struct cursor){LEFT, cursor->y + 20};
    }
    fprintf(picture->file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"14\" fill=\"%s\"/><text x=\"%.1f\" "
            "y=\"%.1f\">",
            cursor->x, cursor->y, colour, cursor->x + 20, cursor->y + 12);
    coop_markup_xml(picture->file, shown);
    fputs("</text>\n", picture->file);
    cursor->x += width;
}

static void write_legend(const struct picture *picture)
{
    struct cursor cursor = {LEFT, 46};

    for (unsigned i = 0; i < picture->name_count; ++i) {
        write_entry(picture, &cursor, colours[i], picture->names[i]);
    }
    if (picture->has_others) {
        write_entry(picture, &cursor, other_colour, "other kernels");
    }
    if (picture->has_copies) {
        write_entry(picture, &cursor, copy_colour, "copies");
    }
    if (picture->has_host) {
        write_entry(picture, &cursor, host_colour, "functions of the host");
    }
}

static void write_row(const struct picture *picture, double y, const char *name)
{
    fprintf(picture->file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#eeeeee\"/>"
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
            LEFT, y, RIGHT - LEFT, ROW * ROW_FILL, LEFT - 8, y + ROW / 2 + 3, name);
}

static void write_rows(const struct picture *picture)
{
    for (uint32_t i = 0; i < picture->timeline->device_count; ++i) {
        char name[48];

        snprintf(name, sizeof name, "device %" PRIu32 " kernels", i);
        write_row(picture, TOP + ROW * (2 * i), name);
        snprintf(name, sizeof name, "device %" PRIu32 " copies", i);
        write_row(picture, TOP + ROW * (2 * i + 1), name);
    }
    if (picture->has_host) {
        write_row(picture, TOP + ROW * (2 * picture->timeline->device_count), "host");
    }
}

static void write_axis(const struct picture *picture)
{
    double span = span_ns(picture) / picture->ns_of_unit;
    int decimals;
    double step = coop_markup_tick(span, &decimals);

    for (unsigned i = 0; i * step <= span * 1.0001; ++i) {
        double x = LEFT + i * step / span * (RIGHT - LEFT);

        fprintf(picture->file,
                "<line x1=\"%.2f\" y1=\"%.1f\" x2=\"%.2f\" y2=\"%.1f\" stroke=\"#bbb\" stroke-width=\"0.7\"/>"
                "<text x=\"%.2f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444\">%.*f</text>\n",
                x, TOP - 4, x, picture->bottom + 5, x, picture->bottom + 20, decimals, i * step);
    }
    fprintf(picture->file,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444\">time since the first command "
            "shown / %s</text>\n",
            (LEFT + RIGHT) / 2, picture->bottom + 40, picture->unit);
}

/* Which part of the graph's run this is, and what it lacks. */
static void write_part(const struct picture *picture)
{
    const struct coop_graph_times *times = picture->times;

    fprintf(picture->file,
            "<text x=\"%.1f\" y=\"%.1f\" fill=\"#444\">Shown: the last %" PRIu64 " of %" PRIu64
            " commands; clocks of devices within %.1f us",
            LEFT, picture->bottom + 66, times->commands, times->commands + times->dropped + times->untimed,
            (double)times->clock_error_ns / 1e3);
    if (times->untimed > 0) {
        fprintf(picture->file, "; %" PRIu64 " commands have no times", times->untimed);
    }
    fputs("</text>\n", picture->file);
}

/* ---- commands ---- */

static void draw(const struct picture *picture, const struct coop_span *span)
{
    uint32_t row = span->kind == COOP_SPAN_HOST ? 2 * picture->timeline->device_count
                                                : 2 * span->device + (span->kind == COOP_SPAN_COPY);
    unsigned own = span->kind == COOP_SPAN_KERNEL ? colour_of(picture, span->name) : NAMES_MAX;
    const char *colour = span->kind == COOP_SPAN_COPY   ? copy_colour
                         : span->kind == COOP_SPAN_HOST ? host_colour
                         : own < NAMES_MAX              ? colours[own]
                                                        : other_colour;
    double begin = place_of(picture, span->begin_ns);

    fprintf(picture->file, "<rect x=\"%.3f\" y=\"%.1f\" width=\"%.3f\" height=\"%.1f\" fill=\"%s\"><title>",
            begin, TOP + ROW * row, place_of(picture, span->end_ns) - begin, ROW * ROW_FILL, colour);
    coop_markup_xml(picture->file, span->name);
    fprintf(picture->file, ", block %" PRIu32 ", step %" PRIu64 ": %.3f us</title></rect>\n", span->block,
            span->round, (double)(span->end_ns - span->begin_ns) / 1e3);
}

void coop_timeline_write_svg(FILE *file, const struct coop_timeline *timeline,
                             const struct coop_graph_times *times)
{
    struct picture picture = {.file = file, .timeline = timeline, .times = times};

    collect(&picture);
    write_head(&picture);
    write_legend(&picture);
    write_rows(&picture);
    write_axis(&picture);
    for (uint32_t i = 0; i < timeline->count; ++i) {
        draw(&picture, &timeline->spans[i]);
    }
    write_part(&picture);
    fputs("</svg>\n", file);
}

/* Source: Trace Event Format (Chromium project): phases X (slice) and M (name). */

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
