/* Handlers that run at once, and others in turn which they call. */
#include "coop/kernel.clh"
#include "coop/message.clh"

#include "at_once_calls.h"

static void mark(local struct coop_messages *in, const struct mark *message)
{
    global atomic_ulong *seen = coop_array_own(coop_messages_net(in), AT_ONCE_MARKS).elements;
    ulong place = atomic_fetch_add_explicit(&seen[0], 1ul, memory_order_relaxed, memory_scope_device);

    if (message->opposite == ~(uint)message->number) {
        atomic_store_explicit(&seen[1ul + place], message->number + 1ul, memory_order_relaxed,
                              memory_scope_device);
    }
    coop_send_tell(in, message->from, (struct tell){message->number});
}

/* One at a time, so without atomics. */
static void tell(local struct coop_messages *in, const struct tell *message)
{
    global ulong *seen = coop_array_own(coop_messages_net(in), AT_ONCE_TELLS).elements;

    seen[1ul + seen[0]] = message->number + 1ul;
    seen[0]++;
}

/* One work-item calls `mark` at the next rank for all numbers in order: so they lie in order in buffers. */
coop_kernel void call_in_order(global struct coop_network *net, uint count)
{
    local struct coop_messages out;

    coop_messages_begin(&out, net);
    if (get_global_id(0) == 0) {
        for (uint i = 0; i < count; i++) {
            coop_send_mark(&out, (out.rank + 1u) % net->ranks, (struct mark){i, ~i, out.rank});
        }
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
