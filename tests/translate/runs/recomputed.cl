// run: regular
/* Variables that have the same value in every state, and some that look like it. */
#define WIDTH 4
#define ITEM get_local_id(0)
kernel void test(global int *data, global int *out, int n)
{
    const uint item = get_local_id(0), group = get_group_id(0);
    uint place = group * (uint)get_local_size(0) + item; /* made of two of them */
    size_t same = get_global_id(0);
    int narrow = (char)(same * 37 + n);                         /* a cast that cuts off */
    int third = (int)same / 3 + (int)same % 7 - (n > 3 ? 1 : 2); /* divided by numbers */
    uint from_macro = ITEM * WIDTH;                             /* kept */
    int changed = n + 1;                                        /* kept: written below */
    int pointed = n + 2;                                        /* kept: its address is taken */
    uint2 pair = (uint2)(item, group);
    int *to = &pointed;

    *to += 5;
    out[same] = (int)place;
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    changed += 2;
    for (int i = 0; i < 3; i++) {
        int round = i * 10;                  /* kept: i is written */
        int item = (int)get_local_id(0) + n; /* of an inner block, by an outer one's name */
        uint deep = place + 1;

        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 1) {
            int n = item + round; /* hides what `third` is made of */

            barrier(CLK_LOCAL_MEM_FENCE);
            out[same] += n + third;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        out[same] += round + item * 3 + (int)deep + narrow;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[same] += (int)(item + group + place) + (int)from_macro + changed + pointed + (int)pair.x +
                 (int)pair.y + data[same];
}
