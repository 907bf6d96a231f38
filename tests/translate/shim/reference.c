/* What the untranslated kernels leave in memory, as the words of `data` and `out` in a file. */
#include <stdio.h>
#include <stdlib.h>

#include "world.h"

/* reference FILE ITEMS KIND...: the kinds are those of the kernels, the last holds for those that are
 * left. */
int main(int count, char **arguments)
{
    static struct memory memory;
    FILE *file = count < 4 ? NULL : fopen(arguments[1], "wb");
    int is_written;

    if (file == NULL) {
        fprintf(stderr, "usage: reference FILE ITEMS KIND...\n");
        return 2;
    }
    memory_fill(&memory);
    for (int i = 0; i < KERNELS_MAX && kernels[i] != NULL; ++i) {
        take_shape(arguments[3 + i < count ? 3 + i : count - 1], (unsigned)atoi(arguments[2]));
        run_plain(&memory, (unsigned)i);
    }
    is_written = fwrite(memory.data, sizeof memory.data, 1, file) == 1 &&
                 fwrite(memory.out, sizeof memory.out, 1, file) == 1;
    return fclose(file) == 0 && is_written ? 0 : 1;
}
