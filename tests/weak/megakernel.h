/* A work-group of the megakernel as a fiber's body; its argument is the control block. */
#ifndef COOP_TESTS_WEAK_MEGAKERNEL_H
#define COOP_TESTS_WEAK_MEGAKERNEL_H

void weak_work_group(void *control);

#endif
