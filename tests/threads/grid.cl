/* A kernel with barriers of coop/grid_barrier.clh, for work-groups that are threads (grid.c). */
#include "tests/threads/prelude.clh"

#define COOP_GRID_SPINS 2u
#define COOP_GRID_RELAX() coop_system_call(24, 0, 0, 0, 0)
#include "coop/grid_barrier.clh"
#include "tests/threads/grid.h"

uint grid_local_bytes(void);
uint grid_local_bytes(void)
{
    return sizeof(struct coop_grid);
}

/* Each work-item writes its word, and behind the barrier reads those of all others; a second barrier keeps
 * them from being overwritten. The words are plain, so that ThreadSanitizer sees what the barrier orders. */
kernel void grid_rounds(global struct grid_scene *scene)
{
    local struct coop_grid *grid = (local struct coop_grid *)threads_local_memory();
    uint wrong = 0;
    uint round = 0;

    coop_grid_begin(grid, (global struct coop_grid_state *)scene->state);
    uint item = coop_grid_item(grid);
    if (!coop_grid_goes_on(grid)) {
        return;
    }
    while (coop_grid_goes_on(grid) && round < scene->rounds &&
           !(coop_grid_group(grid) == scene->leaver && round == scene->leaves_at)) {
        scene->words[item] = round + 1u;
        coop_grid_barrier(grid);
        if (coop_grid_goes_on(grid)) {
            for (uint i = 0; i < coop_grid_items(grid); i++) {
                wrong += scene->words[i] != round + 1u;
            }
            round++;
            coop_grid_barrier(grid);
        }
    }
    scene->wrong[item] = wrong;
    scene->passed[item] = round;
    if (item == 0) {
        scene->members = coop_grid_groups(grid);
    }
}
