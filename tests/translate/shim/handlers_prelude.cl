/* As messages_prelude.cl, before a module whose messages run handlers. */
#define COOP_HANDLERS 1
#include "messages_prelude.cl"

void coop_relax(private struct coop_backoff *backoff);
void coop_messages_flush_by_leader(local struct coop_messages *out);
#include "coop/device/handler.clh"
#include "coop/shared/handler.h"
