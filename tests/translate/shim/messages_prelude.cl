/* Stands in for cl/ before a module with messages: device/message.clh itself, and declarations of what it and
 * cl/message_begin.cl take of the runtime. */
#include "module_prelude.cl"

#define COOP_MESSAGE 1
#include "coop/device/plain.clh"

#define COOP_HAS_CLOCK 1
ulong coop_clock_ns(void);
struct coop_backoff coop_backoff_init(void);
int coop_backoff_is_at_step(struct coop_backoff backoff);
int coop_backoff_is_long(struct coop_backoff backoff, uint yields);
int coop_replace_relaxed(global coop_word32 *word, uint expected, uint desired);
int coop_replace64_acquire(global coop_word64 *word, private ulong *expected, ulong desired);
void coop_local_store_release(local coop_word32 *word, uint value);
uint coop_local_add_acquire(local coop_word32 *word, uint value);
uint coop_local_add_acquire_release(local coop_word32 *word, uint value);
#include "coop/device/delivery.clh"

static int coop_messages_must_end(local struct coop_messages *out)
{
    return coop_local_load(&out->fault) != 0;
}

#define coop_messages_begin(out, net) ((void)(out), (void)(net))
#define coop_messages_barrier_sum(out, value) ((void)((out)->offered = (value)))
#define coop_messages_barrier_max(out, value) ((void)((out)->offered = (value)))
#define coop_messages_apply(in) coop_delivery_apply((in), (uint)get_local_id(0))
