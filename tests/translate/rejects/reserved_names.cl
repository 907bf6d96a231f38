#define COOP_LIMIT 3
typedef int coop_int;
struct coop_thing { int coop_is_fine_here; };
int coop_helper(int coop_value) { return coop_value; }
enum { COOP_FIRST };
kernel void coop_k(global int *coop) { int coop_state = 0; coop[0] = coop_state; }

#define WANTED want_groups
int WANTED(int a, int b) { return a + b; }
