/* Texts for device compilers that the build embeds. */
#ifndef TOOLS_BENCH_TEXTS_H
#define TOOLS_BENCH_TEXTS_H

extern const char coop_device_text_barriers_plain[]; /* the runtime's accessors, barriers_plain.cl */

extern const char bench_matmul_text[]; /* tools/periodic/matmul.cl */

#endif
