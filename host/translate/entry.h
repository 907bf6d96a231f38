/* An entry of the cache: a translation as the bytes of a file.
 *
 *   8 bytes    which form this is
 *   8          the sum of all that follows
 *   4 times 8  how many bytes the four parts have
 *              the request's key, what coopc has said, the module, and the files that the text includes
 *
 * The key is compared as a whole, so that two requests with one sum are two. Numbers are in the host's order,
 * which the first one tells. */
#ifndef COOP_HOST_TRANSLATE_ENTRY_H
#define COOP_HOST_TRANSLATE_ENTRY_H

#include "host/translate/bytes.h"

enum coop_entry_part {
    COOP_ENTRY_KEY,
    COOP_ENTRY_DIAGNOSTICS,
    COOP_ENTRY_MODULE,
    COOP_ENTRY_FILES,
    COOP_ENTRY_PARTS
};

struct coop_entry_span {
    const char *data;
    size_t count;
};

/* Adds the entry's bytes. */
void coop_entry_write(struct coop_bytes *bytes, const struct coop_entry_span parts[COOP_ENTRY_PARTS]);

/* Finds the parts. 0 when the bytes are not an entry, or are damaged. */
int coop_entry_read(const struct coop_bytes *bytes, struct coop_entry_span parts[COOP_ENTRY_PARTS]);

#endif
