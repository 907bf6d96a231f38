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
struct raise {
    ulong place;
};
coop_handlers(relax, insert);
coop_handlers_parallel(raise);

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

static void raise(local struct coop_messages *in, const struct raise *message)
{
    global atomic_ulong *own = coop_array_own(coop_messages_net(in), 0).elements;

    atomic_fetch_add_explicit(&own[message->place], 1ul, memory_order_relaxed, memory_scope_device);
}

coop_kernel void calling(global struct coop_network *net, uint rank)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    if (!coop_try_send_relax(&out, rank, (struct relax){1, 2})) {
        coop_send_relax(&out, rank, (struct relax){1, 3});
        coop_send_raise(&out, rank, (struct raise){1});
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
