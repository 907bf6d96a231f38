/* Texts for device compilers that the build embeds. */
#ifndef TOOLS_BENCH_TEXTS_H
#define TOOLS_BENCH_TEXTS_H

extern const char bench_matmul_text[]; /* tools/periodic/matmul.cl */

#endif
