#include "host/translate/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Room for so many bytes more, and a byte 0. */
static int make_room(struct coop_bytes *bytes, size_t count)
{
    size_t capacity = 2 * bytes->capacity > 4096 ? 2 * bytes->capacity : 4096;
    char *larger;

    if (bytes->has_failed || count >= SIZE_MAX / 4 - bytes->used) {
        bytes->has_failed = 1;
        return 0;
    }
    if (bytes->used + count < bytes->capacity) {
        return 1;
    }
    if (capacity <= bytes->used + count) {
        capacity = bytes->used + count + 1;
    }
    larger = realloc(bytes->data, capacity);
    if (larger == NULL) {
        bytes->has_failed = 1;
        return 0;
    }
    bytes->data = larger;
    bytes->capacity = capacity;
    return 1;
}

void coop_bytes_add(struct coop_bytes *bytes, const void *data, size_t count)
{
    if (make_room(bytes, count)) {
        if (count != 0) {
            memcpy(bytes->data + bytes->used, data, count);
        }
        bytes->used += count;
        bytes->data[bytes->used] = '\0';
    }
}

void coop_bytes_add_string(struct coop_bytes *bytes, const char *string)
{
    coop_bytes_add(bytes, string, strlen(string) + 1);
}

void coop_bytes_add_number(struct coop_bytes *bytes, uint64_t number)
{
    coop_bytes_add(bytes, &number, sizeof number);
}

void coop_bytes_clear(struct coop_bytes *bytes)
{
    free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

char *coop_bytes_take(struct coop_bytes *bytes)
{
    char *data;

    coop_bytes_add(bytes, "", 0);
    data = bytes->has_failed ? NULL : bytes->data;
    if (data != NULL) {
        bytes->data = NULL;
    }
    coop_bytes_clear(bytes);
    return data;
}

int coop_bytes_add_file(struct coop_bytes *bytes, int descriptor)
{
    off_t at = 0;
    ssize_t count;

    do {
        if (!make_room(bytes, 65536)) {
            return ENOMEM;
        }
        count = pread(descriptor, bytes->data + bytes->used, 65536, at);
        if (count > 0) {
            bytes->used += (size_t)count;
            at += count;
        }
    } while (count > 0 || (count < 0 && errno == EINTR));
    bytes->data[bytes->used] = '\0';
    return count < 0 ? errno : 0;
}

int coop_bytes_add_path(struct coop_bytes *bytes, const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int code;

    if (descriptor < 0) {
        return errno;
    }
    code = coop_bytes_add_file(bytes, descriptor);
    close(descriptor);
    return code;
}

uint64_t coop_bytes_sum(const void *data, size_t count)
{
    const unsigned char *bytes = data;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < count; i++) {
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}
