/* Stands in for cl/ before a module with messages: device/message.clh itself, and declarations of what it and
 * cl/message_begin.cl take of the runtime. */
#include "module_prelude.cl"

#define COOP_MESSAGE 1
#include "coop/device/plain.clh"

struct coop_backoff {
    uint rounds;
};

struct coop_backoff coop_backoff_init(void);
int coop_backoff_is_long(struct coop_backoff backoff, uint yields);
int coop_backoff_is_at_step(struct coop_backoff backoff, uint rounds);
void coop_relax(private struct coop_backoff *backoff);
ulong coop_clock_ns(void);
int coop_replace_relaxed(global coop_word32 *word, uint expected, uint desired);

struct coop_messages;
int coop_messages_must_end(local struct coop_messages *out);
#include "coop/device/delivery.clh"

#define coop_messages_begin(out, net) ((void)(out), (void)(net))
#define coop_messages_apply(in) coop_delivery_apply((in), (uint)get_local_id(0))
