/* What an update of gups costs a processor, as a sum of parts: of its own, up to a buffer and from there; of
 * each hop over the wire, where it is copied; of each buffer; of forwarding; and of memory that is taken for
 * buffers, once in a run. In LogGP's terms these are overheads, and G is the copy; latency is no cost of a
 * processor.
 * Source: Alexandrov, Ionescu, Schauser, Scheiman, "LogGP", SPAA 1995. */
#ifndef TOOLS_NET_PROJECTION_MODEL_H
#define TOOLS_NET_PROJECTION_MODEL_H

enum projection_part {
    PROJECTION_OWN,
    PROJECTION_HOP,
    PROJECTION_BUFFER,
    PROJECTION_MEMORY,
    PROJECTION_RELAY,
    PROJECTION_PARTS
};

struct projection_point {
    double hops; /* this and all others of an update */
    double buffers;
    double memory_kib; /* taken for buffers */
    double relayed;    /* messages that came from another row */
    double cpu_ns;
};

/* The points that the parts are taken from, in this order: one rank; two; two with small buffers; many; many
 * in rows. */
enum projection_fitted {
    PROJECTION_ONE,
    PROJECTION_TWO,
    PROJECTION_TWO_SMALL,
    PROJECTION_MANY,
    PROJECTION_MANY_ROWS,
    PROJECTION_FITTED
};

static inline double projection_cpu_ns(const double *parts, const struct projection_point *point)
{
    return parts[PROJECTION_OWN] + parts[PROJECTION_HOP] * point->hops +
           parts[PROJECTION_BUFFER] * point->buffers + parts[PROJECTION_MEMORY] * point->memory_kib +
           parts[PROJECTION_RELAY] * point->relayed;
}

/* The parts with which the points cost what they do. Each is what its point costs more than the other parts
 * say. Memory is little but in the last two, so that few rounds of this settle. */
static inline void projection_fit(const struct projection_point *points, double *parts)
{
    const struct projection_point *one = &points[PROJECTION_ONE];
    const struct projection_point *two = &points[PROJECTION_TWO];
    const struct projection_point *small = &points[PROJECTION_TWO_SMALL];
    const struct projection_point *many = &points[PROJECTION_MANY];
    const struct projection_point *rows = &points[PROJECTION_MANY_ROWS];

    for (unsigned part = 0; part < PROJECTION_PARTS; part++) {
        parts[part] = 0;
    }
    for (unsigned round = 0; round < 100; round++) {
        parts[PROJECTION_BUFFER] =
            (small->cpu_ns - two->cpu_ns - parts[PROJECTION_MEMORY] * (small->memory_kib - two->memory_kib)) /
            (small->buffers - two->buffers);
        parts[PROJECTION_OWN] += one->cpu_ns - projection_cpu_ns(parts, one);
        parts[PROJECTION_HOP] += (two->cpu_ns - projection_cpu_ns(parts, two)) / two->hops;
        parts[PROJECTION_MEMORY] += (many->cpu_ns - projection_cpu_ns(parts, many)) / many->memory_kib;
    }
    parts[PROJECTION_RELAY] = (rows->cpu_ns - projection_cpu_ns(parts, rows)) / rows->relayed;
}

#endif
