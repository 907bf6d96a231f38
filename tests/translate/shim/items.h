/* The work-items of one step as fibers, where barriers stay in the module's code. */
#ifndef SHIM_ITEMS_H
#define SHIM_ITEMS_H

struct coop_group;

extern int has_fibers;

/* Each of `count` work-items runs the step, with `vars_bytes` of its own behind `vars`; what they answered is
 * in `next`. */
void items_run(struct coop_group *group, unsigned char *vars, unsigned vars_bytes, void *locals,
               unsigned count, unsigned *next);

#endif
