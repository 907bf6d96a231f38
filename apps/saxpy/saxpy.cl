/* y += a x. */
#define COOP_DIMENSIONS 1
#include "coop/tensor.clh"
#include "saxpy_elements.clh"

#pragma OPENCL FP_CONTRACT OFF

kernel void saxpy(coop_tensor(number, x), coop_tensor(number, y), float a)
{
    if (!coop_is_inside(x)) {
        return;
    }
    number_set_value(y, 0, a * number_value(x, 0) + number_value(y, 0));
}
