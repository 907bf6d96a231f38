/* What prepare.py has written about a module. */
#ifndef COOP_TESTS_TRANSLATE_DEVICE_PREPARED_H
#define COOP_TESTS_TRANSLATE_DEVICE_PREPARED_H

#include <stddef.h>
#include <stdint.h>

enum { CASES_MAX = 64, CASE_KERNELS_MAX = 3, SIZES_MAX = 8, POINTS_MAX = 512, MEMORY_WORDS = 1024 };

/* A primitive at which work-groups may end or begin. */
struct point {
    uint32_t kernel;    /* index in the module */
    uint32_t operation; /* enum coop_op */
    uint32_t state;     /* where joining work-groups begin, and survivors go on */
    uint32_t line;      /* in the case's file */
    uint64_t arrivals, ends, beginnings;
};

struct case_kernel {
    uint32_t index;
    char kind[16];
};

struct test_case {
    char name[64];
    uint32_t sizes[SIZES_MAX];
    uint32_t size_count;
    struct case_kernel kernels[CASE_KERNELS_MAX];
    uint32_t kernel_count;
};

struct prepared {
    struct test_case cases[CASES_MAX];
    uint32_t case_count;
    struct point points[POINTS_MAX];
    uint32_t point_count;
    uint32_t kernel_end; /* indices of kernels and states are below these */
    uint32_t state_end;
};

/* 0 when the file cannot be read or understood; says so. */
int prepared_read(struct prepared *prepared, const char *path);

/* A whole file, with a byte 0 behind it; NULL when it cannot be read. The caller frees it. */
char *read_whole(const char *path, size_t *length);

int case_has_size(const struct test_case *test_case, uint32_t size);

#endif
