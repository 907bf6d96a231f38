// files: unguarded_header.second.cl
#include "include/unguarded.h"
kernel void k(global int *a) { a[0] = twice(1); }
