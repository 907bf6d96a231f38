"""Runs: the megakernel, live on the device."""

import ctypes
import threading
import types

from . import _library, _structs
from ._owner import Owner, in_slices, interruptible
from .errors import Busy, TimedOut, UnknownKernel, Status, wrong_argument
from .launch import Launcher, Lease

_TIMES = {"timeout": "timeout_ns", "stall_after": "stall_after_ns", "stop_timeout": "stop_timeout_ns",
          "keep": "keep_ns"}
_NUMBERS = ("worker_groups", "local_items", "trace_events", "groups_per_unit", "policy")
_FLAGS = ("trace_barriers", "trace_flow")


def _options(given):
    doing = "starting a run"
    options = _structs.RunOptions()
    for name, value in given.items():
        if name in _TIMES:
            setattr(options, _TIMES[name], _library.nanoseconds(value, doing))
        elif name in _NUMBERS:
            if not isinstance(value, int) or not 0 <= value < 2 ** 31:
                raise wrong_argument(doing, f"{name} is a number from 0 on, not {value!r}")
            setattr(options, name, value)
        elif name in _FLAGS:
            setattr(options, name, bool(value))
        elif name == "check":
            options.check = _library.encoded(value)
        else:
            known = ", ".join(sorted([*_TIMES, *_NUMBERS, *_FLAGS, "check"]))
            raise wrong_argument(doing, f"a run has no option `{name}`; it has {known}")
    return options


class Launches:
    """`run.launch`: a member for each kernel of the module."""

    def __init__(self, run):
        self._run = run

    def __getattr__(self, name):
        kernels = self._run.module.kernels
        if name.startswith("__") or name not in kernels:
            raise UnknownKernel(Status.UNKNOWN_KERNEL, "launching a kernel",
                                f"the module has no kernel `{name}`; it has {', '.join(kernels)}")
        return Launcher(self._run, kernels[name])

    __getitem__ = __getattr__

    def __dir__(self):
        return list(self._run.module.kernels)


class Run(Owner):
    """A live megakernel, made by Context.run.

    `run.launch.NAME(…)` posts the kernel NAME; see Launcher. Leaving a `with` stops the run: launches that have not ended
    end with Stopped, so wait for them before.

    Options, all of which may be left out: worker_groups, local_items, groups_per_unit; trace_events, trace_barriers,
    trace_flow; timeout, stall_after, stop_timeout, keep in seconds; check="addresses" or "divergence"; policy. As coop_run_options.
    """

    _what = "run"

    def __init__(self, context, module, built, **options):
        self.context = context
        self.module = module
        asked = _options(options)
        lib = _library.library()
        self._own(interruptible(lambda: _library.make("coop_run_start", built.handle, ctypes.byref(asked)),
                                lib.coop_run_destroy), "coop_run_destroy")
        self._held = []  # launches that may not have ended, with the memory that they use
        self._lock = threading.Lock()
        self._stop_ns = asked.stop_timeout_ns or int(30e9)

    @property
    def launch(self):
        return Launches(self)

    def lease(self, queue=None, **options):
        """Asks for work-groups to leave for commands on a pyopencl.CommandQueue, for kernels of any program (docs/lease.md):

            with run.lease(groups=8, priority=1, queue=queue) as lease:
                program.blur(queue, size, None, image, blurred)
            stats = lease.wait(10)

        At the end of the block, also when it raises, they come back behind the commands that the queue holds. Without `with`:
        lease.end(). Options as of a launch: groups, priority, least_groups, weight, series, resizing, automatic; period,
        deadline, keep, and timeout for a place in the tables, in seconds; after=[launches]."""
        return Lease(self, queue, options)

    def _hold(self, launch):
        """Keeps a launch and its buffers until it has ended, also when nobody else does."""
        with self._lock:
            self._held = [held for held in self._held if not held._is_over()] + [launch]

    def report(self):
        """worker_groups, local_items, is_live, has_clock, …"""
        report = _structs.RunReport()
        _library.call("coop_run_report", self.handle, ctypes.byref(report))
        return types.SimpleNamespace(**_structs.as_dict(report))

    def describe(self):
        """The state of slots and launches, for people."""
        size = 4096
        while True:
            text = ctypes.create_string_buffer(size)
            _library.call("coop_run_describe", self.handle, text, size)
            if len(text.value) + 1 < size:
                return text.value.decode(errors="replace")
            size *= 2

    def event_fd(self):
        """A descriptor for event loops, readable after ends of launches; the caller's to close."""
        descriptor = ctypes.c_int(-1)
        _library.call("coop_run_event_fd", self.handle, ctypes.byref(descriptor))
        return descriptor.value

    def trace(self):
        """What has happened, of a run with trace_events; live or stopped."""
        from .trace import Trace

        return Trace(self)

    def stop(self, timeout=None):
        """Tells every work-group to leave, and waits until they have: at most `timeout` seconds, or those of the option
        stop_timeout. TimedOut when they have not; it may be called again."""
        limit = self._stop_ns if timeout is None else max(1, _library.nanoseconds(timeout, "stopping a run"))

        def wait(slice_ns, is_last):
            try:
                _library.call("coop_run_stop", self.handle, max(1, slice_ns))
            except TimedOut:
                if is_last:
                    raise
                return False
            return True

        in_slices(wait, limit)
        with self._lock:
            self._held.clear()

    def __exit__(self, *_):
        try:
            if not self.is_closed:
                self.stop()
        finally:
            self.close()

    def _post(self, post, timeout_ns):
        """Calls `post(ns)` until there is room in the table of launches, or the time has passed."""
        made = []

        def wait(slice_ns, is_last):
            try:
                made.append(post(slice_ns))
            except Busy:
                if is_last:
                    raise
                return False
            return True

        in_slices(wait, timeout_ns)
        return made[0]
