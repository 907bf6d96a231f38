/* The calls that -fsanitize=thread makes, received here instead of by ThreadSanitizer's runtime. Stands on:
 * memory.c, shadow.c.
 *
 * A part of the interface between compilers and libtsan that gcc and clang share: what they emit for C11
 * code. Something that is missing shows itself at link time. */
#include "engine.h"

#include <string.h>

void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);

void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller)
{
    (void)caller;
}

void __tsan_func_exit(void)
{
}

#define PLAIN(bytes)                                   \
    void __tsan_read##bytes(void *at);                 \
    void __tsan_write##bytes(void *at);                \
    void __tsan_unaligned_read##bytes(void *at);       \
    void __tsan_unaligned_write##bytes(void *at);      \
    void __tsan_volatile_read##bytes(void *at);        \
    void __tsan_volatile_write##bytes(void *at);       \
    void __tsan_read_write##bytes(void *at);           \
    void __tsan_unaligned_read_write##bytes(void *at); \
    void __tsan_read##bytes(void *at)                  \
    {                                                  \
        weak_shadow_plain(at, bytes, 0);               \
    }                                                  \
    void __tsan_write##bytes(void *at)                 \
    {                                                  \
        weak_shadow_plain(at, bytes, 1);               \
    }                                                  \
    void __tsan_unaligned_read##bytes(void *at)        \
    {                                                  \
        weak_shadow_plain(at, bytes, 0);               \
    }                                                  \
    void __tsan_unaligned_write##bytes(void *at)       \
    {                                                  \
        weak_shadow_plain(at, bytes, 1);               \
    }                                                  \
    void __tsan_volatile_read##bytes(void *at)         \
    {                                                  \
        weak_shadow_plain(at, bytes, 0);               \
    }                                                  \
    void __tsan_volatile_write##bytes(void *at)        \
    {                                                  \
        weak_shadow_plain(at, bytes, 1);               \
    }                                                  \
    void __tsan_read_write##bytes(void *at)            \
    {                                                  \
        weak_shadow_plain(at, bytes, 1);               \
    }                                                  \
    void __tsan_unaligned_read_write##bytes(void *at)  \
    {                                                  \
        weak_shadow_plain(at, bytes, 1);               \
    }

PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void __tsan_read_range(void *at, size_t bytes);
void __tsan_write_range(void *at, size_t bytes);

void __tsan_read_range(void *at, size_t bytes)
{
    weak_shadow_plain(at, bytes, 0);
}

void __tsan_write_range(void *at, size_t bytes)
{
    weak_shadow_plain(at, bytes, 1);
}

#define UPDATE(bits, name, update)                                                                   \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile void *at, uint##bits##_t value, int order); \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile void *at, uint##bits##_t value, int order)  \
    {                                                                                                \
        return (uint##bits##_t)weak_atomic_update((void *)at, bits / 8, update, value, order);       \
    }

#define ATOMICS(bits)                                                                                        \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile void *at, int order);                           \
    void __tsan_atomic##bits##_store(volatile void *at, uint##bits##_t value, int order);                    \
    int __tsan_atomic##bits##_compare_exchange_strong(                                                       \
        volatile void *at, void *expected, uint##bits##_t desired, int order, int order_on_failure);         \
    int __tsan_atomic##bits##_compare_exchange_weak(                                                         \
        volatile void *at, void *expected, uint##bits##_t desired, int order, int order_on_failure);         \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile void *at, int order)                            \
    {                                                                                                        \
        return (uint##bits##_t)weak_atomic_load((const void *)at, bits / 8, order);                          \
    }                                                                                                        \
    void __tsan_atomic##bits##_store(volatile void *at, uint##bits##_t value, int order)                     \
    {                                                                                                        \
        weak_atomic_store((void *)at, bits / 8, value, order);                                               \
    }                                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_strong(                                                       \
        volatile void *at, void *expected, uint##bits##_t desired, int order, int order_on_failure)          \
    {                                                                                                        \
        uint##bits##_t *wanted = expected;                                                                   \
        uint64_t value = *wanted;                                                                            \
        int done = weak_atomic_replace((void *)at, bits / 8, &value, desired, order, order_on_failure);      \
        *wanted = (uint##bits##_t)value;                                                                     \
        return done;                                                                                         \
    }                                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile void *at, void *expected,                       \
                                                    uint##bits##_t desired, int order, int order_on_failure) \
    {                                                                                                        \
        return __tsan_atomic##bits##_compare_exchange_strong(at, expected, desired, order,                   \
                                                             order_on_failure);                              \
    }                                                                                                        \
    UPDATE(bits, exchange, WEAK_EXCHANGE)                                                                    \
    UPDATE(bits, fetch_add, WEAK_ADD)                                                                        \
    UPDATE(bits, fetch_sub, WEAK_SUB)                                                                        \
    UPDATE(bits, fetch_and, WEAK_AND)                                                                        \
    UPDATE(bits, fetch_or, WEAK_OR)                                                                          \
    UPDATE(bits, fetch_xor, WEAK_XOR)

ATOMICS(32)
ATOMICS(64)

/* clang's form of the compare-exchange, and its copies. */
#define REPLACE_VALUE(bits)                                                                                  \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile void *at, uint##bits##_t expected,    \
                                                              uint##bits##_t desired, int order,             \
                                                              int order_on_failure);                         \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                               \
        volatile void *at, uint##bits##_t expected, uint##bits##_t desired, int order, int order_on_failure) \
    {                                                                                                        \
        uint64_t value = expected;                                                                           \
        weak_atomic_replace((void *)at, bits / 8, &value, desired, order, order_on_failure);                 \
        return (uint##bits##_t)value;                                                                        \
    }

REPLACE_VALUE(32)
REPLACE_VALUE(64)

void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memset(void *to, int value, size_t bytes);

void *__tsan_memcpy(void *to, const void *from, size_t bytes)
{
    weak_shadow_plain(from, bytes, 0);
    weak_shadow_plain(to, bytes, 1);
    return memcpy(to, from, bytes);
}

void *__tsan_memset(void *to, int value, size_t bytes)
{
    weak_shadow_plain(to, bytes, 1);
    return memset(to, value, bytes);
}
