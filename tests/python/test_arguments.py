"""Arguments by name and type, without a device: what a module says of its parameters, and what is refused."""

import os
import re
import unittest

import numpy as np
from support import main

import coop
from coop.signature import Packer, check_items, kernels, pack_value

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "translate", "golden")


def golden(name):
    with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
        return file.read()


def packed(kernel, **values):
    """The bytes of a kernel's arguments, none of which is a pointer."""
    packer = Packer(kernel)
    for parameter, value in packer.names(values):
        packer.put(parameter, pack_value(parameter, value, packer.sayer(parameter)))
    return packer.bytes()


class ModulesSayTheirParameters(unittest.TestCase):
    def setUp(self):
        self.module = coop.Module(golden("arguments.cl"), name="arguments.cl")

    def test_a_files_name_is_no_field(self):
        kernel = kernels(b'//coop module version=1\n//coop kernel index=0 name=k kind=regular args_bytes=8 args_hash=1 '
                         b'file="a kind=cooperative \\" args_bytes=9 b.cl" line=2\n//coop end\n')["k"]
        self.assertFalse(kernel.is_cooperative)
        self.assertEqual(kernel.args_bytes, 8)

    def test_places_are_those_of_the_header(self):
        header = golden("arguments.expected.h")
        places = re.findall(r"offsetof\(struct (\w+)_args, (\w+)\) == (\d+)", header)
        self.assertGreater(len(places), 25)
        ours = [(kernel.name, parameter.name, str(parameter.offset))
                for kernel in self.module.kernels.values() for parameter in kernel.parameters]
        self.assertEqual([(kernel, name.rstrip("_"), offset) for kernel, name, offset in places], ours)

    def test_types(self):
        every = {p.name: p for p in self.module.kernels["every_kind"].parameters}
        self.assertEqual([every[name].item for name in ("c", "uc", "s", "us", "i", "ui", "l", "ul", "f", "d", "m")],
                         ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
                          "float", "double", "int32_t"])
        self.assertEqual((every["g"].kind, every["g"].item, every["g"].bytes), ("pointer", "int32_t", 4))
        self.assertEqual((every["k"].item, every["k"].type), ("float", "constant float *"))
        vectors = {p.name: p for p in self.module.kernels["vectors"].parameters}
        self.assertEqual([(vectors[n].item, vectors[n].lanes, vectors[n].bytes) for n in ("b", "c", "f")],
                         [("int32_t", 2, 8), ("int8_t", 3, 4), ("float", 8, 32)])
        structs = {p.name: p for p in self.module.kernels["structs"].parameters}
        self.assertEqual([(structs[n].item, structs[n].bytes) for n in ("p", "q", "out")],
                         [("bytes", 16), ("bytes", 32), ("bytes", 16)])

    def test_atomics_and_local_memory(self):
        module = coop.Module("kernel void k(global atomic_uint *n, local float *part, global half *h, global void *any)\n"
                             "{ atomic_fetch_add_explicit(n, 1u, memory_order_relaxed, memory_scope_device);"
                             " part[get_local_id(0)] = 0; }\n")
        self.assertEqual([(p.name, p.kind, p.item, p.bytes) for p in module.kernels["k"].parameters],
                         [("n", "pointer", "uint32_t", 4), ("part", "local", "float", 4), ("h", "pointer", "half", 2),
                          ("any", "pointer", "bytes", 0)])

    def test_a_module_that_coopc_has_written(self):
        again = coop.Module.translated(self.module.text)
        self.assertEqual(again.kernels["vectors"].parameters, self.module.kernels["vectors"].parameters)
        self.assertFalse(again.kernels["nothing"].parameters)

    def test_a_module_without_them_is_refused_at_the_launch(self):
        old = re.sub(rb"//coop argument [^\n]*\n", b"", self.module.text)
        self.assertEqual(packed(coop.Module.translated(old).kernels["nothing"]), bytes(8))
        with self.assertRaisesRegex(coop.ArgumentError, "translate it again"):
            packed(coop.Module.translated(old).kernels["keywords"], new=None)


class ValuesArePacked(unittest.TestCase):
    def test_scalars(self):
        kernel = coop.Module("kernel void k(char c, ushort s, double d, float f, ulong u) { }").kernels["k"]
        want = np.zeros((), np.dtype([("c", "i1"), ("s", "u2"), ("d", "f8"), ("f", "f4"), ("u", "u8")], align=True))
        want["c"], want["s"], want["d"], want["f"], want["u"] = -3, 65535, 0.1, 1.5, 2 ** 64 - 1
        got = np.frombuffer(packed(kernel, u=2 ** 64 - 1, f=np.float64(1.5), d=0.1, s=np.int64(65535), c=-3), want.dtype)
        self.assertEqual(got[0], want)

    def test_vectors_and_structs(self):
        kernel = coop.Module("struct p { double x; int tag; };\n"
                             "kernel void k(float3 v, struct p s) { }").kernels["k"]
        point = np.zeros((), np.dtype([("x", "f8"), ("tag", "i4")], align=True))
        point["x"], point["tag"] = 2.5, 7
        got = packed(kernel, v=(1, 2.0, np.float32(3)), s=point)
        self.assertEqual(np.frombuffer(got, np.float32, 3).tolist(), [1.0, 2.0, 3.0])
        self.assertEqual(got[16:32], point.tobytes())


class WrongArgumentsAreRefused(unittest.TestCase):
    def refused(self, sentence, text, **values):
        with self.assertRaises(coop.ArgumentError) as caught:
            packed(coop.Module(text).kernels["k"], **values)
        self.assertIn(sentence, str(caught.exception))
        self.assertIsInstance(caught.exception, TypeError)
        self.assertEqual(caught.exception.status, coop.Status.INVALID_ARGUMENT)

    def test_names(self):
        text = "kernel void k(int first, float other) { }"
        self.refused("k has no parameter `frist`; it is kernel void k(int first, float other)", text, frist=1, other=2.0)
        self.refused("the argument `other` is missing", text, first=1)

    def test_types(self):
        text = "kernel void k(uchar n, float f) { }"
        self.refused("the parameter `n` of k is uchar, not float", text, n=1.0, f=1)
        self.refused("the parameter `n` of k is uchar, from 0 to 255, and 256 is not", text, n=256, f=1)
        self.refused("and -1 is not", text, n=-1, f=1)
        self.refused("the parameter `f` of k is float, not str", text, n=1, f="1")
        self.refused("is float, which cannot hold 1e+39", text, n=1, f=1e39)
        self.refused("is float, not NoneType", text, n=1, f=None)

    def test_vectors_and_structs(self):
        self.refused("is float4: give 4 numbers, not 3", "kernel void k(float4 v) { }", v=[1, 2, 3])
        self.refused("is float4: give 4 numbers, not int", "kernel void k(float4 v) { }", v=1)
        text = "struct p { double x; int tag; };\nkernel void k(struct p s) { }"
        self.refused("16 bytes, and the value has 12", text, s=bytes(12))
        self.refused("16 bytes: give bytes", text, s=3.5)

    def test_elements(self):
        pointer = coop.Module("kernel void k(global const float4 *v) { }").kernels["k"].parameters[0]
        check_items(pointer, np.dtype(np.float32), AssertionError)
        check_items(pointer, np.dtype((np.float32, 4)), AssertionError)
        for wrong in (np.float64, np.int32, ">f4", bool):
            with self.assertRaisesRegex(AssertionError, "whose elements are float32"):
                check_items(pointer, np.dtype(wrong), AssertionError)

    def test_texts(self):
        with self.assertRaises(coop.SourceRefused) as caught:
            coop.Module("kernel void k(global int *v)\n{\n    v[0] = nowhere;\n}\n", name="mine.cl")
        self.assertIn("mine.cl:3", caught.exception.message)
        self.assertIn("nowhere", caught.exception.details)
        for wrong in (3, None, "kernel void k(void) { }\0"):
            with self.assertRaises(coop.ArgumentError):
                coop.Module(wrong)
        with self.assertRaisesRegex(coop.ArgumentError, "a list of words"):
            coop.Module("kernel void k(void) { }", options="-DX=1")
        with self.assertRaisesRegex(coop.Error, "COOP_IO_FAILED.*no-such-coopc"):
            coop.Module("kernel void k(void) { }", coopc="/no-such-coopc")


if __name__ == "__main__":
    main()
