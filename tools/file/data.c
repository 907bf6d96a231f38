#include "data.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int data_find(const char *name, char *path, size_t bytes)
{
    static const char *const endings[] = {"", ".xz", ".gz"};
    const char *directory = getenv("COOP_DATA_DIR");
    unsigned i;

    for (i = 0; directory != NULL && *directory != '\0' && i < sizeof endings / sizeof *endings; i++) {
        int length = snprintf(path, bytes, "%s/%s%s", directory, name, endings[i]);

        if (length > 0 && (size_t)length < bytes && access(path, R_OK) == 0) {
            return 1;
        }
    }
    return 0;
}
