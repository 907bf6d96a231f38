/* A driver in which, as in NVIDIA's, a call that releases an OpenCL object waits for every kernel of the
 * process: the device has that trait, and the shim counts such calls instead of letting them hang. */
#ifndef COOP_TESTS_FAULTS_RELEASE_SHIM_H
#define COOP_TESTS_FAULTS_RELEASE_SHIM_H

/* Calls that would not have returned: a kernel was running on some device. */
unsigned release_shim_hangs(void);

/* OpenCL contexts that were made and not yet released. */
unsigned release_shim_contexts(void);

/* While it holds, kernels that are enqueued do not begin; they do when it no longer holds. */
void release_shim_hold(int holds);

#endif
