#include "coop/kernel.clh"
#include "coop/message.clh"
#include "coop/shared/handler.h"

struct relax {
    uint vertex;
    uint distance;
};
struct insert {
    ulong words[6];
};
coop_handlers(relax, insert);

static void relax(local struct coop_messages *in, const struct relax *message)
{
    if (message->distance > 0) {
        coop_send_relax(in, coop_messages_rank(in), (struct relax){message->vertex, message->distance - 1});
    }
}

static void insert(local struct coop_messages *in, const struct insert *message)
{
    coop_message_add(in, 0, message->words[0], message->words[5]);
}

coop_kernel void calling(global struct coop_network *net, uint rank)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    if (!coop_try_send_relax(&out, rank, (struct relax){1, 2})) {
        coop_send_relax(&out, rank, (struct relax){1, 3});
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
