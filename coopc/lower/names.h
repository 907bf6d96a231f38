/* The names of a kernel's variables inside its states. */
#ifndef COOPC_LOWER_NAMES_H
#define COOPC_LOWER_NAMES_H

#include "coopc/model/kernel.h"

/* Chooses the name of each use and adds the edits of the references. The variables have their homes. */
void names_choose(struct kernel *kernel);

#endif
