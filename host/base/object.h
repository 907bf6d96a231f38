/* Objects behind opaque handles: counted references, and a table that detects stale handles.
 *
 * Stands on: nothing. A handle is a number stored in a pointer: table index and generation. It is never
 * dereferenced.
 *   O1  an object lives as long as a reference to it is held; its handle, if it has one, holds one of them.
 *   O2  an object holds references to the objects that it uses (a launch to its run, a run to its module and
 *       context), never the other way round. */
#ifndef COOP_HOST_OBJECT_H
#define COOP_HOST_OBJECT_H

#include <stdatomic.h>

enum coop_kind {
    COOP_KIND_CONTEXT = 1,
    COOP_KIND_MODULE,
    COOP_KIND_RUN,
    COOP_KIND_LAUNCH,
    COOP_KIND_BUFFER,
    COOP_KIND_DEVICES,
    COOP_KIND_TEAM,
    COOP_KIND_TEAM_BUFFER,
    /* Of the libraries that stand on this one, each with numbers of its own: in a static program they have
     * one table. */
    COOP_KIND_OF_NET = 32,
    COOP_KIND_OF_GRAPH = 64
};

struct coop_object {
    enum coop_kind kind;
    atomic_uint references;
    const void *root; /* the owning context, for coop_object_close_all */
    void (*destroy)(struct coop_object *object);
};

/* The caller gets the first reference. */
void coop_object_init(struct coop_object *object, enum coop_kind kind, const void *root,
                      void (*destroy)(struct coop_object *object));
void coop_object_keep(struct coop_object *object);
void coop_object_release(struct coop_object *object); /* NULL is accepted */

/* Enters the object into the table, which keeps a reference of its own. NULL when memory is exhausted. */
void *coop_object_open(struct coop_object *object);

/* The object, with a reference for the caller; NULL when the handle names no live object of that kind, or
 * belongs to another process (process.h). */
void *coop_object_get(const void *handle, enum coop_kind kind);

/* Takes the handle out of the table; the caller gets the table's reference. NULL as above. */
void *coop_object_close(const void *handle, enum coop_kind kind);

/* Takes all handles of a context's objects out of the table and drops the table's references. */
void coop_object_close_all(const void *root);

#endif
