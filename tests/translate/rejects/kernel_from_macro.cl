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
#define NAME(x) x##y
#define TEMPLATE_NAME m
#include "include/template.h"
#undef TEMPLATE_NAME
#define TEMPLATE_NAME n
#include "include/template.h"
