/* Memory, index spaces, kernels. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*const kernels[KERNELS_MAX])(int *, int *, int) = {test,  test1, test2, test3,
                                                         test4, test5, test6, test7};
const int problem_size = 37;
unsigned dimensions = 1;
unsigned long local_items[3] = {1, 1, 1};
unsigned long grid[3] = {3, 1, 1};

void memory_fill(struct memory *memory)
{
    memset(memory, 0, sizeof *memory);
    for (int i = 0; i < WORDS; ++i) {
        memory->data[i] = (i * 7919 + 13) % 101;
    }
}

/* Shapes of an index space; a cooperative kernel takes only the first number of work-items from the command
 * line. */
static const struct shape {
    const char *name;
    unsigned dimensions;
    unsigned long local_items[3]; /* 0: as the command line says */
    unsigned long grid[3];
} shapes[] = {
    {"cooperative", 1, {0, 1, 1}, {3, 1, 1}},
    {"regular", 1, {0, 1, 1}, {3, 1, 1}},
    {"regular2", 2, {4, 2, 1}, {2, 3, 1}},
    {"regular3", 3, {2, 3, 2}, {2, 1, 3}},
};

void take_shape(const char *kind, unsigned items)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        if (strcmp(shapes[i].name, kind) == 0) {
            dimensions = shapes[i].dimensions;
            memcpy(local_items, shapes[i].local_items, sizeof local_items);
            memcpy(grid, shapes[i].grid, sizeof grid);
            local_items[0] = local_items[0] == 0 ? items : local_items[0];
            return;
        }
    }
    fprintf(stderr, "no such kind of kernel: %s\n", kind);
    exit(1);
}
