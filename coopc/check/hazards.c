/* What a kernel's control flow shows. */
#include "coopc/check/hazards.h"

#include "coopc/check/batch.h"
#include "coopc/check/flow.h"
#include "coopc/check/fork.h"
#include "coopc/check/memory.h"
#include "coopc/check/rounds.h"
#include "coopc/check/uniform.h"
#include "coopc/model/statement.h"

void check_hazards(const struct model *model, const struct kernel *kernel)
{
    struct flow flow = {.kernel = NULL};

    if (!range_splits(kernel, kernel->tree->range)) {
        return;
    }
    flow_build(&flow, kernel);
    check_memory(model, &flow);
    check_fork(&flow);
    check_batch(&flow);
    check_rounds(kernel);
    check_uniform(model, &flow);
}
