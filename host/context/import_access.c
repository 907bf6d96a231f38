#include "host/context/import_access.h"

#include "host/context/side.h"
#include <stdlib.h>
#include <string.h>

#define ACCESSING "accessing a buffer"

/* The copy from or to `piece`, which is freed here unless a copy may still touch it. */
static coop_status finish(struct coop_context_object *context, const struct coop_side_command *command,
                          unsigned char *piece, void *to, uint64_t bytes)
{
    int is_stuck;
    coop_status status = coop_side_finish(context, command, ACCESSING, &is_stuck);

    if (status == COOP_OK && to != NULL) {
        memcpy(to, piece, bytes);
    }
    if (!is_stuck) {
        free(piece);
    }
    return status;
}

static coop_status copy(struct coop_context_object *context, const struct coop_import *import,
                        uint64_t offset, void *to, const void *from, uint64_t bytes)
{
    struct coop_side_command command = {.queue = context->imports.queue};
    unsigned char *piece = malloc(bytes);

    if (piece == NULL) {
        return coop_error_out_of_memory(&context->errors, ACCESSING);
    }
    if (from == NULL) {
        command.call = "clEnqueueReadBuffer";
        command.code = clEnqueueReadBuffer(command.queue, import->memory, CL_FALSE, offset, bytes, piece, 0,
                                           NULL, &command.event);
    } else {
        memcpy(piece, from, bytes);
        command.call = "clEnqueueWriteBuffer";
        command.code = clEnqueueWriteBuffer(command.queue, import->memory, CL_FALSE, offset, bytes, piece, 0,
                                            NULL, &command.event);
    }
    return finish(context, &command, piece, to, bytes);
}

/* Coarse-grained shared memory belongs to the host only while it is mapped, and no kernel may use it then. */
static coop_status copy_mapped(struct coop_context_object *context, const struct coop_import *import,
                               uint64_t offset, void *to, const void *from, uint64_t bytes)
{
    struct coop_side_command command = {.queue = context->imports.queue, .call = "clEnqueueSVMMap"};
    char *at = (char *)import->svm + offset;
    int is_stuck;
    coop_status status = coop_import_begin(context, ACCESSING);

    if (status != COOP_OK) {
        return status;
    }
    command.code = clEnqueueSVMMap(command.queue, CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, at, bytes, 0, NULL,
                                   &command.event);
    status = coop_side_finish(context, &command, ACCESSING, &is_stuck);
    if (status == COOP_OK) {
        memcpy(from == NULL ? to : at, from == NULL ? at : from, bytes);
        command.call = "clEnqueueSVMUnmap";
        command.code = clEnqueueSVMUnmap(command.queue, at, 0, NULL, &command.event);
        status = coop_side_finish(context, &command, ACCESSING, &is_stuck);
    }
    coop_import_end(context);
    return status;
}

static coop_status move(struct coop_context_object *context, const struct coop_import *import,
                        uint64_t offset, void *to, const void *from, uint64_t bytes)
{
    char *at = (char *)import->svm + offset;

    if (bytes == 0) {
        return COOP_OK;
    }
    if (import->memory != NULL) {
        return copy(context, import, offset, to, from, bytes);
    }
    if (!import->is_fine) {
        return copy_mapped(context, import, offset, to, from, bytes);
    }
    memcpy(from == NULL ? to : at, from == NULL ? at : from, bytes);
    return COOP_OK;
}

coop_status coop_import_read(struct coop_context_object *context, const struct coop_import *import,
                             uint64_t offset, void *to, uint64_t bytes)
{
    return move(context, import, offset, to, NULL, bytes);
}

coop_status coop_import_write(struct coop_context_object *context, const struct coop_import *import,
                              uint64_t offset, const void *from, uint64_t bytes)
{
    return move(context, import, offset, NULL, from, bytes);
}
