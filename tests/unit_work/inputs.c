#include "inputs.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *input_words(const char *name, const uint32_t *words, size_t count)
{
    unsigned char *bytes = malloc(count * 4 + 1);
    const char *path;
    size_t i;

    for (i = 0; bytes != NULL && i < 4 * count; i++) {
        bytes[i] = (unsigned char)(words[i / 4] >> (8 * (i % 4)) & 255);
    }
    path = file_write(name, bytes, bytes != NULL ? 4 * count : 0);
    free(bytes);
    return path;
}

const char *input_sentence(const struct tool_error *error, const char *name)
{
    const char *path = file_path(name);
    size_t prefix = strlen(path) - strlen(name);

    return strncmp(error->text, path, strlen(path)) == 0 ? error->text + prefix : error->text;
}

const char *input_data(const char *name)
{
    static const char *const endings[] = {".xz", ".gz", ""};
    static char path[1024];
    const char *directory = getenv("COOP_DATA_DIR");
    size_t i;

    if (directory == NULL || *directory == '\0') {
        TEST_SKIP("COOP_DATA_DIR does not name a directory of inputs");
    }
    for (i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s/%s%s", directory, name, endings[i]);
        if (access(path, R_OK) == 0) {
            return path;
        }
    }
    TEST_SKIP("%s has no %s", directory, name);
}
