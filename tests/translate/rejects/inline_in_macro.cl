int g(int n) { barrier(CLK_LOCAL_MEM_FENCE); return n; }
int two(int n, int m) { barrier(CLK_LOCAL_MEM_FENCE); return n + m; }
#define CALL(n) g(n)
#define ASSIGN(to, value) to = value
#define BOTH 1, 2
#define LOOP for (int LOOP = 0; LOOP < 2; LOOP++)
#define FUNCTION(name) int name(int x) { barrier(CLK_LOCAL_MEM_FENCE); return x; }
FUNCTION(h)
kernel void k(global int *a)
{
    int b;
    CALL(1);
    b = CALL(2);
    ASSIGN(b, g(3));
    b = two(BOTH);
    LOOP b = g(4);
    b = h(5);
}
