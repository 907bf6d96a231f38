"""Beside pyopencl: one cl_context, and memory that both use."""

import unittest

import numpy as np
from support import LIMIT, main

import coop

try:
    import pyopencl
except ImportError:
    pyopencl = None

KERNELS = """
#include "coop/kernel.clh"

coop_kernel void add(global int *v, uint count, int value)
{
    for (uint i = get_global_id(0); i < count; i += get_global_size(0))
        v[i] += value;
    resizing_global_barrier();
}
"""


@unittest.skipIf(pyopencl is None, "there is no pyopencl here (Debian's package python3-pyopencl)")
class MemoryIsShared(unittest.TestCase):
    def setUp(self):
        try:
            devices = coop.devices(worker_groups=3)  # first: PoCL makes its threads now
        except coop.Error as failure:
            self.skipTest(str(failure))
        serving = [device for device in devices if device.can_serve]
        if not serving:
            self.skipTest("no device can serve")
        device = pyopencl.get_platforms()[serving[0].platform_index].get_devices()[serving[0].device_index]
        self.cl = pyopencl.Context([device])
        self.queue = pyopencl.CommandQueue(self.cl)
        self.context = coop.Context(opencl_context=self.cl, opencl_queue=self.queue, memory_bytes=1 << 20)
        self.addCleanup(self.context.close)

    def double(self, memory, count):
        program = pyopencl.Program(self.cl, "kernel void twice(global int *v) { v[get_global_id(0)] *= 2; }").build()
        program.twice(self.queue, (count,), None, memory)
        self.queue.finish()

    def test_imported(self):
        values = np.arange(100, dtype=np.int32)
        memory = pyopencl.Buffer(self.cl, pyopencl.mem_flags.READ_WRITE | pyopencl.mem_flags.COPY_HOST_PTR, hostbuf=values)
        self.double(memory, 100)
        buffer = self.context.import_buffer(memory, np.int32)
        with self.context.run(coop.Module(KERNELS), worker_groups=1) as run:
            run.launch.add(v=buffer, count=100, value=7).wait(LIMIT)
        self.double(memory, 100)
        there = np.empty_like(values)
        pyopencl.enqueue_copy(self.queue, there, memory)
        np.testing.assert_array_equal(there, (values * 2 + 7) * 2)
        np.testing.assert_array_equal(buffer.read(), there)

    def test_lent(self):
        buffer = self.context.buffer(np.arange(50, dtype=np.int32))
        with self.context.run(coop.Module(KERNELS), worker_groups=1) as run:
            run.launch.add(v=buffer, count=50, value=1).wait(LIMIT)
        memory = buffer.as_cl_mem()
        self.double(memory, 50)
        memory.release()
        np.testing.assert_array_equal(buffer.read(), (np.arange(50) + 1) * 2)

    def test_what_is_refused(self):
        with self.assertRaisesRegex(coop.ArgumentError, "one of pyopencl or an integer, not str"):
            coop.Context(opencl_context="mine")
        other = pyopencl.Context([self.cl.devices[0]])
        memory = pyopencl.Buffer(other, pyopencl.mem_flags.READ_WRITE, 64)
        with self.assertRaisesRegex(coop.InvalidArgument, "COOP_INVALID_ARGUMENT"):
            self.context.import_buffer(memory)


if __name__ == "__main__":
    main()
