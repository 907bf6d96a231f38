/* A kernel's texts, and how its module launches it. The build makes a constant of each application's kernel,
 * NAME_source (coop_application, apps/CMakeLists.txt). */
#ifndef TOOLS_KERNEL_SOURCE_H
#define TOOLS_KERNEL_SOURCE_H

#include <coop/coop.h>
#include <stddef.h>

struct kernel_source {
    const char *name;
    const char *module_text;
    const size_t *module_bytes;
    size_t args_bytes; /* of struct NAME_args */
    /* args  a struct NAME_args. */
    coop_status (*launch)(coop_run *run, const void *args, const struct coop_launch_options *options,
                          coop_launch **launch);
    const char *plain_text;    /* the same source for an ordinary compiler, to stand behind kernel.clh */
    const char *phases_text;   /* behind that one: the kernels of --multikernel; NULL: there are none */
    const char *build_options; /* the compiler's, for both: "-DNAME …", or "" */
};

#endif
