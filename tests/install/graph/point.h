#ifndef POINT_H
#define POINT_H

struct point {
    float4 place;
    uchar tag;
};
coop_elements(point);

#endif
