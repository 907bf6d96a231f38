/* What coopc refuses, and why. Changes nothing. */
#ifndef COOPC_CHECK_H
#define COOPC_CHECK_H

#include "coopc/model/model.h"

/* Checks that need the parsed files only. */
void check_model(const struct model *model);

/* A kernel's work queue, and words of work queues in a module that has none. */
void check_work(const struct kernel *kernel);
void check_work_is_there(const struct model *model);

/* The words in front of one function that choose a variant; part of check_model. */
void check_variants(const struct function *function);

/* check_names.c: the part of it that looks at names, of one file and of two. */
void check_names(const struct unit *unit);
void check_clash(const struct unit *earlier, const struct unit *later);
void check_unguarded(const struct unit *earlier, const struct unit *later);

/* Checks of one kernel that need its statements. */
void check_kernel(const struct kernel *kernel);

/* Warnings that follow a kernel's control flow; after flatten() and variables_place(). */
void check_flow(const struct kernel *kernel);

/* The part of it that looks at conditions in global memory. */
struct flow;
void check_memory(const struct flow *flow);

/* Checks that need the variables' places and sizes. */
void check_sizes(const struct model *model);

#endif
