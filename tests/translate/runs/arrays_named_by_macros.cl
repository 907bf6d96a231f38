// run: regular regular
/* Macros name arrays of every kind that lie in local memory or live across barriers: each state has a pointer
 * to the elements, with their qualifiers. */
struct record {
    int value;
    global int *from;
};

#define ROW(i) rows[i]
#define FLAG(i) flags[i]
#define SEEN(i) seen[i]
#define PLACE(i, j) places[i][j]
#define RECORD(i) records[i]
#define MARK(i) marks[i]
#define SHELF(i) shelves[i]
#define CELL(i, j) cells[i][j]

kernel void test(global int *data, global int *out, int n)
{
    global int *rows[2];
    local volatile int flags[64];
    volatile int seen[3];
    global int *volatile places[2][2];
    volatile struct record records[2];
    local int *local marks[64];
    int (*shelves[2])[3];
    volatile int cells[2][3];
    int shelf[2][3] = {{1, 2, 3}, {4, 5, 6}};
    uint me = get_local_id(0);

    ROW(0) = data;
    ROW(1) = out;
    FLAG(me) = n + (int)me;
    SEEN(2) = n;
    PLACE(1, 0) = data;
    RECORD(1).value = 3;
    RECORD(1).from = data;
    MARK(me) = (local int *)flags + me;
    SHELF(1) = &shelf[1];
    CELL(1, 2) = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    FLAG(me) += 1;
    SEEN(2) += *MARK(me) + (*SHELF(1))[2];
    (*SHELF(1))[0] += CELL(1, 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    ROW(1)[get_global_id(0)] = ROW(0)[get_global_id(0)] + SEEN(2) + shelf[1][0] + RECORD(1).value +
                               (PLACE(1, 0) == RECORD(1).from) + FLAG(me);
}

/* A parameter that is an array of pointers in local memory. */
kernel void test1(global int *data, global int *out, int n, local int *local slots[], local int part[])
{
    uint me = get_local_id(0), size = get_local_size(0);

    part[me] = data[get_global_id(0)];
    slots[me] = part + size - 1 - me;
    barrier(CLK_LOCAL_MEM_FENCE);
    slots += me;
    *slots[0] += n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = **slots + part[me];
}
