/* What the reference and the driver of a module share: memory, index spaces, kernels.
 *
 * Every kernel is `test(global int *data, global int *out, int n)`; test1 to test7, where a file has them,
 * run after it on the same memory. A kernel may have two parameters more, which point to local memory of
 * LOCAL_BYTES_A and LOCAL_BYTES_B. */
#ifndef SHIM_WORLD_H
#define SHIM_WORLD_H

#include <stdint.h>

enum { KERNELS_MAX = 8, WORDS = 512, LOCAL_BYTES_A = 1000, LOCAL_BYTES_B = 2000 };

void test(int *data, int *out, int n);
__attribute__((weak)) void test1(int *data, int *out, int n);
__attribute__((weak)) void test2(int *data, int *out, int n);
__attribute__((weak)) void test3(int *data, int *out, int n);
__attribute__((weak)) void test4(int *data, int *out, int n);
__attribute__((weak)) void test5(int *data, int *out, int n);
__attribute__((weak)) void test6(int *data, int *out, int n);
__attribute__((weak)) void test7(int *data, int *out, int n);
/* Kernels with fewer parameters leave the last ones alone. */
typedef void kernel_function(int *data, int *out, int n, void *local_a, void *local_b);
extern void (*const kernels[KERNELS_MAX])(int *, int *, int);

struct memory {
    uint64_t guard[8]; /* offset 0 is the null pointer */
    int data[WORDS];
    int out[WORDS];
};

extern const int problem_size;
extern unsigned dimensions;
extern unsigned long local_items[3];
extern unsigned long grid[3];

void memory_fill(struct memory *memory);

/* Sets the index space of a kind of kernel; `items` is the number of work-items of those that leave it
 * open. */
void take_shape(const char *kind, unsigned items);

/* Runs all work-items of so many work-groups, one fiber each, and one work-group after the other up to a
 * global barrier. */
void run_fibers(unsigned groups, void (*body)(void *data, unsigned long group, unsigned item), void *data);

/* A barrier of the fiber's work-group. */
void shim_barrier(void);

/* Runs the untranslated kernel, one fiber per work-item, with as many work-groups from beginning to end. */
void run_plain(struct memory *memory, unsigned kernel);

#endif
