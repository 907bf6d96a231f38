/* Items that use closures in a channel which is not made for it. */
#ifndef TESTS_DEVICE_JOIN_ITEMS_H
#define TESTS_DEVICE_JOIN_ITEMS_H

#include <coop/shared/channel.h>

struct misuse {
    coop_u32 what;
};

enum misuse_wanted { TAKES, TAKES_TWICE, GIVES, RETURNS_TWICE, RETURNS_TO_A_STRANGER };

coop_channels(misuse);

#endif
