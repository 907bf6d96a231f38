#include "coopc/text/file.h"

#include <errno.h>

#include "coopc/text/text.h"

const char *file_fault(const struct stat *status)
{
    if (S_ISDIR(status->st_mode)) {
        return "it is a directory";
    }
    if (!S_ISREG(status->st_mode)) {
        return "it is no plain file";
    }
    return (unsigned long long)status->st_size > FILE_BYTES_MAX ? FILE_LARGE : NULL;
}

char *stream_read(FILE *stream, size_t *length)
{
    struct text text = {0};
    char buffer[65536];
    size_t got;

    while ((got = fread(buffer, 1, sizeof buffer, stream)) > 0) {
        if (got > FILE_BYTES_MAX - text.length) {
            errno = EFBIG;
            return NULL;
        }
        text_append(&text, buffer, got);
    }
    if (ferror(stream) != 0) {
        return NULL;
    }
    text_append(&text, "", 0);
    *length = text.length;
    return text.bytes;
}

char *file_read(const char *path, size_t *length)
{
    struct stat status;
    FILE *file = stat(path, &status) == 0 && file_fault(&status) == NULL ? fopen(path, "rb") : NULL;
    char *bytes = file != NULL ? stream_read(file, length) : NULL;

    if (file != NULL) {
        fclose(file);
    }
    return bytes;
}
