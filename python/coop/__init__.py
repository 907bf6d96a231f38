"""coop: cooperative kernels for OpenCL, from Python (docs/python.md).

    import coop
    import numpy as np

    text = "kernel void scale(global float *v, float by) { v[get_global_id(0)] *= by; }"

    with coop.Context() as context, context.run(coop.Module(text)) as run:
        v = context.buffer(np.arange(1000, dtype=np.float32))
        run.launch.scale(1000, v=v, by=2.0).wait(timeout=10)
        print(v.read())

Functions that fail raise coop.Error, or a class of it, with the library's sentence. Every function may be called from any
thread; all that wait release the GIL, and in the main thread Ctrl-C interrupts them.
"""

from ._library import VERSION as __version__
from .buffer import Buffer, In, InOut, Out, Pointer
from .context import Context, devices
from .errors import (ArgumentError, BuildFailed, Busy, DeviceUnfit, Error, InvalidArgument, InvalidHandle, InvalidModule,
                     KernelFailed, NoDevice, OutOfMemory, SourceRefused, Stalled, Status, Stopped, TimedOut,
                     UnknownKernel)
from .launch import DEFAULT_TIMEOUT, Launch, Launcher, LaunchStats, Lease, wait_any
from .module import Module
from .run import Run
from .signature import Kernel, Parameter
from .trace import Row, Statistics, Trace, Verdict
from .workqueue import WorkQueue

__all__ = [
    "ArgumentError", "Buffer", "BuildFailed", "Busy", "Context", "DEFAULT_TIMEOUT", "DeviceUnfit", "Error", "In", "InOut",
    "InvalidArgument", "InvalidHandle", "InvalidModule", "Kernel", "KernelFailed", "Launch", "Launcher", "LaunchStats",
    "Lease", "Module", "NoDevice", "Out", "OutOfMemory", "Parameter", "Pointer", "Row", "Run", "SourceRefused", "Stalled",
    "Statistics", "Status", "Stopped", "TimedOut", "Trace", "UnknownKernel", "Verdict", "WorkQueue", "devices", "wait_any",
]
