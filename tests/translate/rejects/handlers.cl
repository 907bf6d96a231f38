#include "coop/kernel.clh"
#include "coop/message.clh"
#include "coop/shared/handler.h"

struct there {
    uint x;
};
struct missing {
    uint x;
};
coop_handlers(there, missing);
struct gone {
    uint x;
};
coop_handlers_parallel(gone);

static void there(local struct coop_messages *in, const struct there *message)
{
}

coop_kernel void k(global struct coop_network *net)
{
    local struct coop_messages out;
    coop_messages_begin(&out, net);
    coop_send_missing(&out, 0, (struct missing){1});
    offer_kill();
}
