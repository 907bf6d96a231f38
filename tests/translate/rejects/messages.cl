#include "coop/kernel.clh"
#include "coop/message.clh"

coop_kernel void no_part(global struct coop_network *net)
{
    coop_messages_flush(0);
    coop_messages_quiet(0);
    coop_messages_barrier(0);
    coop_messages_barrier_sum(0, 1ul);
    coop_messages_barrier_max(0, 1ul);
    offer_kill();
}

coop_kernel void not_local(global struct coop_network *net)
{
    struct coop_messages out;
    offer_kill();
}

coop_kernel void no_net(global uint *x)
{
    local struct coop_messages out;
    coop_messages_flush(&out);
    offer_kill();
}

coop_kernel void never_begun(global struct coop_network *net)
{
    local struct coop_messages out;
    coop_messages_flush(&out);
    offer_kill();
}

coop_kernel void two_nets(global struct coop_network *net, global struct coop_network *other)
{
    local struct coop_messages out;
    coop_messages_begin(&out, net);
    offer_kill();
}

coop_kernel void two_parts(global struct coop_network *net)
{
    local struct coop_messages out;
    local struct coop_messages second;
    coop_messages_begin(&out, net);
    offer_kill();
}

coop_kernel void changed(global struct coop_network *net)
{
    local struct coop_messages out;
    coop_messages_begin(&out, net);
    offer_kill();
    net = 0;
}

kernel void regular(global struct coop_network *net)
{
    local struct coop_messages out;
    coop_messages_begin(&out, net);
}

coop_kernel void of_a_parameter(global struct coop_network *net, local struct coop_messages *other)
{
    local struct coop_messages out;
    coop_messages_begin(&out, net);
    coop_messages_begin(other, net);
    coop_messages_quiet(other);
    coop_messages_barrier_max(other, 1ul);
    offer_kill();
}

static void helper(local struct coop_messages *out)
{
    coop_messages_flush(out);
}

coop_kernel void by_a_helper(global struct coop_network *net)
{
    local struct coop_messages out;
    coop_messages_begin(&out, net);
    helper(&out);
    offer_kill();
}
