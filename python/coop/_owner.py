"""What owns a handle of the library, and calls that Ctrl-C may interrupt."""

import threading
import time
import weakref

from . import _library
from .errors import closed

SLICE = 0.1  # seconds: how long a wait may be deaf to Ctrl-C


class Owner:
    """An object with a handle. It is closed by `close`, at the end of a `with`, or when nobody has it any more."""

    _what = "object"

    def _own(self, handle, destroy):
        self._handle = handle
        self._closing = weakref.finalize(self, getattr(_library.library(), destroy), handle)

    @property
    def handle(self):
        """The handle, an integer, for functions of the C interface."""
        if not self._closing.alive:
            raise closed(self._what)
        return self._handle

    @property
    def is_closed(self):
        return not self._closing.alive

    def close(self):
        """Destroys the object. May be called again."""
        self._closing()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def interruptible(function, give_up=lambda result: None):
    """Calls a function that may take long. Where that is the main thread, Ctrl-C interrupts the wait for it; the call itself
    goes on, and what it makes is given up."""
    if threading.current_thread() is not threading.main_thread():
        return function()
    outcome = {}
    lock = threading.Lock()

    def work():
        try:
            result, failure = function(), None
        except BaseException as raised:  # handed to the caller
            result, failure = None, raised
        with lock:
            is_wanted = "is_left" not in outcome
            outcome["failure"], outcome["result"] = failure, result
        if not is_wanted and failure is None:
            give_up(result)

    worker = threading.Thread(target=work, name="coop", daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(SLICE)
    except BaseException:
        with lock:
            is_there = "result" in outcome
            outcome["is_left"] = True
        if is_there and outcome["failure"] is None:
            give_up(outcome["result"])
        raise
    if outcome["failure"] is not None:
        raise outcome["failure"]
    return outcome["result"]


def in_slices(wait, timeout_ns):
    """Calls `wait(ns)`, which says whether it is over, until it is or the time has passed: in pieces, between which Python
    runs what a signal asks for."""
    end = time.monotonic_ns() + timeout_ns
    while True:
        left = end - time.monotonic_ns()
        # A wait of 0 would only ask, and its error would not say what is waited for.
        if wait(min(timeout_ns, max(left, 1000000), int(SLICE * 1e9)), left <= SLICE * 1e9):
            return
