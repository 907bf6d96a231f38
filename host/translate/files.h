/* The files that a text includes: what coopc has read of them is compared with what they have now. */
#ifndef COOP_HOST_TRANSLATE_FILES_H
#define COOP_HOST_TRANSLATE_FILES_H

#include "host/translate/bytes.h"
#include <time.h>

/* Adds a record of each file that the rule of make names. 0 when one cannot be read, or has been changed
 * since `begun` (CLOCK_REALTIME_COARSE, the clock of file systems), so that coopc may have read something
 * else. */
int coop_files_record(const char *rule, const struct timespec *begun, struct coop_bytes *records);

/* Whether all files of the records have what they had. */
int coop_files_are_same(const char *records, size_t count);

#endif
