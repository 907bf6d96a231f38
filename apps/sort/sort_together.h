/* Sizes of what a work-group of sort does together (sort_group.cl). */
#ifndef APPS_SORT_TOGETHER_H
#define APPS_SORT_TOGETHER_H

#define SORT_TILE 4096             /* keys that a work-group sorts: a power of two */
#define SORT_SHARE (SORT_TILE / 2) /* keys of a merge's result that it computes */

#endif
