/* The periodic job's kernel, tools/periodic/matmul.cl, as text for a device's compiler; the build embeds
 * it. */
#ifndef TOOLS_RIVAL_MATMUL_TEXT_H
#define TOOLS_RIVAL_MATMUL_TEXT_H

extern const char matmul_text[];

#endif
