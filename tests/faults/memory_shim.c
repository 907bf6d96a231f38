#include "memory_shim.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic uint64_t calls;
static _Atomic uint64_t fails_at;
static atomic_int all_fail;
static atomic_int failed;
static atomic_long blocks;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
char *__real_strdup(const char *text);
void __real_free(void *memory);

void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
char *__wrap_strdup(const char *text);
void __wrap_free(void *memory);

void memory_shim_begin(uint64_t at, int goes_on)
{
    calls = 0;
    failed = 0;
    fails_at = at;
    all_fail = goes_on;
}

int memory_shim_failed(void)
{
    return failed;
}

long memory_shim_blocks(void)
{
    return blocks;
}

static int fails(void)
{
    uint64_t number = ++calls;

    if (fails_at == 0 || number < fails_at || (number > fails_at && !all_fail)) {
        return 0;
    }
    failed = 1;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *memory)
{
    blocks += memory != NULL;
    return memory;
}

void *__wrap_malloc(size_t bytes)
{
    return fails() ? NULL : counted(__real_malloc(bytes));
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : counted(__real_calloc(count, bytes));
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    if (fails()) {
        return NULL;
    }
    return memory != NULL ? __real_realloc(memory, bytes) : counted(__real_realloc(NULL, bytes));
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : counted(__real_strdup(text));
}

void __wrap_free(void *memory)
{
    blocks -= memory != NULL;
    __real_free(memory);
}
