/* OpenCL in front of OpenCL: every function that the library calls is defined in the test program, counts its
 * calls, fails when it is told to, and otherwise passes on to the loader. Objects are counted: what is
 * created, and what is released.
 *
 * A call that fails has done nothing, except a release: it releases, and says that it failed. */
#ifndef COOP_TESTS_FAULTS_OPENCL_SHIM_H
#define COOP_TESTS_FAULTS_OPENCL_SHIM_H

#include "real_opencl.h"
#include <stdint.h>

enum shim_code {
    SHIM_OUT_OF_RESOURCES, /* what every function may return */
    SHIM_TYPICAL           /* a code that says something about the function */
};

struct shim_plan {
    uint64_t at;          /* the call that fails, counted from 1 over all functions; 0: none */
    const char *function; /* counts the calls of this one alone; NULL: of all */
    int goes_on;          /* all calls from there on fail */
    int is_lost;          /* nothing runs on the device then: a clFinish that fails has waited */
    int of_others;        /* instead the questions about other devices and platforms are counted, and fail */
    enum shim_code code;
};

/* The device under test, by its place in the list of its platform, and that one's in the list of platforms:
 * what is asked about other devices and platforms passes, and does not count. To be called before anything of
 * OpenCL; without it, the first of the first. */
void shim_watch(unsigned platform_index, unsigned device_index);

/* Forgets the counts; what follows goes by the plan. NULL: no call fails. */
void shim_begin(const struct shim_plan *plan);

struct shim_report {
    uint64_t calls;       /* counted as in the plan */
    const char *function; /* the first call that failed; NULL: none did */
    int code;             /* what it returned; 0 for clSVMAlloc, which has no code */
};
struct shim_report shim_report(void);

/* Objects that were created and not released, of all kinds, since the process began. */
unsigned shim_objects(void);

/* Releases of what was not held. */
unsigned shim_wrong_releases(void);

enum shim_command { SHIM_KERNELS, SHIM_COPIES };

/* The state that clGetEventInfo shows of such commands when they have ended, instead of CL_COMPLETE; 0: as it
 * is. */
void shim_end_with(enum shim_command command, cl_int state);

#endif
