kernel void k(global int *a)
{
#include "include/body.h"
}
