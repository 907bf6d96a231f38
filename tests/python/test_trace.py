"""Traces and statistics as tables, files and pictures."""

import csv
import json
import os
import tempfile
import xml.etree.ElementTree

import numpy as np
from support import LIMIT, Device, main

import coop

KERNELS = """
#include "coop/kernel.clh"

coop_kernel void rounds(global uint *v, uint count)
{
    transmit uint round = 0;

    for (; round < count; round++) {
        if (get_global_id(0) == 0)
            v[0]++;
        resizing_global_barrier();
    }
}

kernel void set(global uint *v)
{
    v[get_global_id(0)] = 1;
}
"""


class TracesAreTables(Device):
    TEXT = KERNELS
    RUN = {"trace_events": 10000, "trace_barriers": True}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.launch.rounds.options(groups=2)(v=cls.context.zeros(1, np.uint32), count=12).wait(LIMIT)
        for _ in range(3):
            cls.launch.set(64, v=cls.context.zeros(64, np.uint32)).wait(LIMIT)
        cls.run_.stop(LIMIT)
        cls.trace = cls.run_.trace()

    def test_events_and_rows(self):
        trace = self.trace
        self.assertEqual([launch.kernel for launch in trace.launches], ["rounds", "set", "set", "set"])
        self.assertEqual((trace.events_lost, trace.was_live, trace.has_barriers), (0, False, True))
        rows = trace.rows()
        self.assertEqual(len(rows), len(trace.events))
        self.assertEqual([row.time_ns for row in rows], trace.events["time_ns"].tolist())
        self.assertEqual(sum(row.event == "COMPLETED" for row in rows), 4)
        self.assertEqual({row.kernel for row in rows if row.event == "GROUP_BEGINS"}, {"rounds", "set"})

    def test_files(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        table, data, tracks = (os.path.join(folder.name, name) for name in ("t.csv", "t.json", "perfetto.json"))
        self.trace.write_csv(table)
        with open(table, newline="", encoding="utf-8") as file:
            lines = list(csv.reader(file))
        self.assertEqual(lines[0], list(coop.Row._fields))
        self.assertEqual(lines[1:], [[str(value) for value in row] for row in self.trace.rows()])
        self.trace.write_json(data)
        with open(data, encoding="utf-8") as file:
            read = json.load(file)
        self.assertEqual([tuple(row) for row in read["rows"]], self.trace.rows())
        self.assertEqual(read["launches"][0]["groups"], 2)
        self.trace.write_perfetto(tracks)
        with open(tracks, encoding="utf-8") as file:
            self.assertIn("traceEvents", json.load(file))

    def test_picture(self):
        picture = self.trace._repr_svg_()
        self.assertTrue(xml.etree.ElementTree.fromstring(picture).tag.endswith("svg"))
        self.assertIn("rounds", picture)
        self.refused(coop.InvalidArgument, "COOP_INVALID_ARGUMENT", self.trace.svg, 1, 2)
        self.refused(coop.Error, "COOP_IO_FAILED", self.trace.write_svg, "/no/such/folder/picture.svg")

    def test_check(self):
        verdict = self.trace.check()
        self.assertFalse(verdict.is_violated, verdict.text)
        self.assertEqual(verdict.events_checked, len(self.trace.events))
        self.assertGreaterEqual(verdict.barriers, 12)

    def test_statistics(self):
        numbers = self.trace.statistics(parts=5)
        self.assertEqual([(k.kernel, k.launches, k.is_cooperative) for k in numbers.kernels],
                         [("rounds", 1, True), ("set", 3, False)])
        self.assertEqual(numbers.launches[0].barriers, 12)
        self.assertEqual(numbers.occupied.shape, (5, 2))
        self.assertLessEqual(numbers.occupied.sum(axis=1).max(), 2 + 1e-9)
        self.assertEqual(len(numbers.slots), self.trace.slot_count)
        self.refused(coop.InvalidArgument, "parts", self.trace.statistics, 0)

    def test_a_run_without_a_trace(self):
        with self.context.run(self.module, worker_groups=1) as run:
            self.refused(coop.InvalidArgument, "COOP_INVALID_ARGUMENT", run.trace)


if __name__ == "__main__":
    main()
