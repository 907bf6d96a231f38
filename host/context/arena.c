#include "host/context/arena.h"

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct coop_arena *open_arenas; /* under it */

void coop_arena_init(struct coop_arena *arena)
{
    pthread_mutex_init(&arena->lock, NULL);
}

/* Takes it out of the list, if it is there. */
static void forget(const struct coop_arena *arena)
{
    struct coop_arena **at = &open_arenas;

    pthread_mutex_lock(&list_lock);
    while (*at != NULL && *at != arena) {
        at = &(*at)->next;
    }
    if (*at != NULL) {
        *at = arena->next;
    }
    pthread_mutex_unlock(&list_lock);
}

void coop_arena_clear(struct coop_arena *arena)
{
    forget(arena);
    coop_memory_clear(&arena->memory);
    pthread_mutex_destroy(&arena->lock);
}

void coop_arena_open(struct coop_arena *arena, uint64_t begin, uint64_t end, uint64_t alignment)
{
    coop_memory_init(&arena->memory, begin, end);
    coop_memory_align(&arena->memory, alignment);
    pthread_mutex_lock(&list_lock);
    arena->next = open_arenas;
    open_arenas = arena;
    pthread_mutex_unlock(&list_lock);
}

void coop_arena_keep(struct coop_arena *arena)
{
    pthread_mutex_lock(&arena->lock);
    arena->is_kept = 1;
    pthread_mutex_unlock(&arena->lock);
}

int coop_arena_is_kept(struct coop_arena *arena)
{
    int is;

    pthread_mutex_lock(&arena->lock);
    is = arena->is_kept;
    pthread_mutex_unlock(&arena->lock);
    return is;
}

uint64_t coop_arena_take(struct coop_arena *arena, uint64_t bytes, uint64_t *largest)
{
    uint64_t offset;

    pthread_mutex_lock(&arena->lock);
    offset = coop_memory_take(&arena->memory, bytes);
    if (largest != NULL) {
        *largest = offset == 0 ? coop_memory_largest(&arena->memory) : 0;
    }
    pthread_mutex_unlock(&arena->lock);
    return offset;
}

uint64_t coop_arena_fit(struct coop_arena *arena, uint64_t from, uint64_t bytes)
{
    uint64_t offset;

    pthread_mutex_lock(&arena->lock);
    offset = coop_memory_fit(&arena->memory, from, bytes);
    pthread_mutex_unlock(&arena->lock);
    return offset;
}

int coop_arena_take_at(struct coop_arena *arena, uint64_t offset, uint64_t bytes)
{
    int is_taken;

    pthread_mutex_lock(&arena->lock);
    is_taken = coop_memory_take_at(&arena->memory, offset, bytes);
    pthread_mutex_unlock(&arena->lock);
    return is_taken;
}

void coop_arena_give(struct coop_arena *arena, uint64_t offset)
{
    pthread_mutex_lock(&arena->lock);
    coop_memory_give(&arena->memory, offset);
    pthread_mutex_unlock(&arena->lock);
}

uint64_t coop_arena_find(struct coop_arena *arena, uint64_t offset, uint64_t *bytes)
{
    uint64_t block;

    pthread_mutex_lock(&arena->lock);
    block = coop_memory_find(&arena->memory, offset);
    *bytes = block != 0 ? coop_memory_bytes(&arena->memory, block) : 0;
    pthread_mutex_unlock(&arena->lock);
    return block;
}

int coop_arena_is_of_another(const struct coop_arena *arena, uint64_t offset)
{
    uint64_t bytes;
    int is = 0;

    pthread_mutex_lock(&list_lock);
    for (struct coop_arena *other = open_arenas; other != NULL && !is; other = other->next) {
        is = other != arena && coop_arena_find(other, offset, &bytes) != 0;
    }
    pthread_mutex_unlock(&list_lock);
    return is;
}

int coop_arena_has(const struct coop_arena *arena, uint64_t offset)
{
    return offset >= arena->memory.begin && offset <= arena->memory.end; /* the two never change */
}
