"""What a module says of its kernels, and how their arguments are packed."""

import collections
import numbers
import operator
import re

import numpy as np

from .errors import wrong_argument

Parameter = collections.namedtuple("Parameter", "name kind item lanes bytes offset type")
Parameter.__doc__ = """A kernel's parameter.

name    as in the source
kind    "value", "pointer" or "local"
item    "int32_t", "float", "half", …: of a value, or of what a pointer leads to; "bytes" of a struct
lanes   1, or those of a vector
bytes   of a value, or of what a pointer leads to; 0 when it is not known, as of void
offset  in the packed arguments
type    as the source has it: "global const float *"
"""

DTYPES = {
    "int8_t": np.int8, "uint8_t": np.uint8, "int16_t": np.int16, "uint16_t": np.uint16, "int32_t": np.int32,
    "uint32_t": np.uint32, "int64_t": np.int64, "uint64_t": np.uint64, "half": np.float16, "float": np.float32,
    "double": np.float64,
}

_FIELD = re.compile(r' (\w+)=("(?:[^"\\]|\\.)*"|[^ "]*)')


class Kernel:
    """A kernel of a module: `name`, `is_cooperative`, `args_bytes`, `args_hash`, and `parameters`, None where the module is of
    a coopc that did not say."""

    def __init__(self, fields):
        self.name = fields["name"]
        self.is_cooperative = fields["kind"] == "cooperative"
        self.args_bytes = int(fields["args_bytes"])
        self.args_hash = int(fields["args_hash"], 16)
        self.parameters = [] if self.args_hash == _HASH_OF_NOTHING else None

    def __repr__(self):
        kind = "coop_kernel" if self.is_cooperative else "kernel"
        return f"{kind} void {self.name}({', '.join(_declared(p) for p in self.parameters or [])})"


_HASH_OF_NOTHING = 0xCBF29CE484222325


def _declared(parameter):
    return f"{parameter.type}{'' if parameter.type.endswith('*') else ' '}{parameter.name}"


def kernels(text):
    """The kernels of a module's text by name. A damaged header is left to the library, which says what is wrong."""
    found = []
    for line in text.split(b"\n"):
        line = line.decode(errors="replace")
        if not line.startswith("//coop ") or line == "//coop end":
            break
        kind = line.split(" ")[1]
        fields = {name: value.strip('"') for name, value in _FIELD.findall(line)}
        try:
            if kind == "kernel":
                found.append(Kernel(fields))
            elif kind == "argument":
                kernel = found[int(fields["kernel"])]
                kernel.parameters = (kernel.parameters or []) + [Parameter(
                    fields["name"], fields["kind"], fields["item"], int(fields["lanes"]), int(fields["bytes"]),
                    int(fields["offset"]), fields["type"])]
        except (KeyError, ValueError, IndexError):
            continue
    return {kernel.name: kernel for kernel in found}


def is_const(parameter):
    """Does the kernel only read what the pointer leads to?"""
    return re.match(r"(?:global |local )?const |constant ", parameter.type) is not None


def _number(parameter, value, say):
    dtype = np.dtype(DTYPES[parameter.item])
    if dtype.kind == "f":
        if not isinstance(value, (numbers.Real, np.floating, np.bool_)):
            raise say(f"is {parameter.type}, not {type(value).__name__}")
        with np.errstate(over="ignore"):
            packed = dtype.type(value)
        if np.isinf(packed) and not np.isinf(float(value)):
            raise say(f"is {parameter.type}, which cannot hold {value!r}")
        return packed
    try:
        whole = int(value) if isinstance(value, np.bool_) else operator.index(value)
    except TypeError:
        raise say(f"is {parameter.type}, not {type(value).__name__}") from None
    limits = np.iinfo(dtype)
    if not limits.min <= whole <= limits.max:
        raise say(f"is {parameter.type}, from {limits.min} to {limits.max}, and {whole} is not")
    return dtype.type(whole)


def pack_value(parameter, value, say):
    """The bytes of a parameter that is no pointer."""
    if parameter.item == "bytes":
        try:
            packed = value.tobytes() if isinstance(value, (np.ndarray, np.generic)) else bytes(memoryview(value))
        except TypeError:
            raise say(f"is {parameter.type}, {parameter.bytes} bytes: give bytes, or a NumPy value of a structured "
                      f"type, not {type(value).__name__}") from None
        if len(packed) != parameter.bytes:
            raise say(f"is {parameter.type}, {parameter.bytes} bytes, and the value has {len(packed)}")
        return packed
    if parameter.lanes == 1:
        return _number(parameter, value, say).tobytes()
    try:
        lanes = list(value)
    except TypeError:
        raise say(f"is {parameter.type}: give {parameter.lanes} numbers, not {type(value).__name__}") from None
    if len(lanes) != parameter.lanes:
        raise say(f"is {parameter.type}: give {parameter.lanes} numbers, not {len(lanes)}")
    return b"".join(_number(parameter, lane, say).tobytes() for lane in lanes)


def check_items(parameter, dtype, say):
    """Refuses elements that are not what the kernel's pointer leads to. Elements without a type are not checked, nor are bytes
    that a kernel has as a struct."""
    if dtype is None or parameter.bytes == 0:
        return
    if parameter.item == "bytes":
        if dtype.itemsize != parameter.bytes and dtype != np.uint8:
            raise say(f"leads to structs of {parameter.bytes} bytes, and the elements of the buffer ({dtype}) have "
                      f"{dtype.itemsize}")
        return
    base = dtype.subdtype[0] if dtype.subdtype else dtype
    wanted = np.dtype(DTYPES[parameter.item])
    if base != wanted and not (base == np.bool_ and wanted.itemsize == 1):
        raise say(f"is {parameter.type}, whose elements are {wanted}, and the buffer has {dtype}; "
                  f"buffer.view(numpy.{wanted}) takes its bytes as such")


class Packer:
    """The packed arguments of one launch."""

    def __init__(self, kernel):
        self._kernel = kernel
        self._packed = bytearray(kernel.args_bytes)
        self._doing = f"launching {kernel.name}"

    def refused(self, sentence):
        return wrong_argument(self._doing, sentence)

    def names(self, arguments):
        """Each parameter with its argument, when there is one for each and no other."""
        if self._kernel.parameters is None:
            raise self.refused(f"the module does not say what the parameters of {self._kernel.name} are: translate it again with "
                               "the coopc of this library")
        known = [parameter.name for parameter in self._kernel.parameters]
        wrong = [name for name in arguments if name not in known]
        missing = [name for name in known if name not in arguments]
        if wrong:
            raise self.refused(f"{self._kernel.name} has no parameter `{wrong[0]}`; it is {self._kernel!r}")
        if missing:
            raise self.refused(f"the argument `{missing[0]}` is missing; the kernel is {self._kernel!r}")
        return [(parameter, arguments[parameter.name]) for parameter in self._kernel.parameters]

    def sayer(self, parameter):
        return lambda sentence: self.refused(f"the parameter `{parameter.name}` of {self._kernel.name} {sentence}")

    def put(self, parameter, packed):
        self._packed[parameter.offset:parameter.offset + len(packed)] = packed

    def bytes(self):
        return bytes(self._packed)
