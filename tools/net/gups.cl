/* Updates at random places of an array of all ranks. */
#include "coop/kernel.clh"
#include "coop/chunk.clh"
#include "coop/message.clh"

#include "gups_place.clh"

coop_kernel coop_kill_any void gups(global struct coop_network *net, uint table, ulong elements, ulong first,
                                    uint count, uint numbers, global atomic_uint *next)
{
    local struct coop_messages out;
    local struct coop_chunk chunk;

    coop_messages_begin(&out, net);
    for (;;) {
        offer_kill();
        request_fork();
        coop_chunk_draw(&chunk, next, numbers, count);
        if (coop_chunk_is_empty(&chunk)) {
            break;
        }
        coop_chunk_each(i, &chunk) {
            coop_message_add(&out, table, place_of(first + i, elements), 1ul);
        }
    }
    do {
        offer_kill();
        coop_messages_quiet(&out);
    } while (!coop_messages_are_quiet(&out));
}
