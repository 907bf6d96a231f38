/* Texts for device compilers that the build embeds. */
#ifndef TOOLS_BENCH_TEXTS_H
#define TOOLS_BENCH_TEXTS_H

extern const char coop_device_text_barriers_plain[]; /* the runtime's accessors, kernels/barriers_plain.cl */

#endif
