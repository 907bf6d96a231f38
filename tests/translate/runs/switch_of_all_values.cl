// run: regular
// A case for each value that there can be, and no default: compilers find the default unreachable.
static int weigh(int value, uint id)
{
    switch (value % 4u) {
    case 0:
        return value + (int)id;
    case 1:
        while (value < 1000) { value = value * 3 + 1; }
        return value;
    case 2:
        for (uint i = 0; i < id % 5; i++) { value ^= value << 3; }
        return value;
    case 3:
        if (id > 100000) { __builtin_unreachable(); }
        break;
    }
    return -value;
}
kernel void test(global int *data, global int *out, int n)
{
    uint id = get_global_id(0);

    for (int round = 0; round < 3; round++) {
        switch ((id >> 1) & 3) {
        case 0:
            out[id] += n + weigh(data[id & 63], id);
            break;
        case 1:
            for (uint i = 0; i < (id & 7); i++) { out[id] += data[i]; }
            break;
        case 2:
            if (round == 2) { return; }
            atomic_fetch_add_explicit((global atomic_int *)&out[500], 1, memory_order_relaxed, memory_scope_device);
            continue;
        case 3:
            out[id] = out[id] * 5 + round;
            break;
        }
        out[id] ^= round;
    }
    out[id] += 7;
}
