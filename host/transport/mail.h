/* Small copies in order, through staging memory: how words and short pieces reach the device and come back.
 *
 * Stands on: copies.h. Callers hold the transport's lock (copy.c).
 *   G1  the queue is in order: a copy begins after the one before it has ended. So data written before a
 *       word has arrived when the word has, and data read after a word is at least as new as the word:
 *       release and acquire by order.
 *   G3  a write lies in pinned staging memory until its copy has ended. A read that has ended proves it for
 *       all writes before it (G1); only then is their staging memory used again. */
#ifndef COOP_HOST_MAIL_H
#define COOP_HOST_MAIL_H

#include "host/transport/copies.h"

/* Staging memory: writes from its beginning on, reads behind them. */
#define COOP_MAIL_WRITES_BYTES ((uint64_t)256 << 10)
#define COOP_MAIL_READS_BYTES ((uint64_t)128 << 10)

struct coop_mail {
    struct coop_copies *copies;
    cl_command_queue queue;
    cl_mem pinned;
    unsigned char *staging;
    uint64_t staged; /* bytes of staging memory that writes may still need */
};

/* Reads at most COOP_MAIL_READS_BYTES to coop_mail_read_bytes(). The end of the read, even with an error,
 * shows that all earlier writes have ended (G3). */
coop_status coop_mail_read(struct coop_mail *mail, uint64_t offset, uint64_t bytes);
const unsigned char *coop_mail_read_bytes(const struct coop_mail *mail);

/* Waits until all writes have ended. */
coop_status coop_mail_settle(struct coop_mail *mail);

/* Enqueues a write, which begins when the queue is next flushed. */
coop_status coop_mail_write(struct coop_mail *mail, uint64_t offset, const void *from, uint64_t bytes);
coop_status coop_mail_flush(struct coop_mail *mail);

/* Reads as many words, from the first on, as lie within one read; returns how many. */
uint32_t coop_mail_collect(struct coop_mail *mail, struct coop_transport_word *words, uint32_t count,
                           coop_status *status);

/* As the transport's method. */
coop_status coop_mail_look(struct coop_mail *mail, struct coop_transport_look *look);

#endif
