/* What coopc refuses of messages (coop/message.clh). */
#ifndef COOPC_CHECK_MESSAGE_H
#define COOPC_CHECK_MESSAGE_H

#include "coopc/model/model.h"

void check_message(const struct kernel *kernel);

/* Each name of coop_handlers is a function of the module. */
void check_handlers(const struct model *model);

#endif
