// run: regular
// items: 1 2 8 16
// Helpers that hold barriers, called in every form that is accepted.
struct pair { int a, b; };
enum side { LEFT, RIGHT = 5 };

/* Several returns, one inside a loop that holds a barrier. */
int sum_of(local int *scratch, int value)
{
    uint lid = get_local_id(0);
    uint half_size = get_local_size(0) / 2;

    scratch[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (half_size == 0) {
        return scratch[0];
    }
    for (;;) {
        if (lid < half_size) scratch[lid] += scratch[lid + half_size];
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        half_size /= 2;
        if (half_size == 0) {
            int sum = scratch[0];
            barrier(CLK_LOCAL_MEM_FENCE);
            return sum;
        }
    }
}

/* Only a return at its end. */
static inline struct pair shifted(local int *scratch, struct pair p)
{
    uint lid = get_local_id(0), size = get_local_size(0);
    scratch[lid] = p.a; barrier(CLK_LOCAL_MEM_FENCE);
    p.b += scratch[(lid + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    return p;
}

static float4 lanes(local int *scratch, float4 v, const int which)
{
    scratch[get_local_id(0)] = (int)v.y;
    barrier(CLK_LOCAL_MEM_FENCE);
    v.xz = (float2)(scratch[0], which);
    barrier(CLK_LOCAL_MEM_FENCE);
    return v.wzyx;
}

/* No value, an early return, and a result that nobody reads. */
void publish(local int *scratch, int value, int times)
{
    if (times == 0) return;
    while (times-- > 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) scratch[0] = value + times;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (value < 0) { (void)sum_of(scratch, 1); return; }
        if (value > 90) continue;
        if (value == 17) break;
    }
}

/* Helpers in helpers; returns of their values at the end and elsewhere. */
int twice(local int *scratch, int value)
{
    if (value & 1) return sum_of(scratch, 2 * (value & 1));
    publish(scratch, value, 2);
    return sum_of(scratch, value);
}

short narrow(local int *scratch, int value)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    return value * 4099;
}

enum side side_of(local int *scratch, int value)
{
    switch (value % 3) {
    case 0:
        barrier(CLK_LOCAL_MEM_FENCE);
        return LEFT;
    case 1:
        return RIGHT;
    default:
        publish(scratch, value, 1);
        break;
    }
    return (enum side)(scratch[0] & 1 ? RIGHT : LEFT);
}

void all(local int *scratch) { return publish(scratch, 3, 1); }

kernel void test(global int *data, global int *out, int n)
{
    local int scratch[16];
    local int table[4];
    int group = (int)get_group_id(0), gid = (int)get_global_id(0);
    int total = sum_of(scratch, data[gid]);
    int i = 0, here[3] = {1, 2, 3};
    struct pair p = {gid, 7};

    out[gid] = total;
    total += sum_of(scratch, i++ + gid);
    total = i = twice(scratch, i + group);
    here[i % 3] = sum_of(scratch, here[1]);
    p = shifted(scratch, p);
    p.a <<= narrow(scratch, 0);
    struct pair q = shifted(scratch, (struct pair){p.b, p.a});
    publish(scratch, 4, 3);
    (void)sum_of(scratch, 3);
    all(scratch);
    if (group == 1)
        total += narrow(scratch, total);
    else
        publish(scratch, -1, 5);
    for (int k = 0; k < 3; k++) {
        enum side side = side_of(scratch, k + group);
        if (side == RIGHT) {
            total += sum_of(scratch, k);
            continue;
        }
        do {
            total -= twice(scratch, k);
            if (total < -1000) break;
        } while (++k < 2);
        switch (k) {
        case 1:
            publish(scratch, 95, k);
            break;
        case 2: {
            int inner = sum_of(scratch, total & 7);
            total ^= inner;
        }
        default:
            table[k & 3] = twice(scratch, 5);
        }
    }
    const float4 v = lanes(scratch, (float4)(1.0f, total, 3.0f, group), i & 7);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid + 100] = total + here[0] + here[1] * 3 + here[2] * 5;
    out[gid + 200] = q.a * 3 + q.b;
    out[gid + 300] = (int)(v.x + 2 * v.y + 3 * v.z + 4 * v.w) + (group == 1 ? 0 : scratch[0]);
}
