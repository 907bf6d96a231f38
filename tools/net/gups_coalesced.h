/* Sizes of gups in the coalesced style, for the host and the kernel. */
#ifndef TOOLS_NET_GUPS_COALESCED_H
#define TOOLS_NET_GUPS_COALESCED_H

#define GUPS_CHUNK 1024u         /* updates that a work-group draws at a time */
#define GUPS_COALESCED_RANKS 64u /* the most that a work-group sorts for */

#endif
