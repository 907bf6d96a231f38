#include "coop/kernel.clh"
#include "nowhere.h"
#include <also/nowhere.h>
coop_kernel void k(global int *a) { a[0] = NOWHERE; resizing_global_barrier(); }
