/* Keys to be sorted, and a way to sort them that has nothing in common with the device's. */
#ifndef APPS_SORT_KEYS_H
#define APPS_SORT_KEYS_H

#include <stdint.h>

/* Their kinds, in the order of the names in --keys. */
enum sort_kind { SORT_RANDOM, SORT_FEW, SORT_SORTED, SORT_REVERSED, SORT_EQUAL, SORT_KINDS };

extern const char *const sort_kind_names[SORT_KINDS];

/* The kind of that name; SORT_KINDS: there is none. */
enum sort_kind sort_kind_of(const char *name);

/* Makes `count` keys: random ones are the upper halves of SplitMix64's numbers from seed 1, few are the upper
 * four bits of them. */
void sort_keys_make(enum sort_kind kind, uint32_t *keys, uint32_t count);

/* Sorts them by their bytes, the lowest first (a radix sort); `other` has as many places. */
void sort_keys_by_bytes(uint32_t *keys, uint32_t *other, uint32_t count);

#endif
