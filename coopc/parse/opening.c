#include "coopc/parse/opening.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "coopc/text/file.h"

/* Written before libclang's thread begins, and when it has ended. */
static bool is_reading;

void opening_begin(void)
{
    is_reading = true;
}

void opening_end(void)
{
    is_reading = false;
}

/* The descriptor of what may be read, or -1. libclang says nothing of some error numbers but that there is no
 * such file; not of these. */
static int open_to_read(const char *path, int flags)
{
    int descriptor = openat(AT_FDCWD, path, flags | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    int code = 0;

    if (descriptor < 0) {
        return -1;
    }
    if (fstat(descriptor, &status) != 0) {
        code = errno;
    } else if (!S_ISDIR(status.st_mode) && file_fault(&status) != NULL) {
        code = EFBIG;
    }
    if (code != 0) {
        close(descriptor);
        errno = code;
        return -1;
    }
    return descriptor;
}

/* `arguments` begins with the mode, where the flags ask for one. */
static int open_any(const char *path, int flags, va_list arguments)
{
    if (is_reading && (flags & O_ACCMODE) == O_RDONLY) {
        return open_to_read(path, flags);
    }
    return openat(AT_FDCWD, path, flags, (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0);
}

/* By the names that the linker knows: in C the header has them. */
int opening_open(const char *path, int flags, ...) __asm__("open");
int opening_open64(const char *path, int flags, ...) __asm__("open64");

int opening_open(const char *path, int flags, ...)
{
    va_list arguments;
    int descriptor;

    va_start(arguments, flags);
    descriptor = open_any(path, flags, arguments);
    va_end(arguments);
    return descriptor;
}

int opening_open64(const char *path, int flags, ...)
{
    va_list arguments;
    int descriptor;

    va_start(arguments, flags);
    descriptor = open_any(path, flags, arguments);
    va_end(arguments);
    return descriptor;
}
