#ifndef FLOW_H
#define FLOW_H

#define SIDES 2

/* The state of a gas in a cell. */
struct flow {
    float density;
    float momentum[SIDES];
    double energy;
};
coop_elements(flow);

enum kind { DRY, WET };

struct mark {
    uchar tag;
    float3 normal;
    enum kind kind;
};
coop_elements(mark);

#endif
