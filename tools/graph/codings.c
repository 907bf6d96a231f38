#include "codings.h"

#include <string.h>

static const struct coding *const codings[] = {&coding_gzip, &coding_xz, &coding_zstd};
#define CODINGS (sizeof codings / sizeof *codings)

const struct coding *coding_of(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < CODINGS; i++) {
        if (count >= codings[i]->mark_bytes && memcmp(bytes, codings[i]->mark, codings[i]->mark_bytes) == 0) {
            return codings[i];
        }
    }
    return NULL;
}

size_t coding_base_length(const char *path)
{
    size_t length = strlen(path);

    for (size_t i = 0; i < CODINGS; i++) {
        size_t ending = strlen(codings[i]->ending);

        if (length > ending && strcmp(path + length - ending, codings[i]->ending) == 0) {
            return length - ending;
        }
    }
    return length;
}
