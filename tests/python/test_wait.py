"""Waiting: deadlines, Ctrl-C, other threads, several launches, functions at ends, and asyncio."""

import asyncio
import os
import select
import signal
import tempfile
import threading
import time

import numpy as np
from support import LIMIT, Device, main

import coop

KERNELS = """
#include "coop/kernel.clh"

coop_kernel void until(global atomic_uint *word)
{
    for (;;) {
        offer_kill();
        if (atomic_load_explicit(word, memory_order_acquire, memory_scope_device) != 0)
            break;
    }
}

kernel void add(global atomic_uint *word, uint value)
{
    atomic_fetch_add_explicit(word, value, memory_order_relaxed, memory_scope_device);
}
"""


class Waiting(Device):
    """One work-item a group, and a word that ends the kernel `until`."""

    TEXT = KERNELS
    RUN = {"local_items": 1}
    A_RUN_EACH = True

    def setUp(self):
        super().setUp()
        self.word = self.context.zeros(1, np.uint32)
        self.addCleanup(self.word.store, 0, 1)  # whatever happens, the kernel ends

    def until(self):
        return self.launch.until.options(groups=1)(word=self.word)


class DeadlinesHold(Waiting):
    def test_a_wait_that_is_too_short(self):
        launch = self.until()
        began = time.monotonic()
        failure = self.refused(coop.TimedOut, "COOP_TIMED_OUT while ", launch.wait, 0.5)
        self.assertGreaterEqual(time.monotonic() - began, 0.5)
        self.assertIn("until", failure.details)
        self.assertIsInstance(failure, TimeoutError)
        self.refused(coop.TimedOut, "COOP_TIMED_OUT", launch.wait, 0)
        self.assertIn(launch.status, ("waits", "runs"))
        self.word.store(0, 1)
        launch.wait(LIMIT)
        self.assertEqual(launch.status, "ended")
        launch.wait(0)

    def test_times_that_are_none(self):
        launch = self.launch.add(1, word=self.word, value=1)
        for wrong in (float("inf"), float("nan"), None, "soon", 1e12):
            self.refused(coop.ArgumentError, "every wait has a deadline", launch.wait, wrong)
        launch.wait(LIMIT)

    def test_a_run_that_stops(self):
        with self.context.buffer([0], np.uint32) as word, self.assertRaises(coop.Busy):
            self.context.run(self.module)  # one run at a time
        launch = self.until()
        self.run_.stop(LIMIT)
        self.refused(coop.Stopped, "COOP_STOPPED", launch.wait, LIMIT)
        self.refused(coop.Stopped, "COOP_STOPPED", self.launch.add, 1, word=self.word, value=1)
        self.assertFalse(self.run_.report().is_live)
        with self.context.run(self.module, worker_groups=1, local_items=1) as again:
            again.launch.add(1, word=self.word, value=5).wait(LIMIT)


class OtherThreadsGoOn(Waiting):
    def test_while_one_waits(self):
        launch = self.until()
        seen = []

        def other():
            while len(seen) < 100:
                seen.append(time.monotonic())
            self.word.store(0, 1)

        thread = threading.Thread(target=other)
        thread.start()
        launch.wait(LIMIT)  # ends only when the other thread has run
        thread.join()
        self.assertEqual(len(seen), 100)

    def test_many_launch_at_once(self):
        word = self.context.zeros(1, np.uint32)
        failures = []

        def work(value):
            try:
                for _ in range(10):
                    self.launch.add.options(timeout=LIMIT)(4, word=word, value=value).wait(LIMIT)
                    with self.context.buffer(np.arange(value), np.uint32) as mine:
                        if mine.read().tolist() != list(range(value)):
                            failures.append(value)
                    try:
                        self.launch.add(4, word=word, value=-value)
                        failures.append("accepted")
                    except coop.ArgumentError as failure:
                        if f"and -{value} is not" not in str(failure):
                            failures.append(str(failure))
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=work, args=(value,)) for value in (1, 10, 100, 1000)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual(word.load(0), 40 * 1111)

    def test_each_thread_has_its_own_error(self):
        sentences = {}
        barrier = threading.Barrier(2)

        def work(number):
            for _ in range(50):
                barrier.wait()
                try:
                    self.launch.until.options(groups=number)(word=self.word)
                except coop.InvalidArgument as failure:
                    sentences.setdefault(number, set()).add(str(number) in failure.message)

        threads = [threading.Thread(target=work, args=(number,)) for number in (1111, 2222)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sentences, {1111: {True}, 2222: {True}})


class InterruptsEndWaits(Waiting):
    def interrupted(self, function):
        """SIGINT comes while the main thread is in the function."""
        sender = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            sender.start()
            function()
        sender.join()

    def test_waits(self):
        launch = self.until()
        self.interrupted(lambda: launch.wait(LIMIT))
        self.interrupted(lambda: coop.wait_any([launch], LIMIT))
        self.word.store(0, 1)
        launch.wait(LIMIT)

    def test_a_launch_that_waits_for_room(self):
        launches = [self.until() for _ in range(31)]

        def more():
            while True:
                launches.append(self.launch.until.options(groups=1, timeout=LIMIT)(word=self.word))

        self.interrupted(more)
        self.word.store(0, 1)
        for launch in launches:
            launch.wait(LIMIT)

    def test_coopc(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "coopc")
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nsleep 2\nexit 1\n")
        os.chmod(path, 0o755)
        self.interrupted(lambda: coop.Module("kernel void k(void) { }", coopc=path, cache_dir="", timeout=LIMIT))


class EndsAreTold(Waiting):
    def test_wait_any(self):
        slow = self.until()
        quick = self.launch.add(1, word=self.context.zeros(1, np.uint32), value=3)
        self.assertIs(coop.wait_any([slow, quick], LIMIT), quick)
        self.refused(coop.TimedOut, "COOP_TIMED_OUT", coop.wait_any, [slow], 0.3)
        self.refused(coop.InvalidArgument, "COOP_INVALID_ARGUMENT", coop.wait_any, [], 1)
        self.word.store(0, 1)
        self.assertIs(coop.wait_any([slow], LIMIT), slow)

    def test_functions(self):
        told = []
        done = threading.Event()
        launch = self.until()
        launch.on_end(lambda failure, stats: told.append((failure, stats.groups_at_start)))
        launch.on_end(lambda failure, stats: done.set())
        self.refused(coop.ArgumentError, "is no function", launch.on_end, 3)
        self.assertEqual(told, [])
        self.word.store(0, 1)
        self.assertTrue(done.wait(LIMIT))
        self.assertEqual(told, [(None, 1)])

    def test_futures_and_asyncio(self):
        values = np.zeros(1, np.uint32)

        async def all_of_them():
            launch = self.launch.add(5, word=coop.InOut(values), value=2)
            return await asyncio.wait_for(launch, LIMIT)

        stats = asyncio.run(all_of_them())
        self.assertGreaterEqual(stats.groups_at_start, 1)
        self.assertEqual(values.tolist(), [10])

    def test_a_future_of_one_that_is_stopped(self):
        future = self.until().future()
        self.run_.stop(LIMIT)
        with self.assertRaisesRegex(coop.Stopped, "COOP_STOPPED"):
            future.result(LIMIT)

    def test_a_descriptor(self):
        descriptor = self.run_.event_fd()
        try:
            launch = self.until()
            self.word.store(0, 1)
            self.assertEqual(select.select([descriptor], [], [], LIMIT)[0], [descriptor])
            launch.wait(LIMIT)
        finally:
            os.close(descriptor)


if __name__ == "__main__":
    main()
