#include "coop/kernel.clh"
#include "coop/channel.clh"

struct token {
    uint at;
};
coop_channels(token);

static void token(struct token item, local struct coop_flow *flow)
{
}

kernel void regular(global uint *x)
{
    x[0] = 1;
}
