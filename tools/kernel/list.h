/* What the host knows of list.clh. */
#ifndef TOOLS_KERNEL_LIST_H
#define TOOLS_KERNEL_LIST_H

/* Of struct count, whose first word is the count. */
#define LIST_COUNT_BYTES 128
#define LIST_COUNT_WORDS (LIST_COUNT_BYTES / 4)

#endif
