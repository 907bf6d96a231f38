/* Sizes of tasks_kernels.cl, for kernels and host. */
#ifndef TESTS_DEVICE_TASKS_ITEMS_H
#define TESTS_DEVICE_TASKS_ITEMS_H

#define BLOCK_NUMBERS 100
#define LOCAL_ITEMS_MAX 256

#endif
