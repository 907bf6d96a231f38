"""Modules: kernels that coopc has translated, or is to translate now."""

import ctypes

from . import _library, _structs, errors
from ._owner import interruptible
from .errors import wrong_argument
from .signature import kernels


def _bytes(text, doing):
    if isinstance(text, str):
        text = text.encode()
    if not isinstance(text, (bytes, bytearray)):
        raise wrong_argument(doing, f"the text of kernels is a str or bytes, not {type(text).__name__}")
    return bytes(text)


class Module:
    """Kernels.

    Module("kernel void k(global float *v) { … }") translates a text by coopc, which runs as a program of its own; the same
    text comes from the cache the next time (docs/translate.md). Module.translated(text) and Module.load(path) take what coopc
    has written before. No device is wanted: Context.run builds the module for its device, and keeps what was built.

    text        OpenCL C with the words of coop/kernel.clh
    name        what messages call the text
    options     of coopc: ["-DTILE=16", "-Ikernels"]
    coopc       the program; None: COOP_COOPC in the environment, else the one beside the library, else PATH
    timeout     seconds that coopc may take
    cache_dir   None: the user's; "": none

    `kernels` has what is known of each kernel by name, `text` the module, `diagnostics` the warnings.
    """

    def __init__(self, text, *, name=None, options=(), coopc=None, timeout=60.0, cache_dir=None):
        doing = "translating kernels"
        source = _bytes(text, doing)
        if b"\0" in source:
            raise wrong_argument(doing, "the text has a byte 0")
        if isinstance(options, (str, bytes)):
            raise wrong_argument(doing, f"options is a list of words, as [{options!r}]")
        words = [_library.encoded(word) for word in options]
        asked = _structs.TranslateOptions(
            name=_library.encoded(name), arguments=(ctypes.c_char_p * (len(words) + 1))(*words, None),
            coopc=_library.encoded(coopc), timeout_ns=max(1, _library.nanoseconds(timeout, doing)),
            cache_dir=_library.encoded(cache_dir))
        self._take(*interruptible(lambda: _translate(source, asked)))

    @classmethod
    def translated(cls, text):
        """Of the text that coopc has written."""
        self = cls.__new__(cls)
        self._take(_bytes(text, "reading a module"), "", False)
        return self

    @classmethod
    def load(cls, path):
        """Of the file that coopc has written."""
        with open(path, "rb") as file:
            return cls.translated(file.read())

    def _take(self, text, diagnostics, is_from_cache):
        self.text = text
        self.diagnostics = diagnostics
        self.is_from_cache = is_from_cache
        self.kernels = kernels(text)

    def __repr__(self):
        return f"<coop.Module of {', '.join(self.kernels)}>"


def _translate(source, asked):
    translation = _structs.Translation()
    lib = _library.library("coop_translate")
    status = lib.coop_translate(source, ctypes.byref(asked), ctypes.byref(translation))
    try:
        diagnostics = (translation.diagnostics or b"").decode(errors="replace")
        if status != 0:
            raise errors.last_error(_library.library(), diagnostics or None)
        return ctypes.string_at(translation.text, translation.text_bytes), diagnostics, bool(translation.is_from_cache)
    finally:
        lib.coop_translation_clear(ctypes.byref(translation))
