#include "host/base/object.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define INDEX_BITS 20
#define INDEX_MASK (((uintptr_t)1 << INDEX_BITS) - 1)

struct entry {
    struct coop_object *object; /* NULL: free */
    uintptr_t generation;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *table;
static size_t table_capacity;

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

/* The index of a free entry; table_capacity when there is none and no memory. The lock is held. */
static size_t find_free(void)
{
    size_t grown = table_capacity == 0 ? 64 : 2 * table_capacity;
    struct entry *larger;

    for (size_t i = 0; i < table_capacity; i++) {
        if (table[i].object == NULL) {
            return i;
        }
    }
    if (grown > INDEX_MASK) {
        return table_capacity;
    }
    larger = realloc(table, grown * sizeof *table);
    if (larger == NULL) {
        return table_capacity;
    }
    for (size_t i = table_capacity; i < grown; i++) {
        larger[i] = (struct entry){NULL, 0};
    }
    table = larger;
    size_t first = table_capacity;
    table_capacity = grown;
    return first;
}

void *coop_object_open(struct coop_object *object)
{
    void *handle = NULL;

    pthread_mutex_lock(&table_lock);
    size_t index = find_free();
    if (index < table_capacity) {
        table[index].object = object;
        table[index].generation++;
        coop_object_keep(object);
        handle = (void *)((table[index].generation << INDEX_BITS) | index);
    }
    pthread_mutex_unlock(&table_lock);
    return handle;
}

/* The live entry of a handle, or NULL. The lock is held. */
static struct entry *find(const void *handle, enum coop_kind kind)
{
    size_t index = (uintptr_t)handle & INDEX_MASK;
    struct entry *entry = index < table_capacity ? &table[index] : NULL;

    if (entry == NULL || entry->object == NULL || entry->object->kind != kind ||
        entry->generation != (uintptr_t)handle >> INDEX_BITS) {
        return NULL;
    }
    return entry;
}

void *coop_object_get(const void *handle, enum coop_kind kind)
{
    struct coop_object *object = NULL;

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

    pthread_mutex_lock(&table_lock);
    struct entry *entry = find(handle, kind);
    if (entry != NULL) {
        object = entry->object;
        entry->object = NULL;
    }
    pthread_mutex_unlock(&table_lock);
    return object;
}

void coop_object_close_all(const void *root)
{
    for (;;) {
        struct coop_object *object = NULL;
        pthread_mutex_lock(&table_lock);
        for (size_t i = 0; i < table_capacity && object == NULL; i++) {
            if (table[i].object != NULL && table[i].object->root == root) {
                object = table[i].object;
                table[i].object = NULL;
            }
        }
        pthread_mutex_unlock(&table_lock);
        if (object == NULL) {
            return;
        }
        coop_object_release(object); /* outside the lock: destroying may take a while */
    }
}
