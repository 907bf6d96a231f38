/* The texts that stand in front of a kernel in an ordinary program, embedded by the build; each ends with a
 * NUL. */
#ifndef TOOLS_KERNEL_TEXTS_H
#define TOOLS_KERNEL_TEXTS_H

extern const char kernel_prelude_text[];  /* tools/baseline/plain_prelude.clh */
extern const char kernel_clh_text[];      /* include/coop/kernel.clh */
extern const char kernel_counting_text[]; /* tools/baseline/plain_counting.clh */

#endif
