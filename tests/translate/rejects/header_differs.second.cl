#define SIZE 4
#define WIDE
#include "include/sized.h"
#include "include/parts.h"
#define LATER 2
kernel void l(global int *a) { part p = room(); a[0] = p; }
