/* A kernel for each accessor of cl/atomics.clh, and for what C11's orders become without them:
 * tests/device/orders.c reads what the compiler made of each. Stands on: cl/atomics.clh. */

#define LOAD(accessor, bits)                                                          \
    kernel void of_##accessor(global coop_word##bits *word, global ulong *held)       \
    {                                                                                 \
        *held = accessor(word);                                                       \
    }
#define STORE(accessor, bits)                                                         \
    kernel void of_##accessor(global coop_word##bits *word, ulong value)              \
    {                                                                                 \
        accessor(word, value);                                                        \
    }
#define UPDATE(accessor, bits)                                                        \
    kernel void of_##accessor(global coop_word##bits *word, ulong value, global ulong *held) \
    {                                                                                 \
        *held = accessor(word, value);                                                \
    }

LOAD(coop_load_relaxed, 32)
LOAD(coop_load_acquire, 32)
LOAD(coop_load_ordered, 32)
LOAD(coop_load64_relaxed, 64)
LOAD(coop_load64_acquire, 64)
STORE(coop_store_relaxed, 32)
STORE(coop_store_release, 32)
STORE(coop_store_ordered, 32)
STORE(coop_store64_relaxed, 64)
STORE(coop_store64_release, 64)
UPDATE(coop_add_relaxed, 32)
UPDATE(coop_add_release, 32)
UPDATE(coop_add_acquire_release, 32)
UPDATE(coop_add_ordered, 32)
UPDATE(coop_or_relaxed, 32)
UPDATE(coop_or_release, 32)
STORE(coop_min_release, 32)
STORE(coop_max_release, 32)
UPDATE(coop_exchange_acquire_release, 32)
UPDATE(coop_add64_relaxed, 64)
UPDATE(coop_add64_acquire, 64)
UPDATE(coop_add64_release, 64)
UPDATE(coop_add64_acquire_release, 64)
UPDATE(coop_or64_acquire, 64)
UPDATE(coop_or64_release, 64)
UPDATE(coop_and64_relaxed, 64)
UPDATE(coop_and64_acquire, 64)
STORE(coop_max64_relaxed, 64)
STORE(coop_min64_release, 64)
STORE(coop_max64_release, 64)

kernel void of_coop_replace_relaxed(global coop_word32 *word, uint expected, uint desired, global ulong *held)
{
    *held = coop_replace_relaxed(word, expected, desired);
}

kernel void of_coop_replace64_relaxed(global coop_word64 *word, ulong expected, ulong desired,
                                      global ulong *held)
{
    *held = coop_replace64_relaxed(word, expected, desired);
}

kernel void of_coop_replace64_acquire(global coop_word64 *word, ulong expected, ulong desired,
                                      global ulong *held)
{
    held[0] = coop_replace64_acquire(word, &expected, desired);
    held[1] = expected;
}

kernel void of_coop_replace64_acquire_release(global coop_word64 *word, ulong expected, ulong desired,
                                              global ulong *held)
{
    held[0] = coop_replace64_acquire_release(word, &expected, desired);
    held[1] = expected;
}

kernel void of_c11_acquire(global atomic_uint *word, global uint *held)
{
    *held = atomic_load_explicit(word, memory_order_acquire, memory_scope_device);
}

kernel void of_c11_release(global atomic_uint *word, uint value)
{
    atomic_store_explicit(word, value, memory_order_release, memory_scope_device);
}
