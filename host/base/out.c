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
