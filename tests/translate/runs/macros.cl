// run: regular
// items: 4
#define ME get_global_id(0)
#define AT(a, i) ((a)[(i)])
#define TILE(i) tile[i]
#define HISTORY history[k]
#define BUMP(v) ((v)++)
#define BOTH(v) ((v) + (v))
#define CHECK(c) if (!(c)) { out[300] += 1; }
#define EACH(i, limit) for (int i = 0; i < (limit); i++)
#define LOOP_TWICE(body) do { body; body; } while (0)
#define SKIP(c) { if (c) out[301] += 2; }
kernel void test(global int *data, global int *out, int n)
{
    local int tile[8];
    int history[3] = {1, 2, 3};
    int count = 0;
    EACH(j, 2) count += j;
    for (int k = 0; k < 3; k++) {
        TILE(get_local_id(0)) = data[ME] + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        EACH(j, 4) { if (j == 2) continue; count += TILE(j) + AT(tile, j); }
        HISTORY += BOTH(count);
        BUMP(count);
        AT(history, k) += k;
        CHECK(count > 100);
        LOOP_TWICE(count++);
        SKIP(k == 1)
        EACH(j, 4) { if (j == 2) break; count += j; }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[ME] = count + history[0] + history[1] * 3 + history[2] * 5;
}
