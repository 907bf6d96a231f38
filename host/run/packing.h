/* The packed arguments of one launch, as they are made of arguments by name. */
#ifndef COOP_HOST_PACKING_H
#define COOP_HOST_PACKING_H

#include "coop/argument.h"
#include "coop/shared/limits.h"
#include "host/run/run.h"

struct coop_packing {
    struct coop_run_object *run; /* borrowed, as the next three are */
    const struct coop_kernel_report *kernel;
    const struct coop_argument *arguments;
    size_t count;
    uint32_t index; /* the kernel's */
    unsigned char packed[COOP_ARGS_BYTES_MAX];
};

/* Checks an argument against its parameter, and packs it; records what is wrong. */
coop_status coop_packing_put(struct coop_packing *packing, const struct coop_parameter *parameter,
                             const struct coop_argument *argument);

#endif
