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

coop_kernel void until(global atomic_uint *word)
{
    do {
        offer_kill();
        request_fork();
    } while (atomic_load_explicit(word, memory_order_acquire, memory_scope_device) == 0);
}

kernel void nothing(void)
{
}
"""


wants_pyopencl = unittest.skipIf(pyopencl is None, "there is no pyopencl here (Debian's package python3-pyopencl)")


def open_both(test):
    """A cl_context, a queue, and a context in it."""
    try:
        devices = coop.devices(worker_groups=3)  # first: PoCL makes its threads now
    except coop.Error as failure:
        test.skipTest(str(failure))
    serving = [device for device in devices if device.can_serve]
    if not serving:
        test.skipTest("no device can serve")
    device = pyopencl.get_platforms()[serving[0].platform_index].get_devices()[serving[0].device_index]
    test.cl = pyopencl.Context([device])
    test.queue = pyopencl.CommandQueue(test.cl)
    test.context = coop.Context(opencl_context=test.cl, opencl_queue=test.queue, memory_bytes=1 << 20)
    test.addCleanup(test.context.close)


def twice(cl):
    return pyopencl.Program(cl, "kernel void twice(global int *v) { v[get_global_id(0)] *= 2; }").build().twice


@wants_pyopencl
class MemoryIsShared(unittest.TestCase):
    def setUp(self):
        open_both(self)

    def double(self, memory, count):
        twice(self.cl)(self.queue, (count,), None, memory)
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


@wants_pyopencl
class LeasesMakeRoom(unittest.TestCase):
    """Both work-groups of a run belong to a kernel that goes on, and a lease gets one of them."""

    def setUp(self):
        open_both(self)
        self.other = pyopencl.CommandQueue(self.cl)  # on the context's own everything waits for the run's end
        self.twice = twice(self.cl)
        self.values = np.arange(100, dtype=np.int32)
        flags = pyopencl.mem_flags.READ_WRITE | pyopencl.mem_flags.COPY_HOST_PTR
        self.memory = pyopencl.Buffer(self.cl, flags, hostbuf=self.values)
        self.word = self.context.zeros(1, np.uint32)
        self.run_ = self.context.run(coop.Module(KERNELS), worker_groups=2)
        self.addCleanup(self.run_.close)
        self.addCleanup(self.word.store, 0, 1)
        self.run_.launch.until(word=self.word)

    def double(self):
        self.twice(self.other, (100,), None, self.memory)
        self.values *= 2

    def check(self):
        there = np.empty_like(self.values)
        pyopencl.enqueue_copy(self.other, there, self.memory)
        np.testing.assert_array_equal(there, self.values)

    def test_at_the_end_of_a_block(self):
        for _ in range(3):
            with self.run_.lease(groups=1, priority=1, queue=self.other) as lease:
                self.double()
            self.assertEqual(lease.wait(LIMIT).groups_at_start, 1)
            self.assertEqual(lease.status, "ended")
            self.assertEqual(repr(lease), "<coop.Lease>")
            self.check()

    def test_when_the_block_raises(self):
        for _ in range(3):
            with self.assertRaises(ZeroDivisionError), self.run_.lease(groups=1, queue=self.other) as lease:
                self.double()
                1 // 0
            self.assertEqual(lease.wait(LIMIT).groups_at_start, 1)
            self.check()

    def test_without_a_block(self):
        lease = self.run_.lease(groups=1, timeout=LIMIT)
        future = lease.future()
        self.double()
        lease.end(self.other)
        self.check()
        self.assertEqual(future.result(LIMIT).groups_at_start, 1)
        with self.assertRaisesRegex(coop.InvalidArgument, "ended before"):
            lease.end(self.other)

    def test_that_nobody_ends(self):
        for _ in range(3):
            lease = self.run_.lease(groups=1)
            del lease
            self.run_.launch.nothing.options(groups=1)(1).wait(LIMIT)  # in the work-group that is back

    def test_when_the_run_has_stopped(self):
        with self.assertRaisesRegex(coop.Stopped, "no work-group comes back"), self.run_.lease(queue=self.other):
            self.run_.stop(LIMIT)
        with self.assertRaisesRegex(coop.Stopped, "COOP_STOPPED"):
            self.run_.lease(queue=self.other)

    def test_what_is_refused(self):
        with self.assertRaisesRegex(coop.ArgumentError, "one of pyopencl or an integer, not str"):
            self.run_.lease("mine")
        for name in ("local", "repeats", "group"):
            with self.assertRaisesRegex(coop.ArgumentError, f"a lease has no option `{name}`; it has after, automatic"):
                self.run_.lease(**{name: 1})
        foreign = pyopencl.CommandQueue(pyopencl.Context([self.cl.devices[0]]))
        lease = self.run_.lease(groups=1)
        with self.assertRaisesRegex(coop.Error, "COOP_OPENCL_FAILED"):
            lease.end(foreign)
        lease.end()
        lease.wait(LIMIT)


if __name__ == "__main__":
    main()
