/* The parts of coop that a module may do without (cl/parts_begin.cl), as the core sees them: it names them
 * nowhere else.
 *
 * Stands on: channel/, message/, workqueue/, control/. */
#ifndef COOP_HOST_PARTS_PARTS_H
#define COOP_HOST_PARTS_PARTS_H

#include "coop/shared/failure.h"
#include "host/base/out.h"
#include "host/control/control.h"

#include <stddef.h>

/* What a failure of a part's says beside its kind: at most `capacity` bytes, the last one 0; of another
 * failure nothing. May block for reads of the part's memory. */
void coop_parts_say_failure(const struct coop_control_access *control,
                            const struct coop_failure_record *failure, char *to, size_t capacity);

/* What the work-group of a slot does in a part, as ", with 3 items of channel document"; or nothing. Blocks
 * for reads. */
void coop_parts_describe_slot(struct coop_out *out, const struct coop_control_access *control, uint32_t slot);

#endif
