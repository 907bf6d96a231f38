#include "host/run/event.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

void coop_event_init(struct coop_event *event)
{
    event->fd = -1;
}

void coop_event_clear(struct coop_event *event)
{
    if (event->fd >= 0) {
        close(event->fd);
    }
    event->fd = -1;
}

coop_status coop_event_give(struct coop_event *event, int *fd, const char **call)
{
    if (event->fd < 0) {
        *call = "eventfd";
        event->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    }
    if (event->fd >= 0) {
        *call = "fcntl";
        *fd = fcntl(event->fd, F_DUPFD_CLOEXEC, 0);
    }
    return *fd >= 0 ? COOP_OK : COOP_IO_FAILED;
}

void coop_event_add(const struct coop_event *event)
{
    const uint64_t one = 1;

    if (event->fd >= 0) {
        /* It fails only where nobody has read 2^64 - 2 ends: the descriptor is readable then. */
        ssize_t ignored = write(event->fd, &one, sizeof one);
        (void)ignored;
    }
}
