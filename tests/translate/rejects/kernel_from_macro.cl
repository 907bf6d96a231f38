#include "coop/kernel.clh"
#define ONCE(name, body) kernel void name(global int *a) { body }
ONCE(k, a[0] = 1;
#ifdef NOTHING
     a[1] = 2;
#endif
)
#define HELPER(name) int name(int a) { return HELPER + a + (int)get_global_id(0); }
#pragma push_macro("HELPER")
#define ITEM(name) int name(int a) { return a + (int)get_global_id(0); }
ITEM(h)
kernel void l(global int *a) { a[0] = h(1); }
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define NUMBERED(body) kernel void JOIN(k, __LINE__)(global int *a) { body }
NUMBERED(a[0] = 3;)
#define TEXT_(a) #a
#define TEXT(a) TEXT_(a)
#define SPOKEN(name) kernel void name(global int *a) { a[0] = TEXT(CLK_LOCAL_MEM_FENCE)[0]; }
SPOKEN(m)
