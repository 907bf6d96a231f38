"""Buffers: arrays of every kind there and back."""

import unittest

import numpy as np
from support import context, main

import coop


class ArraysComeBack(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = context()
        cls.addClassCleanup(cls.context.close)

    def same(self, array):
        with self.context.buffer(array) as buffer:
            back = buffer.read()
            self.assertEqual((back.dtype, back.shape), (array.dtype, array.shape))
            np.testing.assert_array_equal(back, array)

    def test_every_type_and_shape(self):
        for dtype in ("i1", "u2", "i4", "u8", "f2", "f4", "f8", "?", "c8", "S3", ">i4"):
            self.same(np.arange(24).astype(dtype).reshape(2, 3, 4))
        self.same(np.array(7.5))
        self.same(np.zeros((0, 3), np.int32))
        self.same(np.array([(1, 2.5)], [("a", "u1"), ("b", "f8")]))
        self.same(np.arange(20)[::-3])
        self.same(np.asfortranarray(np.arange(6).reshape(2, 3)))

    def test_pieces(self):
        with self.context.zeros(10, np.int32) as buffer:
            buffer.write([1, 2, 3], start=4)
            buffer.write(np.array([9], np.int32))
            buffer.store(9, 5)
            buffer.store(8, np.int32(6))
            self.assertEqual(buffer.read().tolist(), [9, 0, 0, 0, 1, 2, 3, 0, 6, 5])
            self.assertEqual(buffer.read(4, 2).tolist(), [1, 2])
            self.assertEqual((buffer.load(8), len(buffer), buffer.nbytes), (6, 10, 40))
            out = np.empty((5, 2), np.int32)
            self.assertIs(buffer.read(out=out), out)
            self.assertEqual(out[4].tolist(), [6, 5])
            np.testing.assert_array_equal(np.asarray(buffer), out.ravel())
            buffer.fill(255)
            self.assertEqual(buffer.view(np.uint16).read(18).tolist(), [0xFFFF] * 2)

    def test_mapped(self):
        for transport in ("svm", "copy"):
            try:
                here = context(transport=transport)
            except coop.DeviceUnfit:
                continue
            with here, here.buffer(np.arange(10, dtype=np.int16)) as buffer:
                with buffer.map(2, 4) as array:
                    self.assertEqual(array.tolist(), [2, 3, 4, 5])
                    array += 100
                with buffer.map(write=False) as array:
                    self.assertEqual(array[:4].tolist(), [0, 1, 102, 103])
                    self.assertRaises(ValueError, array.__setitem__, 0, 1)

    def test_what_is_refused(self):
        with self.context.zeros(10, np.int32) as buffer:
            for function, arguments in ((buffer.read, (8, 3)), (buffer.read, (-1, 1)), (buffer.write, ([1] * 11,)),
                                        (buffer.write, (np.zeros(2),)), (buffer.write, ([2 ** 40],)), (buffer.load, (10,)),
                                        (buffer.write, ("x",)), (buffer.at, (11,)), (buffer.view, ("V7",))):
                with self.assertRaises(coop.ArgumentError, msg=f"{function} {arguments}"):
                    function(*arguments)
            self.assertRaisesRegex(coop.ArgumentError, "has float64, and the buffer int32", buffer.write, np.zeros(2))
            self.assertRaises(coop.ArgumentError, buffer.read, out=np.empty(9, np.int32))
        self.assertRaises(coop.ArgumentError, self.context.buffer, [object()])
        for values, dtype in (([1.5], np.int32), ([-1], np.uint64), ([2 ** 64], np.uint64), ([1e39], np.float32),
                              (np.array([300]), np.uint8), (["x"], np.float64)):
            self.assertRaisesRegex(coop.ArgumentError, "do not become", self.context.buffer, values, dtype)
        self.assertEqual(self.context.buffer([2 ** 64 - 1, 0], np.uint64).read().tolist(), [2 ** 64 - 1, 0])
        self.assertEqual(self.context.buffer([np.inf, 1], np.float32).read().tolist(), [np.inf, 1])
        self.assertRaises(coop.ArgumentError, coop.Out, [1, 2, 3])

    def test_devices(self):
        devices = coop.devices()
        here = self.context.device
        self.assertEqual(devices[here.index].device_name, here.device_name)
        self.assertTrue(here.can_serve)
        self.assertIn(here.transport, ("svm", "copy"))


if __name__ == "__main__":
    main()
