#include "sources.h"

#include "bfs_source.h"
#include "elastic_kernels.h"
#include "elastic_kernels_text.h"

extern const char elastic_decode_text[];
extern const char elastic_multigrid_text[];
extern const char elastic_wide_text[];
extern const char bfs_text[]; /* made from apps/bfs/bfs.cl by the build */

/* The launch functions of the generated header as struct kernel_source wants them. */
#define LAUNCH(name)                                                                                  \
    static coop_status launch_##name(coop_run *run, const void *args,                                 \
                                     const struct coop_launch_options *options, coop_launch **launch) \
    {                                                                                                 \
        return name##_launch(run, args, options, launch);                                             \
    }
LAUNCH(decode)
LAUNCH(wide)
LAUNCH(bfs)
LAUNCH(multigrid)

#define OF_MODULE(kernel)                                                                      \
    .name = #kernel, .module_text = elastic_kernels_module_text,                               \
    .module_bytes = &elastic_kernels_module_bytes, .args_bytes = sizeof(struct kernel##_args), \
    .launch = launch_##kernel, .build_options = ""

const struct kernel_source elastic_decode_source = {OF_MODULE(decode), .plain_text = elastic_decode_text};
const struct kernel_source elastic_wide_source = {OF_MODULE(wide), .plain_text = elastic_wide_text};
const struct kernel_source elastic_bfs_source = {OF_MODULE(bfs), .plain_text = bfs_text};
const struct kernel_source elastic_multigrid_source = {OF_MODULE(multigrid),
                                                       .plain_text = elastic_multigrid_text};
