#include "coop/tensor.clh"
#include "point_elements.clh"

kernel void twice(coop_tensor_of(point, 1, COOP_SOA, points))
{
    if (coop_is_inside(points)) {
        point_set_place_1(points, 0, point_place_1(points, 0) * 2);
    }
}
