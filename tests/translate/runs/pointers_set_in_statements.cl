// run: regular
/* Pointers to private memory that each stretch between two barriers sets inside its first statement. */
kernel void test(global int *data, global int *out, int n)
{
    int x = data[get_global_id(0)];
    int y = n;
    int t[4] = {1, 2, 3, 4};
    int *p;
    if (x > 4) {
        p = &x;
    } else {
        p = &y;
    }
    *p += 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (n > 1) {
        p = t;
        for (int i = 0; i < 4; ++i) {
            *p++ += i;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (p = t; p < t + 4; ++p) {
        x += *p;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 3; ++i) {
        do {
            p = i == 1 ? &t[1] : &t[2];
            *p += 1;
        } while (*p < 6);
        barrier(CLK_LOCAL_MEM_FENCE);
        switch (i) {
        case 0:
            p = &x;
            *p += 1;
            break;
        case 1:
            p = &y;
            *p += 2;
            break;
        default:
            break;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        while (y < 40) {
            p = &y;
            if (*p > 30) {
                break;
            }
            *p += 5;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x % 2 == 0) {
        p = &x;
    } else if (x % 3 == 0) {
        p = &y;
    } else {
        out[get_global_id(0)] = x + y + t[1] + t[2];
        return;
    }
    out[get_global_id(0)] = *p + x + y + t[1] + t[2];
}
kernel void test1(global int *data, global int *out, int n)
{
    int x = data[0];
    for (int i = 0; i < 2; ++i) {
        int *p;
        if (n > 3) {
            p = &x;
            *p += 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 1) {
            p = &n;
            *p += x;
        }
    }
    out[get_global_id(0)] += x + n;
}
