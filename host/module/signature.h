/* The signature of a module: what its `//coop` lines (docs/module.md) say of its kernels.
 *
 * Stands on: error.h. */
#ifndef COOP_HOST_SIGNATURE_H
#define COOP_HOST_SIGNATURE_H

#include "coop/module.h"
#include "host/base/error.h"
#include "host/module/line.h"

#define COOP_MODULE_OPTIONS_BYTES 2048

/* The place in the user's source of the operation that ends a state. */
struct coop_state_place {
    uint32_t kernel;
    uint32_t state;
    uint32_t line;   /* of the operation that ends a step that begins here; 0: several may, or none */
    uint32_t begins; /* line of its first action; 0: it does nothing */
    char file[128];
};

/* A parameter that is an address in device memory. */
struct coop_pointer_place {
    uint32_t kernel;
    uint32_t offset; /* in the packed arguments */
    char name[128];
};

/* A parameter that points to local memory: the argument is its size. */
struct coop_local_place {
    uint32_t kernel;
    uint32_t offset; /* in the packed arguments */
    uint32_t room;   /* bytes that the kernel has for all of them */
    char name[128];
};

/* A file of the user's that accesses to memory are in, by its number. */
struct coop_file_name {
    char name[128];
};

struct coop_signature {
    char options[COOP_MODULE_OPTIONS_BYTES]; /* the module's own, for the device compiler */
    uint32_t vars_bytes; /* of a work-item, across steps: what the kernel with the most has */
    uint32_t kernel_count;
    struct coop_kernel_report *kernels;
    uint32_t pointer_count;
    struct coop_pointer_place *pointers;
    uint32_t local_count;
    struct coop_local_place *locals;
    uint32_t file_count;
    struct coop_file_name *files;
    uint32_t place_count;
    struct coop_state_place *places;
    uint32_t parameter_count;
    struct coop_parameter *parameters; /* in the order of the lines: a kernel's in that of its source */
    int lacks_memory; /* used while reading: reading stopped for a reason other than the text */
};

/* Reads the lines into a zeroed signature. The message of a refusal names the line; the signature then
 * holds what was read before that line, and is to be cleared. */
coop_status coop_signature_parse(struct coop_error_record *errors, const char *text, size_t text_bytes,
                                 struct coop_signature *signature);
void coop_signature_clear(struct coop_signature *signature);

/* The index of a kernel; kernel_count when there is none of that name. */
uint32_t coop_signature_find(const struct coop_signature *signature, const char *name);

/* What messages and traces call a lease, whose index is kernel_count. */
#define COOP_LEASE_NAME "(lease)"

/* The name of a kernel for messages. */
const char *coop_signature_name(const struct coop_signature *signature, uint32_t kernel);

/* The kernel's parameter that is an address, counted from 0; NULL when there is none. */
const struct coop_pointer_place *coop_signature_pointer(const struct coop_signature *signature,
                                                        uint32_t kernel, uint32_t number);

/* The place of a state; NULL when the module does not say. */
const struct coop_state_place *coop_signature_state(const struct coop_signature *signature, uint32_t kernel,
                                                    uint32_t state);

#endif
