#include "host/transport/mail.h"

#include "coop/shared/types.h"
#include <string.h>

coop_status coop_mail_read(struct coop_mail *mail, uint64_t offset, uint64_t bytes)
{
    int has_ended = 0;
    coop_status status = coop_copies_read(mail->copies, mail->queue, offset,
                                          mail->staging + COOP_MAIL_WRITES_BYTES, bytes, &has_ended);

    if (has_ended) {
        mail->staged = 0;
    }
    return status;
}

coop_status coop_mail_settle(struct coop_mail *mail)
{
    return coop_mail_read(mail, 0, sizeof(uint32_t));
}

coop_status coop_mail_flush(struct coop_mail *mail)
{
    return coop_copies_flush(mail->copies, mail->queue);
}

const unsigned char *coop_mail_read_bytes(const struct coop_mail *mail)
{
    return mail->staging + COOP_MAIL_WRITES_BYTES;
}

coop_status coop_mail_write(struct coop_mail *mail, uint64_t offset, const void *from, uint64_t bytes)
{
    unsigned char *at;
    coop_status status;

    if (mail->staged + bytes > COOP_MAIL_WRITES_BYTES && coop_mail_settle(mail) != COOP_OK) {
        return COOP_OPENCL_FAILED;
    }
    at = mail->staging + mail->staged;
    memcpy(at, from, bytes);
    status = coop_copies_write(mail->copies, mail->queue, offset, at, bytes, NULL);
    if (status == COOP_OK) {
        mail->staged += (bytes + COOP_LINE_BYTES - 1) / COOP_LINE_BYTES * COOP_LINE_BYTES;
    }
    return status;
}

static uint64_t word_from(const unsigned char *bytes, uint32_t count)
{
    uint32_t word;
    uint64_t word64;

    if (count == sizeof word64) {
        memcpy(&word64, bytes, sizeof word64);
        return word64;
    }
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* The bytes from the first to the last of several words. */
struct stretch {
    uint64_t begin;
    uint64_t end;
};

static void cover(struct stretch *stretch, uint64_t offset, uint64_t bytes)
{
    stretch->begin = offset < stretch->begin ? offset : stretch->begin;
    stretch->end = offset + bytes > stretch->end ? offset + bytes : stretch->end;
}

uint32_t coop_mail_collect(struct coop_mail *mail, struct coop_transport_word *words, uint32_t count,
                           coop_status *status)
{
    uint64_t begin = words[0].offset;
    uint64_t end = begin + words[0].bytes;
    uint32_t taken = 1;

    while (taken < count) {
        uint64_t low = words[taken].offset < begin ? words[taken].offset : begin;
        uint64_t high = words[taken].offset + words[taken].bytes;
        high = high > end ? high : end;
        if (high - low > COOP_MAIL_READS_BYTES) {
            break;
        }
        begin = low;
        end = high;
        taken++;
    }
    *status = coop_mail_read(mail, begin, end - begin);
    for (uint32_t i = 0; i < taken && *status == COOP_OK; i++) {
        words[i].value = word_from(coop_mail_read_bytes(mail) + (words[i].offset - begin), words[i].bytes);
    }
    return taken;
}

_Static_assert(COOP_TRANSPORT_LOOK_BYTES <= COOP_MAIL_READS_BYTES, "a look is one read");

coop_status coop_mail_look(struct coop_mail *mail, struct coop_transport_look *look)
{
    const unsigned char *bytes = coop_mail_read_bytes(mail);
    struct stretch stretch = {UINT64_MAX, 0};
    coop_status status;

    for (uint32_t i = 0; i < look->word_count; i++) {
        cover(&stretch, look->words[i].offset, look->words[i].bytes);
    }
    for (uint32_t i = 0; i < look->piece_count; i++) {
        cover(&stretch, look->pieces[i].offset, look->pieces[i].bytes);
    }
    status = coop_mail_read(mail, stretch.begin, stretch.end - stretch.begin);
    look->has_pieces = status == COOP_OK;
    for (uint32_t i = 0; i < look->word_count && status == COOP_OK; i++) {
        look->words[i].value =
            word_from(bytes + (look->words[i].offset - stretch.begin), look->words[i].bytes);
    }
    for (uint32_t i = 0; i < look->piece_count && status == COOP_OK; i++) {
        memcpy(look->pieces[i].to, bytes + (look->pieces[i].offset - stretch.begin), look->pieces[i].bytes);
    }
    return status;
}
