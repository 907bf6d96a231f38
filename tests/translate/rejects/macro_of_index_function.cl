#include "include/index_macro.h"
#define get_global_id() get_global_id(0)
#define get_global_size get_global_size(0)
kernel void k(global int *out) { out[get_global_id()] = get_global_size; }
