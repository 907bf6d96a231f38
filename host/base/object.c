#include "host/base/object.h"

#include "host/base/process.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define INDEX_BITS 20
#define INDEX_MASK (((uintptr_t)1 << INDEX_BITS) - 1)

/* In every handle: one that is passed for an address in device memory lies outside every arena. */
#define HANDLE_MARK (~(UINTPTR_MAX >> 1))

struct entry {
    struct coop_object *object; /* NULL: free */
    uintptr_t generation;
    size_t next; /* of a free entry: the next free one; table_capacity or more: none */
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *table;
static size_t table_capacity;
static size_t first_free;

void coop_object_init(struct coop_object *object, enum coop_kind kind, const void *root,
                      void (*destroy)(struct coop_object *object))
{
    object->kind = kind;
    atomic_init(&object->references, 1);
    object->root = root;
    object->destroy = destroy;
}

void coop_object_keep(struct coop_object *object)
{
    atomic_fetch_add_explicit(&object->references, 1,
                              memory_order_relaxed); /* the caller already holds a reference */
}

void coop_object_release(struct coop_object *object)
{
    /* Releases this holder's accesses; the last holder acquires those of all others before it destroys the
     * object. */
    if (object != NULL && atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) == 1) {
        object->destroy(object);
    }
}

/* Doubles the table when no entry is free; false when there is no memory. The lock is held. */
static int make_room(void)
{
    size_t grown = table_capacity == 0 ? 64 : 2 * table_capacity;
    struct entry *larger;

    if (first_free < table_capacity) {
        return 1;
    }
    larger = grown <= INDEX_MASK + 1 ? realloc(table, grown * sizeof *table) : NULL;
    if (larger == NULL) {
        return 0;
    }
    for (size_t i = table_capacity; i < grown; i++) {
        larger[i] = (struct entry){NULL, 0, i + 1};
    }
    table = larger;
    first_free = table_capacity;
    table_capacity = grown;
    return 1;
}

void *coop_object_open(struct coop_object *object)
{
    void *handle = NULL;

    pthread_mutex_lock(&table_lock);
    if (make_room()) {
        size_t index = first_free;
        struct entry *entry = &table[index];
        first_free = entry->next;
        entry->object = object;
        entry->generation++;
        coop_object_keep(object);
        handle = (void *)(HANDLE_MARK | entry->generation << INDEX_BITS | index);
    }
    pthread_mutex_unlock(&table_lock);
    return handle;
}

/* Takes the object out of its entry, which is then free. The lock is held. */
static struct coop_object *empty(struct entry *entry)
{
    struct coop_object *object = entry->object;

    entry->object = NULL;
    entry->next = first_free;
    first_free = (size_t)(entry - table);
    return object;
}

/* The live entry of a handle, or NULL. The lock is held. */
static struct entry *find(const void *handle, enum coop_kind kind)
{
    size_t index = (uintptr_t)handle & INDEX_MASK;
    struct entry *entry = index < table_capacity ? &table[index] : NULL;

    if (entry == NULL || entry->object == NULL || entry->object->kind != kind ||
        (HANDLE_MARK | entry->generation << INDEX_BITS | index) != (uintptr_t)handle) {
        return NULL;
    }
    return entry;
}

void *coop_object_get(const void *handle, enum coop_kind kind)
{
    struct coop_object *object = NULL;

    if (coop_process_is_fork()) { /* and another thread may have held the lock at the fork */
        return NULL;
    }
    pthread_mutex_lock(&table_lock);
    struct entry *entry = find(handle, kind);
    if (entry != NULL) {
        object = entry->object;
        coop_object_keep(object);
    }
    pthread_mutex_unlock(&table_lock);
    return object;
}

void *coop_object_close(const void *handle, enum coop_kind kind)
{
    struct coop_object *object = NULL;

    if (coop_process_is_fork()) { /* and another thread may have held the lock at the fork */
        return NULL;
    }
    pthread_mutex_lock(&table_lock);
    struct entry *entry = find(handle, kind);
    if (entry != NULL) {
        object = empty(entry);
    }
    pthread_mutex_unlock(&table_lock);
    return object;
}

void coop_object_close_all(const void *root)
{
    size_t next = 0;
    struct coop_object *object;

    do {
        object = NULL;
        pthread_mutex_lock(&table_lock);
        while (next < table_capacity && object == NULL) {
            struct entry *entry = &table[next++];
            if (entry->object != NULL && entry->object->root == root) {
                object = empty(entry);
            }
        }
        pthread_mutex_unlock(&table_lock);
        coop_object_release(object); /* outside the lock: destroying may take a while */
    } while (object != NULL);
}
