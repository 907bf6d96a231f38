/* OpenCL that lacks something: a driver answers as if one capability were missing, and fails where that
 * shows. Linked into a test program, or loaded in front of libOpenCL into any (LD_PRELOAD). */
#ifndef COOP_TESTS_FAULTS_UNPLUG_H
#define COOP_TESTS_FAULTS_UNPLUG_H

/* Read at each call: what is missing, one of
 *   atomics_64           both extensions for 64-bit atomics
 *   atomics_64_extended  the second of them
 *   device_scope         atomics reach a work-group alone
 *   acquire_release      atomics are relaxed
 *   svm_atomics, svm     what the device says of shared virtual memory
 *   opencl_c_3           the newest language is OpenCL C 2.0
 *   compiler             it builds no programs
 *   clock                kernels make no system calls, and so have no clock and cannot sleep (where they
 *                        could: elsewhere nothing is missing)
 *   compute_units        there are two
 *   threads              a PoCL whose kernels run through OpenMP
 *   local_memory         there are 256 bytes of it
 *   work_items           a work-group of a kernel has at most 4
 *   memory               64 KiB at once
 *   second_queue         every command queue of a context but the first fails
 *   overlap              copies wait for the end of the kernel that was enqueued before them, on whatever
 *                        queue
 * Nothing is missing when it is not set. */
#define UNPLUG_VARIABLE "COOP_UNPLUG"

#endif
