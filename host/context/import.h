/* Memory of the caller's own that kernels use like a buffer: a memory object of the context's cl_context, or
 * shared virtual memory.
 *
 * Stands on: context.h, side.h, release.h, device/exclusive.h. On the device an address is a distance from
 * the arena's base (buffer.h), so memory elsewhere needs no table: its address is its distance. A small
 * kernel of its own finds it (cl/place.cl), when the memory is imported and again before each run.
 *   O3  a run has each import as an argument, or as shared memory that it names to the driver, from its start
 *       to its end. So nothing is imported while a run is there, and nothing has moved when it begins.
 *   O4  the run keeps a reference to each memory object until it is released.
 * Threads: any. */
#ifndef COOP_HOST_IMPORT_H
#define COOP_HOST_IMPORT_H

#include "host/context/context.h"

struct coop_import {
    cl_mem memory; /* with a reference; NULL: */
    void *svm;     /* shared virtual memory, which is the caller's */
    int is_fine;   /* the host may use that at any time */
    uint64_t bytes;
    uint64_t address;
};

/* For what must not meet a run: begins it, and no run begins until its end. COOP_BUSY where a run is there,
 * or another context's on a device of which a driver lets only one have kernels. */
coop_status coop_import_begin(struct coop_context_object *context, const char *doing);
void coop_import_end(struct coop_context_object *context);

/* Finds its address and enters it into the context's table. A reference to the memory object is the import's
 * from now on, also after a failure. */
coop_status coop_import_open(struct coop_context_object *context, struct coop_import *import,
                             const char *doing);

/* Takes it out of the table, if it is there. */
void coop_import_forget(struct coop_context_object *context, const struct coop_import *import);

/* The begin of the import that has the byte at `address`, and its bytes; 0 when none has. */
uint64_t coop_import_find(struct coop_context_object *context, uint64_t address, uint64_t *bytes);

/* Makes the imports known to a megakernel that is about to be enqueued (O3); `kept` gets a reference to each
 * memory object (O4). The caller has the context for its run.
 * is_live  the run is, and has checked where they are: another work-group of it is about to be enqueued */
coop_status coop_imports_bind(struct coop_context_object *context, cl_kernel kernel, int is_live,
                              cl_mem kept[COOP_IMPORTS_MAX], uint32_t *kept_count);

/* Releases what the context has for them. */
void coop_imports_close(struct coop_context_object *context);

#endif
