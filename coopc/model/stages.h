/* What a kernel does with the channels of its flow graph (coop/channel.clh): which it runs, which functions
 * emit into which, where items are kept. */
#ifndef COOPC_MODEL_STAGES_H
#define COOPC_MODEL_STAGES_H

#include "coopc/model/model.h"

/* A channel that coop_channels names. */
struct stage {
    const char *name;
    unsigned tag;
    size_t item_bytes;
    bool is_run;  /* the kernel calls the function of its name for its items */
    bool is_read; /* the kernel reads its items */
    bool keeps;   /* items are kept there */
    bool is_fed;  /* items are emitted into it */
};

enum { STAGE_NONE = -1 }; /* not the function of a channel: the kernel's own text and its helpers */

/* A call that emits an item into channel `to`, or keeps one there, reached from the function of `from`. */
struct emission {
    int from;
    int to;
    bool is_kept;
    const struct function *function; /* that holds the call */
    const struct call *call;
};

struct stages {
    LIST(struct stage) list; /* in the order of the text */
    LIST(struct emission) emissions;
};

/* Fills kernel->stages; of kernels without a flow graph it stays NULL. */
void stages_find(const struct model *model, struct kernel *kernel);

/* Whether the kernel processes the channel's items in its own text, in a switch of its own. */
bool stage_is_own(const struct stage *stage);

/* Whether items of channel `from` may be emitted into `to`; *is_certain when a function says so itself. */
bool stages_lead(const struct stages *stages, size_t from, size_t to, bool *is_certain);

/* The channel with the tag that the kernel uses, or the first with it; NULL when there is none. */
const struct stage *stages_tagged(const struct stages *stages, unsigned tag);

#endif
