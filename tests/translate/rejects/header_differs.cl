// files: header_differs.second.cl
#define SIZE 3
#define LATER 1
#include "include/sized.h"
#include "include/parts.h"
kernel void k(global int *a) { part p = room(); a[0] = p; }
