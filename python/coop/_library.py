"""The shared libraries of coop: where they are, and the types of their functions."""

import ctypes
import ctypes.util
import os
import re
import threading

from . import _structs as s
from .errors import last_error, wrong_argument

def _version():
    """That of the wheel, or in the source tree that of the library's header."""
    try:
        from ._version import VERSION
    except ImportError:
        tree = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        with open(os.path.join(tree, "include", "coop", "version.h"), encoding="utf-8") as file:
            text = file.read()
        return ".".join(re.search(rf"COOP_VERSION_{part} (\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))
    return VERSION


VERSION = _version()

_P = ctypes.POINTER
_OUT = _P(ctypes.c_void_p)
_SONAME = VERSION.split(".", 1)[0]  # libcoop.so.0

END_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, _P(s.LaunchStats))

# name: (result, arguments); a result of None is a coop_status, which is checked by call().
_STATUS = ctypes.c_int
_H, _U32, _U64, _SIZE, _TEXT = s.handle, s.u32, s.u64, s.size_t, s.text
_FUNCTIONS = {
    "coop": {
        "coop_last_error": (_P(s.Error), []),
        "coop_device_list": (_STATUS, [_U32, _P(s.DeviceReport), _U32, _P(_U32)]),
        "coop_context_create": (_STATUS, [_P(s.ContextOptions), _OUT]),
        "coop_context_destroy": ("void", [_H]),
        "coop_context_device": (_STATUS, [_H, _P(s.DeviceReport)]),
        "coop_context_check_enqueue": (_STATUS, [_H]),
        "coop_buffer_create": (_STATUS, [_H, _U64, _OUT]),
        "coop_buffer_destroy": ("void", [_H]),
        "coop_buffer_address": (_U64, [_H]),
        "coop_buffer_bytes": (_U64, [_H]),
        "coop_buffer_write": (_STATUS, [_H, _U64, ctypes.c_void_p, _U64]),
        "coop_buffer_read": (_STATUS, [_H, _U64, ctypes.c_void_p, _U64]),
        "coop_buffer_fill": (_STATUS, [_H, _U64, ctypes.c_ubyte, _U64]),
        "coop_buffer_map": (_STATUS, [_H, _U64, _U64, ctypes.c_uint, _OUT]),
        "coop_buffer_unmap": (_STATUS, [_H, ctypes.c_void_p]),
        "coop_buffer_import": (_STATUS, [_H, ctypes.c_void_p, _OUT]),
        "coop_buffer_as_cl_mem": (_STATUS, [_H, _OUT]),
        "coop_module_create": (_STATUS, [_H, _TEXT, _SIZE, _P(s.ModuleOptions), _OUT]),
        "coop_module_destroy": ("void", [_H]),
        "coop_module_kernel": (_STATUS, [_H, _U32, _P(s.KernelReport)]),
        "coop_run_start": (_STATUS, [_H, _P(s.RunOptions), _OUT]),
        "coop_run_stop": (_STATUS, [_H, _U64]),
        "coop_run_destroy": ("void", [_H]),
        "coop_run_report": (_STATUS, [_H, _P(s.RunReport)]),
        "coop_run_event_fd": (_STATUS, [_H, _P(ctypes.c_int)]),
        "coop_run_describe": (_STATUS, [_H, ctypes.c_char_p, _SIZE]),
        "coop_launch_cooperative": (
            _STATUS, [_H, _P(s.KernelId), ctypes.c_char_p, _SIZE, _P(s.LaunchOptions), _OUT]),
        "coop_launch_regular": (
            _STATUS, [_H, _P(s.KernelId), ctypes.c_char_p, _SIZE, _P(s.NdRange), _P(s.LaunchOptions), _OUT]),
        "coop_launch_wait": (_STATUS, [_H, _U64, _P(s.LaunchStats)]),
        "coop_launch_wait_any": (_STATUS, [_P(_H), _SIZE, _U64, _P(_SIZE), _P(s.LaunchStats)]),
        "coop_launch_status": (_STATUS, [_H, _P(s.LaunchState)]),
        "coop_repeat_stop": (_STATUS, [_H]),
        "coop_repeat_report": (_STATUS, [_H, _P(s.RepeatReport)]),
        "coop_launch_on_end": (_STATUS, [_H, END_FUNCTION, ctypes.c_void_p]),
        "coop_launch_destroy": ("void", [_H]),
        "coop_lease_begin": (_STATUS, [_H, _P(s.LaunchOptions), _OUT]),
        "coop_lease_end": (_STATUS, [_H, ctypes.c_void_p]),
        "coop_workqueue_bytes": (_U64, [_P(s.WorkQueueOptions)]),
        "coop_workqueue_init": (_STATUS, [_H, _U64, _P(s.WorkQueueOptions)]),
        "coop_workqueue_push": (_STATUS, [_H, _U64, _U32, ctypes.c_void_p, _SIZE, _U64]),
        "coop_workqueue_report": (_STATUS, [_H, _U64, _U32, _P(s.WorkQueueCounts), _P(_U64)]),
        "coop_trace_take": (_STATUS, [_H, _P(s.Trace)]),
        "coop_trace_clear": ("void", [_P(s.Trace)]),
    },
    "coop_trace": {
        "coop_trace_write_json": (_STATUS, [_P(s.Trace), _TEXT]),
        "coop_trace_write_svg": (_STATUS, [_P(s.Trace), _TEXT, _U64, _U64]),
        "coop_trace_kind_name": (_TEXT, [ctypes.c_uint]),
        "coop_trace_check": (_STATUS, [_P(s.Trace), _P(s.TraceVerdict)]),
        "coop_trace_stat_init": (_STATUS, [_P(s.TraceStat), _P(s.Trace), _SIZE]),
        "coop_trace_stat_clear": ("void", [_P(s.TraceStat)]),
    },
    "coop_translate": {
        "coop_translate": (_STATUS, [_TEXT, _P(s.TranslateOptions), _P(s.Translation)]),
        "coop_translation_clear": ("void", [_P(s.Translation)]),
    },
}

_loaded = {}
_lock = threading.RLock()


def _candidates(name):
    """What to try for a library, best first: COOP_LIBRARY and what lies beside it, then the usual search."""
    given = os.environ.get("COOP_LIBRARY")
    if given and os.path.isdir(given):
        return [os.path.join(given, f"lib{name}.so"), os.path.join(given, f"lib{name}.so.{_SONAME}")]
    if given and name == "coop":
        return [given]
    if given and os.path.dirname(given):
        folder = os.path.dirname(given)
        return [os.path.join(folder, f"lib{name}.so"), os.path.join(folder, f"lib{name}.so.{_SONAME}")]
    found = ctypes.util.find_library(name)
    return [f"lib{name}.so.{_SONAME}", f"lib{name}.so"] + ([found] if found else [])


def _open(name):
    said = []
    for path in _candidates(name):
        try:
            return ctypes.CDLL(path)
        except OSError as failure:
            said.append(str(failure))
    raise ImportError(f"coop: there is no shared library lib{name}.so ({'; '.join(said)}). Install coop with its shared "
                      "libraries, or let COOP_LIBRARY in the environment name libcoop.so or the directory "
                      "in which it lies.")


def library(name="coop"):
    """One of the libraries, loaded when it is first asked for."""
    with _lock:
        if name not in _loaded:
            opened = _open(name)
            for function, (result, arguments) in _FUNCTIONS[name].items():
                entry = getattr(opened, function)
                entry.restype = None if result == "void" else result
                entry.argtypes = arguments
            _loaded[name] = opened
        return _loaded[name]


def call(function, *arguments):
    """Calls a function of libcoop, and raises what it says when it fails. The GIL is released meanwhile."""
    lib = library()
    if getattr(lib, function)(*arguments) != 0:
        raise last_error(lib)


def call_of(name, function, *arguments):
    """The same for the libraries that stand on libcoop."""
    lib = library(name)
    if getattr(lib, function)(*arguments) != 0:
        raise last_error(library())


def make(function, *arguments):
    """The handle that a create or a start gives in its last parameter."""
    out = ctypes.c_void_p()
    call(function, *arguments, ctypes.byref(out))
    return out.value


def encoded(text):
    return None if text is None else os.fsencode(text)


def opencl_handle(value, doing):
    """The handle behind an object of pyopencl, or an integer."""
    value = getattr(value, "int_ptr", value)
    if value is not None and not isinstance(value, int):
        raise wrong_argument(doing, f"an OpenCL object is one of pyopencl or an integer, not {type(value).__name__}")
    return value


def nanoseconds(seconds, doing):
    """A time of at most 292 years; what is negative counts as 0."""
    try:
        value = float(seconds)
    except (TypeError, ValueError):
        raise wrong_argument(doing, f"a time is a number of seconds, not {seconds!r}: every wait has a deadline") from None
    if not value < 2 ** 63 / 1e9:
        raise wrong_argument(doing, f"{seconds} s is longer than 292 years: every wait has a deadline")
    return max(0, int(value * 1e9))
