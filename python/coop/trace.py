"""Traces: what happened in a run, as tables, files and pictures."""

import collections
import csv
import ctypes
import json
import os
import tempfile
import types
import weakref

import numpy as np

from . import _library, _structs
from ._owner import interruptible

EVENT = np.dtype([("time_ns", "<u8"), ("launch", "<u4"), ("group_id", "<u4"), ("value", "<u4"), ("kind", "<u2"),
                  ("slot", "<u2"), ("word", "<u8")])

Row = collections.namedtuple("Row", "time_ns event launch kernel group_id slot value word")
Row.__doc__ = """An event of a trace as a row of a table: `event` is the name of its kind ("GROUP_BEGINS"; they are in
coop/shared/trace.h), `kernel` that of its launch."""

Verdict = collections.namedtuple("Verdict", [name for name, *_ in _structs.TraceVerdict._fields_])

LaunchRow = collections.namedtuple("LaunchRow", "launch kernel started_ns ended_ns groups_at_start groups_least groups_most "
                                                "mean_groups kills forks barriers busy_ns")
KernelRow = collections.namedtuple("KernelRow", "kernel is_cooperative launches kills forks barriers groups_least groups_most "
                                                "run_ns busy_ns group_ns")
SlotRow = collections.namedtuple("SlotRow", "slot groups busy_ns")
Statistics = collections.namedtuple("Statistics", "begin_ns end_ns launches kernels slots part_ns occupied")
Statistics.__doc__ = """Numbers out of a trace: lists of LaunchRow, KernelRow and SlotRow; `occupied` has the work-groups of
each kernel (a column) on average in each part (a row) of the time, which is part_ns long."""


class Trace:
    """A copy of a run's trace, made by Run.trace.

    events    a structured NumPy array: time_ns, launch, group_id, value, kind, slot, word
    launches  a list: sequence, kernel, is_cooperative, groups, …
    events_lost, barrier_events_lost, has_barriers, was_live, slot_count, device_name: as struct coop_trace
    """

    def __init__(self, run):
        self._trace = _structs.Trace()
        _library.call("coop_trace_take", run.handle, ctypes.byref(self._trace))
        weakref.finalize(self, _library.library().coop_trace_clear, self._trace)
        taken = self._trace
        self.events = np.empty(taken.event_count, EVENT)
        if taken.event_count > 0:
            ctypes.memmove(self.events.ctypes.data, taken.events, self.events.nbytes)
        self.launches = [types.SimpleNamespace(**_structs.as_dict(taken.launches[i])) for i in range(taken.launch_count)]
        for name in ("events_lost", "barrier_events_lost", "slot_count"):
            setattr(self, name, getattr(taken, name))
        self.has_barriers = bool(taken.has_barriers)
        self.was_live = bool(taken.was_live)
        self.device_name = taken.device_name.decode(errors="replace")

    def rows(self):
        """The events as a list of Row: tuples of numbers and names."""
        name = _library.library("coop_trace").coop_trace_kind_name
        kinds = {kind: name(kind).decode() for kind in set(self.events["kind"].tolist())}
        kernels = {launch.sequence: launch.kernel for launch in self.launches}
        return [Row(time, kinds[kind], launch, kernels.get(launch, ""), group, slot, value, word)
                for time, launch, group, value, kind, slot, word in self.events.tolist()]

    def write_csv(self, path):
        """The rows as a table with a line of names."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(Row._fields)
            writer.writerows(self.rows())

    def write_json(self, path):
        """The rows and the launches as one JSON object. (Perfetto and coop-trace read that of write_perfetto.)"""
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"device": self.device_name, "events_lost": self.events_lost, "columns": Row._fields,
                       "rows": self.rows(), "launches": [vars(launch) for launch in self.launches]}, file)

    def write_perfetto(self, path):
        """JSON for Chrome, Perfetto and coop-trace."""
        _library.call_of("coop_trace", "coop_trace_write_json", ctypes.byref(self._trace), _library.encoded(path))

    def write_svg(self, path, begin_ns=0, end_ns=0):
        """A picture: work-groups against time, with a colour for each kernel. Without a window, everything."""
        _library.call_of("coop_trace", "coop_trace_write_svg", ctypes.byref(self._trace), _library.encoded(path),
                         begin_ns, end_ns)

    def svg(self, begin_ns=0, end_ns=0):
        """The picture as a text."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.svg")
            self.write_svg(path, begin_ns, end_ns)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def _repr_svg_(self):
        return self.svg()

    def check(self):
        """Replays the trace and checks it against the semantics: a Verdict, whose is_violated should be 0."""
        verdict = _structs.TraceVerdict()
        interruptible(lambda: _library.call_of("coop_trace", "coop_trace_check", ctypes.byref(self._trace),
                                               ctypes.byref(verdict)))
        return Verdict(**_structs.as_dict(verdict))

    def statistics(self, parts=1):
        """Numbers of each launch, kernel and slot, and over `parts` equal parts of the time."""
        stat = _structs.TraceStat()
        try:
            _library.call_of("coop_trace", "coop_trace_stat_init", ctypes.byref(stat), ctypes.byref(self._trace), parts)
            return _statistics(self, stat)
        finally:
            _library.library("coop_trace").coop_trace_stat_clear(ctypes.byref(stat))


def _statistics(trace, stat):
    kernels = [stat.kernels[i] for i in range(stat.kernel_count)]
    names = [kernel.name.decode() for kernel in kernels]
    launches = []
    for i, told in enumerate(trace.launches):
        launch = stat.launches[i]
        length = launch.ended_ns - launch.started_ns if launch.has_ended else 0
        launches.append(LaunchRow(
            told.sequence, told.kernel, launch.started_ns if launch.has_started else None,
            launch.ended_ns if launch.has_ended else None, launch.groups_at_start, launch.groups_least,
            launch.groups_most, launch.group_ns / length if length > 0 else None, launch.kills, launch.forks,
            launch.barriers, launch.busy_ns))
    occupied = np.array([stat.occupied[i] for i in range(stat.parts * stat.kernel_count)], np.float64)
    return Statistics(
        stat.begin_ns, stat.end_ns, launches,
        [KernelRow(name, bool(k.is_cooperative), k.launches, k.kills, k.forks, k.barriers, k.groups_least,
                   k.groups_most, k.run_ns, k.busy_ns, k.group_ns) for name, k in zip(names, kernels)],
        [SlotRow(i, stat.slots[i].groups, stat.slots[i].busy_ns) for i in range(trace.slot_count)],
        stat.part_ns, occupied.reshape(stat.parts, stat.kernel_count))
