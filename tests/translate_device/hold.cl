/* Keeps work-groups busy until the host lets them go: words[0] counts those that have begun, words[1] lets
 * them go. */
#if defined(COOP_HOST_SYSTEM_CALLS) && COOP_HOST_SYSTEM_CALLS && defined(__x86_64__)
__attribute__((noinline)) static void probe_pause(void)
{
    long time[2] = {0, 50000};
    long result;

    __asm__ volatile("syscall" : "=a"(result) : "a"(35L), "D"((long)time), "S"(0L) : "rcx", "r11", "memory");
}
#else
static void probe_pause(void)
{
    for (volatile uint i = 0; i < 20000; i++) {
    }
}
#endif

kernel void probe_hold(global atomic_uint *words)
{
    if (get_local_id(0) == 0) {
        atomic_fetch_add_explicit(words, 1u, memory_order_relaxed, memory_scope_device);
        for (uint i = 0; i < 200000; i++) {
            if (atomic_load_explicit(words + 1, memory_order_acquire, memory_scope_device) != 0) {
                break;
            }
            probe_pause();
        }
    }
}
