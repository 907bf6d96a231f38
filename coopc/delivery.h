/* The kernel that coopc adds to modules that use messages (coop/message.clh): it applies what arrives. */
#ifndef COOPC_DELIVERY_H
#define COOPC_DELIVERY_H

#include "coopc/model/model.h"
#include "coopc/parse/arguments.h"

/* Whether a file of the module includes coop/message.clh. */
bool delivery_is_needed(const struct model *model);

/* The unit with the kernel. NULL when it cannot be read. */
struct unit *delivery_unit(const struct parse_arguments *arguments);

#endif
