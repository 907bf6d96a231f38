// run: regular
/* Atomic functions without order and scope, in text, in helpers and in macros. */
#define COUNT(place) atomic_fetch_add(place, 1)
int highest(local atomic_int *at, int value)
{
    int seen = atomic_load(at);

    while (seen < value && !atomic_compare_exchange_weak(at, &seen, value)) {
    }
    return atomic_fetch_max(at, value - 1);
}
kernel void test(global int *data, global int *out, int n)
{
    local atomic_int words[9];
    global atomic_int *total = (global atomic_int *)out + 400 + get_group_id(0);
    uint me = get_local_id(0);
    int value = data[get_global_id(0)], expected = 7, mine;

    if (me == 0) {
        for (int i = 0; i < 9; ++i) {
            atomic_store(&words[i], i == 4 ? -1 : 0);
        }
        atomic_store(&words[8], 7);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    COUNT(&words[0]);
    atomic_fetch_sub(words + 1, value);
    atomic_fetch_or(&words[2], value);
    atomic_fetch_xor(&words[3], value);
    atomic_fetch_and(&words[4], value | n);
    atomic_fetch_min(&words[5], -value);
    highest(&words[6], value);
    COUNT(total);
    if (me == 0) {
        mine = atomic_exchange(&words[7], n);
        mine += atomic_compare_exchange_strong(&words[8], &expected, 3) * 10;
        mine += atomic_compare_exchange_strong(&words[8], &expected, 4) + expected;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 9; ++i) {
        out[get_global_id(0)] = out[get_global_id(0)] * 3 + atomic_load(&words[i]);
    }
    if (me == 0) {
        out[get_global_id(0)] += mine;
    }
}
