/* The ordinary kernels, ordinary.cl, as text for a device's compiler; the build embeds it. */
#ifndef LAB_BENCH_ORDINARY_TEXT_H
#define LAB_BENCH_ORDINARY_TEXT_H

extern const char ordinary_text[];

#endif
