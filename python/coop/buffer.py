"""Pieces of device memory, and NumPy arrays that go there and come back."""

import contextlib
import ctypes
import math

import numpy as np

from . import _library
from ._owner import Owner
from .errors import ArgumentError, wrong_argument


def _elements(shape):
    try:
        sizes = tuple(int(size) for size in (shape if np.iterable(shape) else (shape,)))
    except (TypeError, ValueError):
        sizes = (-1,)
    if any(size < 0 for size in sizes):
        raise wrong_argument("making a buffer", f"{shape!r} is no shape: give a number of elements, or a tuple of them")
    return sizes


def array_of(value, doing):
    """The value as an array whose elements lie one behind the other, without references to objects of Python."""
    array = np.ascontiguousarray(value)
    if array.dtype.hasobject:
        raise wrong_argument(doing, f"an array of {array.dtype} holds objects of Python, which a device cannot use")
    return array


def converted(values, dtype, doing):
    """The values as an array of a type that holds them all: what NumPy would wrap around or cut is refused."""
    def refused(why):
        return wrong_argument(doing, f"the values do not become {dtype}: {why}")

    try:
        given = np.asarray(values)
        if dtype.kind in "iu" and given.size > 0:
            limits = np.iinfo(dtype)
            if given.dtype.kind in "fO" and not isinstance(values, np.ndarray):  # NumPy makes floats of large numbers
                given = np.asarray(values, object)
                if not all(isinstance(value, (int, np.integer)) for value in given.flat):
                    raise refused("not all of them are whole numbers")
            elif given.dtype.kind not in "iub":
                raise refused(f"they are {given.dtype}")
            if int(given.min()) < limits.min or int(given.max()) > limits.max:
                raise refused(f"it is from {limits.min} to {limits.max}")
        with np.errstate(over="ignore"):
            array = np.array(given, dtype, order="C")
        if dtype.kind == "f" and np.any(np.isinf(array) & ~np.isinf(given.astype(np.float64))):
            raise refused("they are too large")
    except (TypeError, ValueError, OverflowError) as failure:
        if isinstance(failure, ArgumentError):
            raise
        raise refused(failure) from None
    return array


class Pointer:
    """A place in a buffer, for a kernel's argument: buffer.at(index)."""

    def __init__(self, buffer, address):
        self.buffer = buffer
        self.address = address
        self.dtype = buffer.dtype


class Buffer(Owner):
    """Elements in device memory. Made by Context.buffer, .empty, .zeros or .import_buffer.

    Every copy between host and device is a call that says so. Indices and counts are of elements, in the order in which
    they lie. Not on elements that a running kernel uses.
    """

    _what = "buffer"

    def __init__(self, context, handle, shape, dtype, owner=None):
        self.context = context
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self._owner = owner
        if owner is None:
            self._own(handle, "coop_buffer_destroy")
        else:  # a view: the memory is the other's
            self._handle = handle
            self._closing = owner._closing

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    @property
    def address(self):
        """The device address of the first byte."""
        return _library.library().coop_buffer_address(self.handle)

    def __len__(self):
        return self.shape[0] if self.shape else 1

    def __repr__(self):
        return f"<coop.Buffer of {self.shape} {self.dtype}{', closed' if self.is_closed else ''}>"

    def at(self, index):
        """The place of an element, for a kernel's argument."""
        self._check(index, 0, "taking a place")
        return Pointer(self, self.address + index * self.dtype.itemsize)

    def view(self, dtype):
        """The same memory as elements of another type."""
        dtype = np.dtype(dtype)
        if dtype.itemsize == 0 or self.nbytes % dtype.itemsize != 0:
            raise wrong_argument("viewing a buffer", f"{self.nbytes} bytes are no whole number of {dtype}")
        return Buffer(self.context, self.handle, (self.nbytes // dtype.itemsize,), dtype, self._owner or self)

    def _check(self, start, count, doing):
        if start < 0 or count < 0 or start + count > self.size:
            raise wrong_argument(doing, f"elements {start} to {start + count} are not in a buffer of {self.size}")

    def read(self, start=0, count=None, out=None):
        """A copy of `count` elements from `start` on: an array, of the buffer's shape when it is all of them. `out` is filled
        instead when it is given."""
        is_all = start == 0 and count is None
        count = self.size - start if count is None else count
        self._check(start, count, "reading a buffer")
        array = np.empty(self.shape if is_all else (count,), self.dtype)
        if count > 0:
            _library.call("coop_buffer_read", self.handle, start * self.dtype.itemsize, array.ctypes.data, array.nbytes)
        if out is None:
            return array
        if out.size != count or out.dtype != self.dtype:
            raise wrong_argument("reading a buffer", f"`out` holds {out.size} {out.dtype}, and it is {count} {self.dtype}")
        out[...] = array.reshape(out.shape)
        return out

    def write(self, values, start=0):
        """Copies an array's elements, which must be of the buffer's type, to `start` and behind. Numbers of Python become it."""
        doing = "writing a buffer"
        if isinstance(values, (np.ndarray, np.generic)):
            if values.dtype != self.dtype:
                raise wrong_argument(doing, f"the array has {values.dtype}, and the buffer {self.dtype}")
            array = array_of(values, doing)
        else:
            array = converted(values, self.dtype, doing)
        self._check(start, array.size, doing)
        if array.size > 0:
            _library.call("coop_buffer_write", self.handle, start * self.dtype.itemsize, array.ctypes.data, array.nbytes)

    def fill(self, byte=0):
        """Sets every byte."""
        if self.nbytes > 0:
            _library.call("coop_buffer_fill", self.handle, 0, byte, self.nbytes)

    def load(self, index):
        """One element. Of four or eight bytes it is read whole, also while a kernel writes it with atomic operations."""
        return self.read(index, 1)[0]

    def store(self, index, value):
        """Writes one element, likewise."""
        self.write([value] if not isinstance(value, np.generic) else np.array([value]), index)

    def __array__(self, dtype=None, copy=None):
        array = self.read()
        return array if dtype is None else array.astype(dtype)

    @contextlib.contextmanager
    def map(self, start=0, count=None, read=True, write=True):
        """`with buffer.map() as array:` the elements without a copy, where host and device share memory; elsewhere a copy
        that is written back at the end. Without `read`, write all of it."""
        count = self.size - start if count is None else count
        self._check(start, count, "mapping a buffer")
        nbytes = count * self.dtype.itemsize
        pointer = ctypes.c_void_p()
        _library.call("coop_buffer_map", self.handle, start * self.dtype.itemsize, nbytes, read + 2 * write,
                      ctypes.byref(pointer))
        bytes_there = (ctypes.c_ubyte * nbytes).from_address(pointer.value)
        array = np.frombuffer(bytes_there, self.dtype)
        array.flags.writeable = bool(write)
        try:
            yield array
        finally:
            _library.call("coop_buffer_unmap", self.handle, pointer)

    def as_cl_mem(self):
        """The same memory for ordinary kernels: a pyopencl.Buffer. Drop it before the buffer is closed."""
        import pyopencl

        return pyopencl.MemoryObject.from_int_ptr(_library.make("coop_buffer_as_cl_mem", self.handle), retain=False)


class In:
    """An argument: an array that is copied to the device for one launch."""

    reads, writes = True, False

    def __init__(self, array):
        self.array = array_of(array, "making an argument")

    def give(self, values):
        """Nothing comes back."""


class Out(In):
    """An argument: an array that is filled with what the kernel has written there, when the launch is waited for.

    Out(array) fills the array, and Out(dtype, shape) a new one: launch.results()["name"]. What the kernel does not write is
    undefined."""

    reads, writes = False, True

    def __init__(self, array, shape=None):
        self.array = np.empty(_elements(shape), array) if shape is not None else array
        if not isinstance(self.array, np.ndarray) or not self.array.flags.writeable or self.array.dtype.hasobject:
            raise wrong_argument("making an argument", "Out and InOut take an array that can be written, of numbers or structs")

    def give(self, values):
        self.array[...] = values.reshape(self.array.shape)


class InOut(Out):
    """An argument: an array that is copied to the device, and back when the launch is waited for."""

    reads = True

    def __init__(self, array):
        super().__init__(array)
