/* The part of struct coop_group that docs/module.md promises, for the device side (as OpenCL C) and the
 * driver (as C). Work-items of a group run one after the other, so the group also says which one runs. */
#ifndef SHIM_GROUP_H
#define SHIM_GROUP_H

#ifdef __OPENCL_C_VERSION__
#define SHIM_GLOBAL global
#define SHIM_LOCAL local
#else
#define SHIM_GLOBAL
#define SHIM_LOCAL
#endif

struct coop_group {
    unsigned int kernel_index;
    unsigned int state;
    unsigned int begins;
    unsigned int item;
    SHIM_GLOBAL unsigned char *arena;
    SHIM_GLOBAL const unsigned char *args;
    SHIM_LOCAL unsigned char *transmit_in;
    SHIM_LOCAL unsigned char *transmit_out;
    unsigned long group[3];
    unsigned long groups[3];
    unsigned long local_items[3];
    unsigned int dimensions;
};

#endif
