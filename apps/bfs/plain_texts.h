/* The texts that the plain program is made of, embedded by the build; each ends with a NUL. */
#ifndef APPS_BFS_PLAIN_TEXTS_H
#define APPS_BFS_PLAIN_TEXTS_H

extern const char plain_prelude_text[];    /* tools/baseline/plain_prelude.clh */
extern const char plain_kernel_clh_text[]; /* include/coop/kernel.clh */
extern const char plain_counting_text[];   /* tools/baseline/plain_counting.clh */
extern const char plain_bfs_text[];        /* bfs.cl */

#endif
