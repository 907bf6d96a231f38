"""Exceptions. Each carries what coop_last_error says of the call that failed."""

import ctypes
import enum


class Status(enum.IntEnum):
    """The outcomes of coop's functions, as in coop/status.h."""

    OK = 0
    INVALID_ARGUMENT = 1
    INVALID_HANDLE = 2
    NO_DEVICE = 3
    DEVICE_UNFIT = 4
    OUT_OF_MEMORY = 5
    INVALID_MODULE = 6
    BUILD_FAILED = 7
    UNKNOWN_KERNEL = 8
    SIGNATURE_MISMATCH = 9
    BUSY = 10
    STOPPED = 11
    TIMED_OUT = 12
    KERNEL_FAILED = 13
    OPENCL_FAILED = 14
    IO_FAILED = 15
    STALLED = 16
    PEERS_DIFFER = 17
    NETWORK_FAILED = 18
    DEVICE_LOST = 19
    PEER_LOST = 20
    SOURCE_REFUSED = 21


class Error(Exception):
    """A call of coop's that failed.

    status       a Status
    doing        what was being done: "waiting for a launch"
    message      the sentence: what went wrong, where, and what to do
    details      a build log, the state of the slots, or what coopc said of a text; "" when none
    opencl_code  0 when OpenCL was not involved
    """

    def __init__(self, status, doing, message, details="", opencl_code=0):
        super().__init__(status, doing, message, details, opencl_code)
        self.status = status
        self.doing = doing
        self.message = message
        self.details = details
        self.opencl_code = opencl_code

    def __str__(self):
        return f"COOP_{self.status.name} while {self.doing}: {self.message}"


class InvalidArgument(Error, ValueError):
    """COOP_INVALID_ARGUMENT"""


class InvalidHandle(Error):
    """COOP_INVALID_HANDLE: the object was closed."""


class NoDevice(Error):
    """COOP_NO_DEVICE"""


class DeviceUnfit(Error):
    """COOP_DEVICE_UNFIT"""


class OutOfMemory(Error, MemoryError):
    """COOP_OUT_OF_MEMORY"""


class InvalidModule(Error, ValueError):
    """COOP_INVALID_MODULE"""


class BuildFailed(Error):
    """COOP_BUILD_FAILED; `details` is the compiler's log."""


class UnknownKernel(Error, AttributeError):
    """COOP_UNKNOWN_KERNEL"""


class Busy(Error):
    """COOP_BUSY"""


class Stopped(Error):
    """COOP_STOPPED"""


class TimedOut(Error, TimeoutError):
    """COOP_TIMED_OUT"""


class KernelFailed(Error):
    """COOP_KERNEL_FAILED"""


class Stalled(Error):
    """COOP_STALLED; `details` shows where every work-group is."""


class SourceRefused(Error, ValueError):
    """COOP_SOURCE_REFUSED; `details` is all that coopc says of the text."""


class ArgumentError(InvalidArgument, TypeError):
    """An argument of a launch that does not have the parameter's name or type; found before the call."""


_CLASSES = {
    Status.INVALID_ARGUMENT: InvalidArgument,
    Status.INVALID_HANDLE: InvalidHandle,
    Status.NO_DEVICE: NoDevice,
    Status.DEVICE_UNFIT: DeviceUnfit,
    Status.OUT_OF_MEMORY: OutOfMemory,
    Status.INVALID_MODULE: InvalidModule,
    Status.BUILD_FAILED: BuildFailed,
    Status.UNKNOWN_KERNEL: UnknownKernel,
    Status.BUSY: Busy,
    Status.STOPPED: Stopped,
    Status.TIMED_OUT: TimedOut,
    Status.KERNEL_FAILED: KernelFailed,
    Status.STALLED: Stalled,
    Status.SOURCE_REFUSED: SourceRefused,
}


def error(status, doing, message, details="", opencl_code=0):
    """The exception for a status."""
    return _CLASSES.get(status, Error)(Status(status), doing, message, details, opencl_code)


def last_error(library, details=None):
    """The exception for the calling thread's last failure."""
    record = library.coop_last_error().contents
    said = (record.details or b"").decode(errors="replace") if details is None else details
    return error(Status(record.status), record.doing.decode(errors="replace"),
                 record.message.decode(errors="replace"), said, record.opencl_code)


def wrong_argument(doing, message):
    return ArgumentError(Status.INVALID_ARGUMENT, doing, message)


def closed(what):
    return InvalidHandle(Status.INVALID_HANDLE, f"using a {what}", f"the {what} was closed")


assert ctypes.sizeof(ctypes.c_void_p) == 8, "coop runs on 64-bit machines"
