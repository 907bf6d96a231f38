/* What messages say of flow graphs (coop/channel.clh). */
#ifndef COOP_HOST_CHANNEL_FLOW_DESCRIBE_H
#define COOP_HOST_CHANNEL_FLOW_DESCRIBE_H

#include "coop/shared/failure.h"
#include "host/base/out.h"
#include "host/control/control.h"

#include <stddef.h>

/* What a failure says beside its kind: at most `capacity` bytes, the last one 0. It is one of
 * COOP_FAILURE_FLOW_.... Blocks for reads of the graph, whose names it says. */
void coop_flow_failure_say(const struct coop_control_access *control,
                           const struct coop_failure_record *failure, char *to, size_t capacity);

/* ", with 3 items of channel document", where the work-group of the slot runs a batch: a function of that
 * channel has not ended. Blocks for reads. */
void coop_flow_describe_batch(struct coop_out *out, const struct coop_control_access *control, uint32_t slot);

#endif
