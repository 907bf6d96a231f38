/* Modules: kernels that coopc translated, loaded into a context.
 * Threads, handles and errors: coop.h. */
#ifndef COOP_MODULE_H
#define COOP_MODULE_H

#include "coop/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coop_module coop_module;

/* {0} means the defaults. */
struct coop_module_options {
    const char *build_options; /* for the device compiler, beside those that the module names; may be NULL */

    /* A directory that is there, for three files that show the build: NULL takes COOP_DUMP_DIR from the
     * environment, "" asks for none. NAME is that of the module's first kernel, the process's id and a
     * number; no two modules have the same.
     *   NAME.cl       the program as the device compiler gets it: the runtime around the module
     *   NAME.options  the options that it gets, in one line
     *   NAME.log      what it says; may be empty
     * Read during the call only; the files are the caller's to remove. */
    const char *dump_dir;

    /* The most registers of a work-item of the megakernel, from 16 to 255, on devices whose compiler takes
     * such a limit (NVIDIA's); others leave it aside, and so do build_options that name the compiler's own.
     * With fewer registers the device holds more work-groups at once, and some values go to memory. 0 takes
     * COOP_REGISTERS from the environment. Without that each run decides: no limit where its work-groups are
     * resident without, else the device's own (coop_run_report.registers); the other form of the program is
     * then built by coop_run_start, once. */
    uint32_t registers;
};

/* Builds the megakernel around the module.
 * text     the module that coopc wrote; read during the call only.
 * options  may be NULL.
 * Blocks   for the device compiler, up to seconds.
 *
 * COOP_OK
 * COOP_INVALID_ARGUMENT  `registers` or COOP_REGISTERS is out of range.
 * COOP_INVALID_MODULE  not a module, or of another version; the message names the line.
 * COOP_BUILD_FAILED    coop_error.details is the compiler's log, which names the user's files and lines.
 * COOP_IO_FAILED       a file cannot be written into dump_dir or COOP_DUMP_DIR; the message names both.
 * COOP_OUT_OF_MEMORY, COOP_OPENCL_FAILED */
COOP_API coop_status coop_module_create(coop_context *context, const char *text, size_t text_bytes,
                                        const struct coop_module_options *options, coop_module **module);

/* Reads the module from a file. COOP_IO_FAILED when it cannot be read; otherwise as coop_module_create. */
COOP_API coop_status coop_module_load(coop_context *context, const char *path,
                                      const struct coop_module_options *options, coop_module **module);

/* A run that uses the module keeps what it needs of it. NULL is accepted. */
COOP_API void coop_module_destroy(coop_module *module);

/* What a module says of a kernel. */
struct coop_kernel_report {
    char name[128];
    int is_cooperative;
    int shrinks;      /* can lose work-groups while it runs */
    int grows;        /* can gain work-groups while it runs */
    int kill_any;     /* its work-groups end in any order; their ids have gaps */
    int never_meets;  /* it has no global barrier */
    int may_kill_all; /* its last work-group may be killed, too; it is then suspended and goes on later */
    uint32_t args_bytes;
    uint32_t transmit_bytes;
    uint32_t states;
    /* Bytes of local memory for its variables and parameters; all kernels of the module share the place */
    uint32_t local_bytes;
    uint64_t args_hash;
    uint32_t local_items[3]; /* the local size that it requires (reqd_work_group_size); zeros: none */
};

/* COOP_OK, COOP_UNKNOWN_KERNEL for an index past the end, COOP_INVALID_HANDLE. */
COOP_API coop_status coop_module_kernel(coop_module *module, uint32_t index,
                                        struct coop_kernel_report *report);

enum coop_parameter_kind {
    COOP_PARAMETER_VALUE,
    COOP_PARAMETER_POINTER, /* the argument is an address of device memory */
    COOP_PARAMETER_LOCAL    /* a pointer to local memory: the argument is its size */
};

/* What a module says of a kernel's parameter. */
struct coop_parameter_report {
    char name[128];
    char type[128]; /* as the source has it, cut where it is longer: "global const float *" */
    enum coop_parameter_kind kind;
    uint32_t offset; /* in the packed arguments */
    uint32_t bytes;  /* there */
};

/* kernel  its index, as for coop_module_kernel.
 * index   of the parameter, in the order of the source.
 *
 * COOP_OK
 * COOP_UNKNOWN_KERNEL     there is no kernel of that index.
 * COOP_INVALID_ARGUMENT   there is no parameter of that index: the one before was the last. Or the module
 *                         does not say what the parameters are, since an older coopc wrote it.
 * COOP_INVALID_HANDLE */
COOP_API coop_status coop_module_parameter(coop_module *module, uint32_t kernel, uint32_t index,
                                           struct coop_parameter_report *report);

/* A number made of the module's text (FNV-1a, 64 bits): the same for the same text, so that processes can
 * tell whether they have the same kernels. It is no protection against texts made to collide.
 * hash  out.
 *
 * COOP_OK, COOP_INVALID_HANDLE */
COOP_API coop_status coop_module_hash(coop_module *module, uint64_t *hash);

#ifdef __cplusplus
}
#endif
#endif
