/* Text for people that grows piece by piece and is cut at its capacity. */
#ifndef COOP_HOST_OUT_H
#define COOP_HOST_OUT_H

#include <stddef.h>
#include <stdint.h>

struct coop_out {
    char *text;
    size_t capacity;
    size_t used; /* the length without the cut */
};

void coop_say(struct coop_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "12.0 s" or "35 ms" */
struct coop_time_text {
    char text[32];
};
struct coop_time_text coop_time_text(uint64_t ns);

#endif
