/* The directory in which a driver keeps what it has compiled. A driver loads and runs the object files that
 * it finds there, so nobody else may be able to write to it. */
#ifndef COOP_HOST_CACHE_H
#define COOP_HOST_CACHE_H

#include "host/device/traits.h"
#include <stddef.h>

/* Where a driver without a home directory would share its cache with everybody, names a directory of this
 * user's alone in the driver's variable, and makes it. For the time before the driver's first query. */
void coop_cache_make_private(const struct coop_device_traits *traits);

/* Writes why the driver would run what others may have written, with the remedy; false when it would not. */
int coop_cache_is_exposed(const struct coop_device_traits *traits, char *why, size_t capacity);

/* Writes why the driver cannot keep what it compiles in its cache, with the remedy; false when it can, or the
 * cache is not known. Makes the directory if it is not there, and tries it with a file, which it removes. */
int coop_cache_is_unusable(const struct coop_device_traits *traits, char *why, size_t capacity);

#endif
