"""Contexts: a device, and memory on it."""

import ctypes
import threading
import types
import weakref

import numpy as np

from . import _library, _structs
from ._library import opencl_handle
from ._owner import Owner, interruptible
from .buffer import Buffer, _elements, array_of, converted
from .errors import last_error, wrong_argument
from .module import Module
from .run import Run


def _report(struct):
    return types.SimpleNamespace(**_structs.as_dict(struct))


def devices(worker_groups=0):
    """All devices with what each offers, as coop-info shows them."""
    count = ctypes.c_uint32()
    capacity = 64
    reports = (_structs.DeviceReport * capacity)()
    _library.call("coop_device_list", worker_groups, reports, capacity, ctypes.byref(count))
    return [_report(report) for report in reports[:min(count.value, capacity)]]


class Context(Owner):
    """A device and its memory.

    device          a number of coop-info's list, "1:0", or a part of the platform's or the device's name; None: COOP_DEVICE
                    in the environment, else the first that can serve
    worker_groups   the most that a run will ask for
    memory_bytes    for all buffers, taken at once; 0 means 256 MiB
    transport       "svm" or "copy"; None: what suits the device
    opencl_context  a pyopencl.Context (or the cl_context as an integer) to live in
    opencl_device   one of its devices, where it has several
    opencl_queue    a pyopencl.CommandQueue behind which runs begin
    """

    _what = "context"

    def __init__(self, device=None, *, worker_groups=0, memory_bytes=0, transport=None, opencl_context=None,
                 opencl_device=None, opencl_queue=None):
        doing = "opening a context"
        self._opencl = (opencl_context, opencl_device, opencl_queue)  # alive as long as this is
        options = _structs.ContextOptions(
            device=_library.encoded(None if device is None else str(device)), worker_groups=worker_groups,
            memory_bytes=memory_bytes, transport=_library.encoded(transport),
            opencl_context=opencl_handle(opencl_context, doing),
            opencl_device=opencl_handle(opencl_device, doing), opencl_queue=opencl_handle(opencl_queue, doing))
        self._own(interruptible(lambda: _create(options), _library.library().coop_context_destroy),
                  "coop_context_destroy")
        self._built = weakref.WeakKeyDictionary()  # modules, and what was built of them
        self._lock = threading.Lock()

    @property
    def device(self):
        """What the device offers."""
        report = _structs.DeviceReport()
        _library.call("coop_context_device", self.handle, ctypes.byref(report))
        return _report(report)

    def empty(self, shape, dtype=np.uint8):
        """A buffer whose contents are undefined."""
        shape, dtype = _elements(shape), np.dtype(dtype)
        nbytes = int(np.prod(shape, dtype=object)) * dtype.itemsize
        if dtype.hasobject:
            raise wrong_argument("making a buffer", f"{dtype} holds objects of Python, which a device cannot use")
        if nbytes >= 2 ** 63:
            raise wrong_argument("making a buffer", f"{nbytes} bytes are more than any device has")
        return Buffer(self, _library.make("coop_buffer_create", self.handle, max(1, nbytes)), shape, dtype)

    def zeros(self, shape, dtype=np.uint8):
        """A buffer of zeros."""
        buffer = self.empty(shape, dtype)
        buffer.fill(0)
        return buffer

    def buffer(self, values, dtype=None):
        """A buffer with a copy of an array, or of what becomes one: of `dtype`, if that holds all of it."""
        doing = "making a buffer"
        array = np.asarray(values) if dtype is None else converted(values, np.dtype(dtype), doing)
        array = array_of(array, doing).reshape(array.shape)
        buffer = self.empty(array.shape, array.dtype)
        buffer.write(array)
        return buffer

    def import_buffer(self, memory, dtype=np.uint8):
        """A buffer of a pyopencl.Buffer: the same memory. The context must live in its cl_context."""
        handle = _library.make("coop_buffer_import", self.handle, opencl_handle(memory, "importing memory"))
        nbytes = _library.library().coop_buffer_bytes(handle)
        buffer = Buffer(self, handle, (nbytes // np.dtype(dtype).itemsize,), dtype)
        buffer.imported = memory
        return buffer

    def check_enqueue(self):
        """Raises Busy when an ordinary kernel that is enqueued now may wait: until the live run ends, or a lease makes room."""
        _library.call("coop_context_check_enqueue", self.handle)

    def build(self, module, *, build_options=None, registers=0, dump_dir=None):
        """Builds a module for this device, which takes up to seconds; `run` does so by itself when it was not done."""
        built = _Built(self, module, _structs.ModuleOptions(
            build_options=_library.encoded(build_options), dump_dir=_library.encoded(dump_dir), registers=registers))
        with self._lock:
            self._built[module] = built
        return built

    def run(self, module, **options):
        """Starts a megakernel: Run(context, module, …)."""
        if isinstance(module, (str, bytes)):
            module = Module(module)
        if not isinstance(module, Module):
            raise wrong_argument("starting a run", f"a run is of a coop.Module, not {type(module).__name__}")
        with self._lock:
            built = self._built.get(module)
        return Run(self, module, built or self.build(module), **options)


def _create(options):
    out = ctypes.c_void_p()
    lib = _library.library()
    status = lib.coop_context_create(ctypes.byref(options), ctypes.byref(out))
    if status != 0:
        failure = last_error(lib)
        lib.coop_context_destroy(out)
        raise failure
    return out.value


class _Built(Owner):
    """A module, built for a context's device."""

    _what = "module"

    def __init__(self, context, module, options):
        lib = _library.library()
        self._own(interruptible(
            lambda: _library.make("coop_module_create", context.handle, module.text, len(module.text),
                                  ctypes.byref(options)), lib.coop_module_destroy), "coop_module_destroy")
