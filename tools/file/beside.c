#include "beside.h"

#include <string.h>
#include <unistd.h>

int beside_find(const char *name, char *path, size_t capacity)
{
    ssize_t length = readlink("/proc/self/exe", path, capacity - 1);
    char *slash;

    path[length > 0 ? length : 0] = '\0';
    slash = strrchr(path, '/');
    if (slash == NULL || (size_t)(slash + 2 - path) + strlen(name) > capacity) {
        return 0;
    }
    memcpy(slash + 1, name, strlen(name) + 1);
    return access(path, R_OK) == 0;
}
