/* The outcomes of the library's functions. */
#ifndef COOP_STATUS_H
#define COOP_STATUS_H

#include "coop/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, text) */
#define COOP_STATUS_LIST(X)                                                      \
    X(OK, "success")                                                             \
    X(INVALID_ARGUMENT, "an argument is outside its range")                      \
    X(INVALID_HANDLE, "the handle names no live object")                         \
    X(NO_DEVICE, "no OpenCL device matches")                                     \
    X(DEVICE_UNFIT, "the device cannot host cooperative kernels")                \
    X(OUT_OF_MEMORY, "memory is exhausted")                                      \
    X(INVALID_MODULE, "the module is not one that coopc wrote")                  \
    X(BUILD_FAILED, "the device compiler refused the program")                   \
    X(UNKNOWN_KERNEL, "the module has no such kernel")                           \
    X(SIGNATURE_MISMATCH, "the kernel's parameters are not those of the module") \
    X(BUSY, "the resource is in use")                                            \
    X(STOPPED, "the run has stopped")                                            \
    X(TIMED_OUT, "the deadline passed")                                          \
    X(KERNEL_FAILED, "a kernel failed on the device")                            \
    X(OPENCL_FAILED, "an OpenCL call failed")                                    \
    X(IO_FAILED, "a file could not be read or written")                          \
    X(STALLED, "the run makes no progress")                                      \
    X(PEERS_DIFFER, "the ranks of a net do not agree")                           \
    X(NETWORK_FAILED, "the network cannot be used any more")                     \
    X(DEVICE_LOST, "a device of a team does not answer any more")                \
    X(PEER_LOST, "a rank of a net does not answer")                              \
    X(SOURCE_REFUSED, "coopc refused the source")

#define COOP_STATUS_ENUM(name, text) COOP_##name,
typedef enum coop_status { COOP_STATUS_LIST(COOP_STATUS_ENUM) COOP_STATUS_COUNT } coop_status;
#undef COOP_STATUS_ENUM

/* "COOP_TIMED_OUT"; "COOP_?" for a number that is no status. Static storage. */
COOP_API const char *coop_status_name(coop_status status);

/* "the deadline passed". Static storage. */
COOP_API const char *coop_status_text(coop_status status);

#ifdef __cplusplus
}
#endif
#endif
