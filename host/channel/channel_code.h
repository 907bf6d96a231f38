/* What a kernel's text does with its channels, as coopc writes it, beside what the options say. */
#ifndef COOP_HOST_CHANNEL_CODE_H
#define COOP_HOST_CHANNEL_CODE_H

#include "coop/channel.h"

#include <stddef.h>

/* Fills in what the code tells of the channels: names and sizes of items. */
void coop_flow_code_fill(const struct coop_flow_code *code, struct coop_channel_options *channels,
                         uint32_t channel_count);

/* Checks options, of which each edge has channels and each channel is filled in, against their code. 0, with
 * `wrong` written, when they are not of the same graph. */
int coop_flow_code_check(const struct coop_flow_options *options, char *wrong, size_t bytes);

#endif
