/* coop: cooperative kernels for OpenCL. This header includes all the others.
 *
 * A program creates a context (a device and its memory), a module (kernels that coopc translated), a run (the
 * megakernel, live on the device), and launches kernels into it.
 *
 * Handles. Every object is named by an opaque handle. A handle that was destroyed, or never created, is
 * refused with COOP_INVALID_HANDLE, never followed. NULL is accepted by every destroy.
 * Threads. Every function may be called from any thread at any time, also on the same objects; a destroy that
 * meets a call in progress on the same object takes effect when that call returns.
 * Environment. Creating the first context of a process may set environment variables that PoCL reads
 * (context.h); do that before other threads call getenv.
 * Errors. Functions return a status; the context's error record (context.h) holds the sentence. The library
 * never prints. */
#ifndef COOP_COOP_H
#define COOP_COOP_H

#include "coop/buffer.h"
#include "coop/context.h"
#include "coop/device.h"
#include "coop/error.h"
#include "coop/launch.h"
#include "coop/module.h"
#include "coop/run.h"
#include "coop/status.h"
#include "coop/trace.h"
#include "coop/version.h"
#include "coop/workqueue.h"

#endif
