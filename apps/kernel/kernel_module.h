/* A user's kernel file as a module: translated by coopc together with the periodic job's kernel, or as it is
 * when it is a module already. */
#ifndef APPS_KERNEL_MODULE_H
#define APPS_KERNEL_MODULE_H

#include "tools/file/bytes.h"
#include "tools/options/options.h"

#define KERNEL_POINTERS_MAX 64

/* What a module says of a kernel in its header lines (docs/module.md). */
struct kernel_shape {
    char name[128];
    int is_cooperative;
    uint32_t args_bytes;
    uint32_t pointers[KERNEL_POINTERS_MAX]; /* bytes of the arguments where addresses begin */
    unsigned pointer_count;
};

struct kernel_module_options {
    const char *file;
    const char *coopc; /* NULL: that beside this program, else in PATH */
    const struct option_texts *defines;
    const struct option_texts *includes;
};

/* text  out: bytes_clear releases it. coopc's own messages go to stderr. */
int kernel_module_make(const struct kernel_module_options *options, struct bytes *text,
                       struct tool_error *error);

/* Looks a kernel up; the message of a failure names those that there are. */
int kernel_module_find(const struct bytes *text, const char *name, struct kernel_shape *shape,
                       struct tool_error *error);

#endif
