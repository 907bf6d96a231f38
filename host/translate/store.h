/* The cache of translations: a directory with a file for each, NUMBER.module.
 *
 * Stands on: replace.h. Any number of processes use it at the same time, without a lock:
 *   T1  an entry appears under its name when it is complete (a rename), and is never written to afterwards;
 *   T2  what is read is taken only if its sum is right, its key is that of the request, and the files that
 *       the text includes have what they had;
 *   T3  a file that has gone meanwhile is no failure, nor is anything else: coopc is started then.
 * When an entry is used its time is set to now. Behind each new one the oldest are removed until all together
 * have no more than the bound. Other files of the directory are left alone. */
#ifndef COOP_HOST_TRANSLATE_STORE_H
#define COOP_HOST_TRANSLATE_STORE_H

#include "coop/translate.h"
#include "host/translate/bytes.h"

#include <limits.h>

/* An entry of the cache: a translation as the bytes of a file.
 *
 *   8 bytes    which form this is
 *   8          the sum of all that follows
 *   4 times 8  how many bytes the four parts have
 *              the request's key, what coopc has said, the module, and the files that the text includes
 *
 * The key is compared as a whole, so that two requests with one sum are two. Numbers are in the host's order,
 * which the first one tells. */

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

struct coop_store {
    char directory[PATH_MAX]; /* "": there is no cache */
    uint64_t bound;
};

/* Finds the directory, and makes it where it is not there. */
void coop_store_open(struct coop_store *store, const struct coop_translate_options *options);

/* Looks for the entry of a key. Its parts lie in `bytes`, which the caller clears. 0: there is none. */
int coop_store_find(const struct coop_store *store, const struct coop_bytes *key, struct coop_bytes *bytes,
                    struct coop_entry_span parts[COOP_ENTRY_PARTS]);

/* Keeps an entry, if it can, and keeps the bound. */
void coop_store_put(const struct coop_store *store, const struct coop_entry_span parts[COOP_ENTRY_PARTS]);

#endif
