"""Launches: kernels of both kinds, arrays there and back, options, and what is refused."""

import gc
import unittest

import numpy as np
from support import LIMIT, Device, context, main

import coop

KERNELS = """
#include "coop/kernel.clh"

struct step { float by; int count; };

kernel void scale(global float *v, float by)
{
    v[get_global_id(0)] *= by;
}

kernel void number(global uint *out, uint width)
{
    out[get_global_id(1) * width + get_global_id(0)] = 1000 * get_local_size(0) + get_global_id(1) * width + get_global_id(0);
}

kernel void sum(global const int *in, global long *total, local long *part, int4 more, struct step step)
{
    part[get_local_id(0)] = 0;
    for (int i = get_local_id(0); i < step.count; i += get_local_size(0))
        part[get_local_id(0)] += in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        long all = more.x + more.y + more.z + more.w + (long)step.by;
        for (uint i = 0; i < get_local_size(0); i++)
            all += part[i];
        total[0] = all;
    }
}

coop_kernel void prefix_sums(global uint *first, global uint *second, uint count)
{
    transmit uint distance = 1;
    transmit global uint *in = first;
    transmit global uint *out = second;

    while (distance < count) {
        for (uint i = get_global_id(0); i < count; i += get_global_size(0))
            out[i] = i < distance ? in[i] : in[i] + in[i - distance];
        global uint *swap = in; in = out; out = swap;
        distance *= 2;
        resizing_global_barrier();
    }
}
"""
STEP = np.dtype([("by", "f4"), ("count", "i4")])


class KernelsRun(Device):
    TEXT = KERNELS

    def test_a_regular_kernel(self):
        values = np.arange(100, dtype=np.float32)
        with self.context.buffer(values) as v:
            stats = self.launch.scale(100, v=v, by=2.5).wait(LIMIT)
            np.testing.assert_array_equal(v.read(), values * np.float32(2.5))
        self.assertGreaterEqual(stats.groups_at_start, 1)

    def test_two_dimensions_and_a_local_size(self):
        out = self.context.zeros((6, 8), np.uint32)
        self.launch.number.options(local=(4, 2))((8, 6), out=out, width=8).wait(LIMIT)
        np.testing.assert_array_equal(out.read(), 4000 + np.arange(48).reshape(6, 8))

    def test_a_cooperative_kernel(self):
        count = 1000
        first = self.context.buffer(np.arange(count), np.uint32)
        second = self.context.empty(count, np.uint32)
        stats = self.launch.prefix_sums.options(groups=2)(first=first, second=second, count=count).wait(LIMIT)
        self.assertEqual(stats.barriers, 10)
        np.testing.assert_array_equal(first.read(), np.cumsum(np.arange(count)))

    def test_arrays_there_and_back(self):
        values = np.arange(-5, 300, dtype=np.int32)
        launch = self.launch.sum.options(local=8)(
            8, **{"in": values}, total=coop.Out(np.int64, 1), part=8 * 8, more=(1, 2, 3, 4),
            step=np.array((10.0, values.size), STEP))
        self.assertEqual(launch.results(LIMIT)["total"].tolist(), [int(values.sum()) + 20])
        both = np.arange(12, dtype=np.float32).reshape(3, 4)[:, ::2]
        self.launch.scale(6, v=coop.InOut(both), by=-1).wait(LIMIT)
        self.assertEqual(both.tolist(), [[0, -2], [-4, -6], [-8, -10]])

    def test_a_place_in_a_buffer(self):
        with self.context.buffer(np.ones(10, np.float32)) as v:
            self.launch.scale(3, v=v.at(4), by=3).wait(LIMIT)
            self.assertEqual(v.read().tolist(), [1] * 4 + [3] * 3 + [1] * 3)
            self.launch.scale(2, v=v.view(np.uint32).view(np.float32), by=0).wait(LIMIT)
            self.assertEqual(v.read(0, 3).tolist(), [0, 0, 1])

    def test_launches_after_others(self):
        with self.context.buffer(np.ones(4, np.float32)) as v:
            launches = []
            for i in range(40):  # more than the table of launches has places
                launches.append(self.launch.scale.options(after=launches[-1:], timeout=LIMIT)(4, v=v, by=-2 if i else 3))
            launches[-1].wait(LIMIT)
            self.assertEqual([launch.status for launch in launches], ["ended"] * 40)
            self.assertEqual(v.load(0), 3 * (-2.0) ** 39)

    def test_a_launch_that_repeats(self):
        with self.context.buffer(np.ones(4, np.float32)) as v:
            launch = self.launch.scale.options(repeats=True, period=0.001)(4, v=v, by=-1)
            while launch.repeated()["launched"] < 3:
                self.assertNotEqual(launch.status, "ended")
            launch.stop_repeating()
            launch.wait(LIMIT)
            report = launch.repeated()
            self.assertEqual(v.read().tolist(), [(-1.0) ** report["launched"]] * 4)
            self.assertLessEqual(report["late_ns"], report["most_late_ns"])
            self.refused(coop.InvalidArgument, "does not repeat", self.launch.scale(4, v=v, by=1).stop_repeating)

    def test_nobody_keeps_launch_and_memory(self):
        for _ in range(20):
            self.launch.scale.options(timeout=LIMIT)(500, v=coop.In(np.ones(500, np.float32)), by=2)
            gc.collect()
        with self.context.buffer(np.ones(4, np.float32)) as v:
            self.launch.scale.options(timeout=LIMIT)(4, v=v, by=2).wait(LIMIT)
            self.assertEqual(v.read().tolist(), [2] * 4)


class WrongLaunchesAreRefused(Device):
    TEXT = KERNELS

    def test_names_of_kernels_and_options(self):
        self.refused(coop.UnknownKernel, "no kernel `scael`; it has scale, number, sum, prefix_sums", getattr, self.launch, "scael")
        self.assertFalse(hasattr(self.launch, "scael"))
        self.assertIn("prefix_sums", dir(self.launch))
        self.refused(coop.ArgumentError, "no option `group`; it has", self.launch.scale.options, group=1)
        self.refused(coop.ArgumentError, "a run has no option `worker`", self.context.run, self.module, worker=1)

    def test_index_spaces(self):
        v = self.context.zeros(8, np.float32)
        self.refused(coop.ArgumentError, "give its work-items first", self.launch.scale, v=v, by=1)
        self.refused(coop.ArgumentError, "up to three", self.launch.scale, (1, 2, 3, 4), v=v, by=1)
        self.refused(coop.ArgumentError, "up to three", self.launch.scale, -1, v=v, by=1)
        self.refused(coop.InvalidArgument, "COOP_INVALID_ARGUMENT", self.launch.scale, 0, v=v, by=1)
        self.refused(coop.ArgumentError, "has no index space", self.launch.prefix_sums, 8, first=v, second=v, count=8)

    def test_arguments(self):
        ints = self.context.zeros(8, np.int32)
        self.refused(coop.ArgumentError, "`v` of scale is global float *, whose elements are float32, and the buffer has int32",
                     self.launch.scale, 8, v=ints, by=1)
        self.refused(coop.ArgumentError, "cannot use an array of the host's", self.launch.scale, 8, v=np.ones(8, np.float32), by=1)
        self.refused(coop.ArgumentError, "give a buffer, not int", self.launch.scale, 8, v=ints.address, by=1)
        self.refused(coop.ArgumentError, "bytes of local memory", self.launch.sum, 8, **{"in": ints}, total=None, part=None,
                     more=(0,) * 4, step=bytes(8))
        self.refused(coop.ArgumentError, "does not write there", self.launch.sum, 8, **{"in": coop.Out(np.int32, 4)}, total=None,
                     part=64, more=(0,) * 4, step=bytes(8))

    def test_what_the_library_refuses(self):
        v = self.context.zeros(8, np.float32)
        failure = self.refused(coop.InvalidArgument, "COOP_INVALID_ARGUMENT while ",
                               self.launch.prefix_sums.options(groups=1000), first=None, second=None, count=0)
        self.assertNotIsInstance(failure, coop.ArgumentError)
        self.assertIn("1000", failure.message)
        self.refused(coop.Error, "COOP_", self.launch.scale.options(local=4096), 4096, v=v, by=1)

    def test_closed_objects(self):
        v = self.context.zeros(8, np.float32)
        view = v.view(np.uint8)
        launch = self.launch.scale(8, v=v, by=1)
        launch.wait(LIMIT)
        launch.close()
        launch.close()
        v.close()
        self.refused(coop.InvalidHandle, "the buffer was closed", v.read)
        self.refused(coop.InvalidHandle, "the buffer was closed", view.read)
        self.refused(coop.InvalidHandle, "the buffer was closed", self.launch.scale, 8, v=v, by=1)
        self.refused(coop.InvalidHandle, "the launch was closed", launch.wait, 1)


class ErrorsCarryTheSentence(unittest.TestCase):
    def test_of_a_device(self):
        with self.assertRaises(coop.NoDevice) as caught:
            coop.Context("no such device")
        self.assertIn("no such device", caught.exception.message)
        self.assertEqual(caught.exception.status, coop.Status.NO_DEVICE)
        self.assertTrue(str(caught.exception).startswith("COOP_NO_DEVICE while "))

    def test_of_modules(self):
        with context() as here:
            with self.assertRaisesRegex(coop.InvalidModule, "line 1 "):
                here.run(coop.Module.translated("kernel void k(void) {}"))
            with self.assertRaises(coop.BuildFailed) as caught:
                here.run(coop.Module("kernel void k(global int *v) { v[0] = 1; }"
                                     ).translated(coop.Module("kernel void k(void) { }").text + b"\n#error broken\n"))
            self.assertIn("broken", caught.exception.details)

    def test_of_memory(self):
        with context() as here:
            with self.assertRaisesRegex(coop.OutOfMemory, "COOP_OUT_OF_MEMORY"):
                here.empty(1 << 40)
            self.assertRaises(coop.ArgumentError, here.empty, -1)
            self.assertRaises(coop.ArgumentError, here.empty, 3, object)

    def test_of_a_kernel(self):
        with context() as here:
            module = coop.Module("kernel void outside(global int *v) { v[get_global_id(0) + 1000] = 1; }", name="outside.cl")
            with here.run(module, worker_groups=1, check="addresses") as run:
                launch = run.launch.outside(1, v=here.zeros(4, np.int32))
                with self.assertRaises(coop.KernelFailed) as caught:
                    launch.wait(LIMIT)
                self.assertIn("outside.cl:1", caught.exception.message)

    def test_of_a_closed_context(self):
        here = context()
        run = here.run(coop.Module("kernel void k(void) { }"), worker_groups=1)
        here.close()
        with self.assertRaises(coop.InvalidHandle):
            here.zeros(4)
        with self.assertRaises(coop.InvalidHandle):
            run.launch.k(1)
        run.close()


if __name__ == "__main__":
    main()
