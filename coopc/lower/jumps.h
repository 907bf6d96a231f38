/* Jumps that leave a statement which has been taken apart. */
#ifndef COOPC_LOWER_JUMPS_H
#define COOPC_LOWER_JUMPS_H

#include "coopc/model/kernel.h"

/* A loop or switch that has been taken apart. */
struct construct {
    size_t keyword;
    size_t break_label;
    size_t continue_label;
};

struct constructs {
    LIST(struct construct) list;
};

/* Adds the edits of the jumps, which go to labels now. Sorts the constructs. */
void jumps_rewrite(struct kernel *kernel, struct constructs *constructs);

#endif
