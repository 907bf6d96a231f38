#include "host/base/out.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void coop_say(struct coop_out *out, const char *format, ...)
{
    size_t left = out->used < out->capacity ? out->capacity - out->used : 0;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(left > 0 ? out->text + out->used : NULL, left, format, arguments);
    va_end(arguments);
    out->used += length > 0 ? (size_t)length : 0;
}

struct coop_time_text coop_time_text(uint64_t ns)
{
    struct coop_time_text time;

    if (ns < 1000000000) {
        snprintf(time.text, sizeof time.text, "%" PRIu64 " ms", ns / 1000000);
    } else {
        snprintf(time.text, sizeof time.text, "%.1f s", (double)ns / 1e9);
    }
    return time;
}

void coop_markup_xml(FILE *file, const char *text)
{
    const unsigned char *byte;

    for (byte = (const unsigned char *)text; *byte != '\0'; byte++) {
        switch (*byte) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            fputc(*byte >= ' ' && *byte <= '~' ? *byte : '?', file);
        }
    }
}

void coop_markup_json(FILE *file, const char *text)
{
    const unsigned char *byte;

    fputc('"', file);
    for (byte = (const unsigned char *)text; *byte != '\0'; byte++) {
        if (*byte == '"' || *byte == '\\') {
            fprintf(file, "\\%c", *byte);
        } else if (*byte < ' ' || *byte > '~') {
            fprintf(file, "\\u%04x", *byte);
        } else {
            fputc(*byte, file);
        }
    }
    fputc('"', file);
}

void coop_markup_dot(FILE *file, const char *text)
{
    const unsigned char *byte;

    for (byte = (const unsigned char *)text; *byte != '\0'; byte++) {
        if (*byte == '"' || *byte == '\\') {
            fprintf(file, "\\%c", *byte);
        } else {
            fputc(*byte >= ' ' && *byte <= '~' ? *byte : '?', file);
        }
    }
}

double coop_markup_tick(double span, int *decimals)
{
    double wanted = span / 10;
    double power = 1;

    *decimals = 0;
    while (power * 10 <= wanted) {
        power *= 10;
    }
    while (power > wanted && *decimals < 6) {
        power /= 10;
        ++*decimals;
    }
    if (power * 5 < wanted && *decimals > 0) {
        --*decimals;
    }
    return power * (wanted <= power ? 1 : wanted <= 2 * power ? 2 : wanted <= 5 * power ? 5 : 10);
}
