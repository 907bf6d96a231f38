#define WEIGHT 3
#define SCALED(x) ((x) * WEIGHT)
int f(local int *s, int value) { s[0] = SCALED(value); barrier(CLK_LOCAL_MEM_FENCE); return s[0]; }
int g(int count) { barrier(CLK_LOCAL_MEM_FENCE); return count; }
#undef WEIGHT
#define WEIGHT 4
#define count 5
#define CALL(n) g(n)
#define BOTH(n) s, n
#define LOOP while (a[0] > 0)
#define FUNCTION(name) int name(int x) { barrier(CLK_LOCAL_MEM_FENCE); return x; }
FUNCTION(h)
kernel void k(global int *a)
{
    local int s[1];
    a[0] = f(s, 1);
    a[1] = g(2);
}
