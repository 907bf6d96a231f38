/* The words in front of a function that choose its variant. */
#ifndef COOPC_CHECK_VARIANT_H
#define COOPC_CHECK_VARIANT_H

#include "coopc/model/function.h"

void check_variants(const struct function *function);

#endif
