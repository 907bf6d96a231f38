#include "include/unguarded.h"
kernel void l(global int *a) { a[0] = twice(2); }
