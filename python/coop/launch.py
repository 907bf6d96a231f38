"""Launches: kernels posted to a live run."""

import asyncio
import collections
import concurrent.futures
import ctypes
import itertools
import threading

import numpy as np

from . import _library, _structs
from ._library import opencl_handle
from ._owner import Owner, in_slices
from .buffer import Buffer, In, Pointer
from .errors import Error, TimedOut, error, last_error, wrong_argument
from .signature import Packer, check_items, is_const, pack_value

DEFAULT_TIMEOUT = 60.0  # seconds of a wait that names none: every wait has a deadline

LaunchStats = collections.namedtuple("LaunchStats", [name for name, *_ in _structs.LaunchStats._fields_])
LaunchStats.__doc__ = "What a launch took, in ns of the device's clock: struct coop_launch_stats, whose comments hold."


def _stats(struct):
    return LaunchStats(*(getattr(struct, name) for name in LaunchStats._fields))


_TIMES = {"timeout": "timeout_ns", "period": "period_ns", "deadline": "deadline_ns", "keep": "keep_ns"}
_NUMBERS = ("groups", "priority", "least_groups", "weight", "series", "resizing")
_OPTIONS = sorted([*_TIMES, *_NUMBERS, "automatic", "repeats", "elastic", "after", "local", "offset"])
_OF_KERNELS = ("repeats", "elastic", "local", "offset")  # what a lease has not


def _three(value, what, doing):
    values = tuple(value) if np.iterable(value) else (value,)
    if not 1 <= len(values) <= 3 or not all(isinstance(v, (int, np.integer)) and 0 <= v < 2 ** 63 for v in values):
        raise wrong_argument(doing, f"{what} is a number or up to three of them, not {value!r}")
    return [int(v) for v in values]


def _check_options(given, known, what, doing):
    for name in given:
        if name not in known:
            raise wrong_argument(doing, f"{what} has no option `{name}`; it has {', '.join(known)}")


def _struct(given, doing):
    """The options as the library has them; `local` and `offset` are no part of it."""
    options = _structs.LaunchOptions()
    for name, value in given.items():
        if name in _TIMES:
            setattr(options, _TIMES[name], _library.nanoseconds(value, doing))
        elif name in _NUMBERS:
            if not isinstance(value, (int, np.integer)) or not 0 <= value < 2 ** 31:
                raise wrong_argument(doing, f"{name} is a number from 0 on, not {value!r}")
            setattr(options, name, int(value))
        elif name in ("automatic", "repeats", "elastic"):
            setattr(options, name, bool(value))
        elif name == "after":
            launches = [value] if isinstance(value, Launch) else list(value)
            if len(launches) > _structs.AFTER_MAX:
                raise wrong_argument(doing, f"a launch comes after {_structs.AFTER_MAX} others at most, not {len(launches)}")
            for i, launch in enumerate(launches):
                options.after[i] = launch.handle
    return options


class Launcher:
    """`run.launch.NAME`: posts a kernel, with its arguments by name.

    A cooperative kernel:  run.launch.search(rows=rows, distances=distances)
    A regular kernel:      run.launch.scale(1000, v=v, by=2.0)   with its work-items: a number, or up to three

    Arguments are checked by name and type. A pointer takes a Buffer whose elements are those of the pointer, buffer.at(i),
    None, a WorkQueue, or In, Out and InOut of an array for this launch alone; to constants also an array. A vector takes its
    numbers, a struct its bytes, a parameter in local memory its number of bytes.
    """

    def __init__(self, run, kernel, options=None):
        self._run = run
        self.kernel = kernel
        self._options = options or {}
        self._doing = f"launching {kernel.name}"

    def __repr__(self):
        return f"<coop launcher of {self.kernel!r}>"

    def options(self, **options):
        """The same with options of the launch, as coop_launch_options: groups, priority, least_groups, weight, series, resizing,
        automatic, repeats, elastic; period, deadline, keep, and timeout for a free entry of the table, in seconds; after=[launches]. Of a
        regular kernel also local and offset: a number, or up to three."""
        _check_options(options, _OPTIONS, "a launch", self._doing)
        return Launcher(self._run, self.kernel, {**self._options, **options})

    def _space(self, items):
        given = [name for name in ("local", "offset") if name in self._options]
        if self.kernel.is_cooperative:
            if items or given:
                raise wrong_argument(self._doing, f"{self.kernel.name} is cooperative: it has no index space; name the "
                                                  f"arguments: {self.kernel!r}")
            return None
        if len(items) != 1:
            raise wrong_argument(self._doing, f"{self.kernel.name} is a regular kernel: give its work-items first, a number or "
                                              "a tuple, and the arguments by name")
        sizes = _three(items[0], "the work-items", self._doing)
        space = _structs.NdRange(dimensions=len(sizes))
        space.global_items[:len(sizes)] = sizes
        for name, member in (("local", space.local_items), ("offset", space.global_offset)):
            if name in self._options:
                values = _three(self._options[name], name, self._doing)
                member[:len(values)] = values
        return space

    def __call__(self, /, *items, **arguments):
        packer = Packer(self.kernel)
        space = self._space(items)
        keeps = []
        outs = {}
        for parameter, value in packer.names(arguments):
            packer.put(parameter, self._pack(parameter, value, packer.sayer(parameter), keeps, outs))
        packed = packer.bytes()
        options = _struct(self._options, self._doing)
        identity = _structs.KernelId(self.kernel.name.encode(), self.kernel.args_hash)
        timeout_ns, function = options.timeout_ns, "coop_launch_regular"
        between = [ctypes.byref(space)] if space is not None else []
        if space is None:
            function = "coop_launch_cooperative"

        def post(slice_ns):
            options.timeout_ns = slice_ns
            return _library.make(function, self._run.handle, ctypes.byref(identity), packed, len(packed), *between,
                                 ctypes.byref(options))

        launch = Launch(self._run, self.kernel, self._run._post(post, timeout_ns), keeps, outs)
        self._run._hold(launch)
        return launch

    def _pack(self, parameter, value, say, keeps, outs):
        if parameter.kind == "local":
            if not isinstance(value, (int, np.integer)) or not 0 < value < 2 ** 32:
                raise say(f"is {parameter.type}: give its bytes of local memory, not {value!r}")
            return np.uint64(value).tobytes()
        if parameter.kind == "value":
            return pack_value(parameter, value, say)
        if isinstance(value, np.ndarray) and is_const(parameter):
            value = In(value)
        if value is None:
            return bytes(8)
        if isinstance(value, In):
            value = self._copied(parameter, value, say, outs)
        if not isinstance(value, (Buffer, Pointer)) and hasattr(value, "buffer") and "coop_workqueue" in parameter.type:
            value = value.buffer
        elif isinstance(value, (Buffer, Pointer)):
            check_items(parameter, value.dtype, say)
        elif isinstance(value, np.ndarray):
            raise say(f"is {parameter.type}: the device cannot use an array of the host's; give context.buffer(array), or "
                      "coop.InOut(array) to have it copied there and back")
        else:
            raise say(f"is {parameter.type}: give a buffer, not {type(value).__name__}")
        buffer = value.buffer if isinstance(value, Pointer) else value
        buffer.handle  # raises when it was closed
        keeps.append(buffer)
        return np.uint64(value.address).tobytes()

    def _copied(self, parameter, value, say, outs):
        check_items(parameter, value.array.dtype, say)
        if value.writes and is_const(parameter):
            raise say(f"is {parameter.type}: the kernel does not write there; give coop.In(array)")
        buffer = self._run.context.empty(value.array.shape, value.array.dtype)
        if value.reads:
            buffer.write(value.array)
        if value.writes:
            outs[parameter.name] = (value, buffer)
        return buffer


class Launch(Owner):
    """A kernel that was posted. It goes on when nobody has this object any more."""

    _what = "launch"

    def __init__(self, run, kernel, handle, keeps, outs):
        self.run = run
        self.kernel = kernel
        self._keeps = keeps
        self._outs = outs
        self._lock = threading.Lock()
        self._own(handle, "coop_launch_destroy")

    def __repr__(self):
        return f"<coop.Launch of {self._name}>"

    @property
    def _name(self):
        return self.kernel.name

    def wait(self, timeout=DEFAULT_TIMEOUT):
        """Waits for the end: at most `timeout` seconds, else TimedOut, whose `details` say what the launch waits for. Fills
        the arrays of Out and InOut, and returns LaunchStats. Other threads go on meanwhile, and Ctrl-C interrupts."""
        stats = _structs.LaunchStats()

        def wait(slice_ns, is_last):
            try:
                _library.call("coop_launch_wait", self.handle, slice_ns, ctypes.byref(stats))
            except TimedOut:
                if is_last:
                    raise
                return False
            return True

        in_slices(wait, _library.nanoseconds(timeout, f"waiting for {self._name}"))
        self._fetch()
        return _stats(stats)

    def _fetch(self):
        with self._lock:
            for value, buffer in self._outs.values():
                if not buffer.is_closed:
                    value.give(buffer.read())
                    buffer.close()

    def results(self, timeout=DEFAULT_TIMEOUT):
        """Waits, and gives the arrays of Out and InOut by the names of their parameters."""
        self.wait(timeout)
        return {name: value.array for name, (value, _) in self._outs.items()}

    def _state(self):
        state = _structs.LaunchState()
        _library.call("coop_launch_status", self.handle, ctypes.byref(state))
        return state

    def _is_over(self):
        return self.is_closed or self._state().phase == 2

    @property
    def status(self):
        """"waits", "runs" or "ended", without waiting."""
        return ("waits", "runs", "ended")[self._state().phase]

    def stop_repeating(self):
        """Of a launch with repeats=True: launches no further job. The launch then ends with the job that is there."""
        _library.call("coop_repeat_stop", self.handle)

    def repeated(self):
        """Of a launch with repeats=True, by now: launched, missed, overdue (jobs), late_ns, most_late_ns."""
        report = _structs.RepeatReport()
        _library.call("coop_repeat_report", self.handle, ctypes.byref(report))
        return {name: getattr(report, name) for name, *_ in report._fields_ if not name.startswith("_")}

    def on_end(self, function):
        """Calls function(error, stats) when the launch has ended, or at once if it has: on a thread of the library's, `error`
        None when the kernel has completed. It should not take long."""
        _ends.call(self, function)

    def future(self):
        """A concurrent.futures.Future, whose result is what `wait` gives. It cannot be cancelled."""
        future = concurrent.futures.Future()
        future.set_running_or_notify_cancel()

        def end(failure, stats):
            if failure is None:
                try:
                    self._fetch()
                except BaseException as raised:  # it belongs to who has the future
                    failure = raised
            if failure is None:
                future.set_result(stats)
            else:
                future.set_exception(failure)

        self.on_end(end)
        return future

    def __await__(self):
        return asyncio.wrap_future(self.future()).__await__()


class Lease(Launch):
    """Work-groups that leave the device for commands on a queue, and come back behind them; made by Run.lease. It is a launch
    without a kernel: it is waited for as any. At the end of a `with` it is ended, and can be waited for then; closed, or when
    nobody has it any more, it ends behind no command."""

    _what = "lease"
    _name = "a lease"

    def __init__(self, run, queue, options):
        doing = "beginning a lease"
        _check_options(options, [name for name in _OPTIONS if name not in _OF_KERNELS], "a lease", doing)
        asked = _struct(options, doing)
        opencl_handle(queue, doing)  # raises when it is none
        timeout_ns = asked.timeout_ns

        def post(slice_ns):
            asked.timeout_ns = slice_ns
            return _library.make("coop_lease_begin", run.handle, ctypes.byref(asked))

        super().__init__(run, None, run._post(post, timeout_ns), [], {})
        self.queue = queue
        self._is_ended = False

    def __repr__(self):
        return "<coop.Lease>"

    def end(self, queue=None):
        """The work-groups come back behind all commands that the queue holds now: a pyopencl.CommandQueue of the context's
        opencl_context, or that of Run.lease. Without one, they come back behind no command. Once."""
        handle = opencl_handle(self.queue if queue is None else queue, "ending a lease")
        _library.call("coop_lease_end", self.handle, handle)
        self._is_ended = True

    def __exit__(self, kind, *_):
        if self._is_ended or self.is_closed:
            return
        try:
            self.end()
        except Error:
            if kind is None:  # else what the block has raised says more
                raise


class _Ends:
    """The functions that the library is to call, until it has."""

    def __init__(self):
        self._waiting = {}
        self._numbers = itertools.count(1)
        self._called = _library.END_FUNCTION(self._end)

    def call(self, launch, function):
        if not callable(function):
            raise wrong_argument(f"waiting for {launch._name}", f"{function!r} is no function")
        number = next(self._numbers)
        self._waiting[number] = (launch, function)
        try:
            _library.call("coop_launch_on_end", launch.handle, self._called, number)
        except BaseException:
            del self._waiting[number]
            raise

    def _end(self, number, outcome, stats):
        _, function = self._waiting.pop(number)
        failure = None
        if outcome != 0:
            failure = last_error(_library.library())
            if failure.status != outcome:
                failure = error(outcome, "waiting for a launch", "the launch has failed")
        function(failure, _stats(stats.contents))


_ends = _Ends()


def wait_any(launches, timeout=DEFAULT_TIMEOUT):
    """Waits until one of several launches has ended, and gives it; launches of several runs may be among them. TimedOut when
    none has; the error of one that has failed is raised as `wait` would."""
    launches = list(launches)
    handles = (ctypes.c_void_p * max(1, len(launches)))(*(launch.handle for launch in launches))
    index = ctypes.c_size_t(0)

    def wait(slice_ns, is_last):
        try:
            _library.call("coop_launch_wait_any", handles, len(launches), slice_ns, ctypes.byref(index), None)
        except TimedOut:
            if is_last or index.value < len(launches):
                raise
            return False
        return True

    in_slices(wait, _library.nanoseconds(timeout, "waiting for launches"))
    launches[index.value]._fetch()
    return launches[index.value]
