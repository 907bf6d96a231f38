#include "include/deep_1.h"
kernel void k(global int *a) { a[0] = here(1); }
