"""What a state holds of the elastic experiment: throughput of the kernels and tail of the job for each way to share the
device, and how coop stands against the splits.

The throughput of a kernel is its launches a second, divided by those that it makes alone on all work-groups in the same
repetition; that of a mix is the sum over its kernels: system throughput, as Eyerman and Eeckhout define it (IEEE Micro,
2008). The tail is the 95th percentile of a job's time from its launch to its end."""

import elastic_plan
import estimates
from results import PERIOD_TOLERANCE

TAIL = 0.95
TAIL_ALLOWED = 1.1


def launches_of(kernel, end_ms):
    """Launches between 0 and end_ms; of the one under way at the end, the part that is before it."""
    return sum((min(end, end_ms) - begin) / (end - begin)
               for begin, end in zip(kernel["begin_ms"], kernel["end_ms"]) if end > begin and begin < end_ms)


class Run:
    def __init__(self, configuration, record):
        self.configuration, self.record = configuration, record
        self.result = record["result"]
        end_ms = self.result["seconds"] * 1000
        self.rates = {kernel["kernel"]: launches_of(kernel, end_ms) / self.result["seconds"] for kernel in self.result["kernels"]}
        # A job that was launched behind the end had the device for itself.
        self.jobs = [job for job in self.result.get("jobs", []) if job["launched_ms"] < end_ms]


class Way:
    """The repetitions of one way to share the device among the kernels of a mix."""

    def __init__(self, runs, alone):
        self.runs = runs
        self.configuration = runs[0].configuration
        self.kernels = self.configuration["kernels"]
        # Repetitions whose kernels were measured alone, too.
        self.parts = [{name: run.rates[name] / alone[name][run.configuration["repetition"]] for name in self.kernels}
                      for run in runs if all(alone.get(name, {}).get(run.configuration["repetition"], 0) > 0 for name in self.kernels)]

    def name(self):
        return {"elastic-coop": "coop, " + self.configuration["detail"], "elastic-driver": "driver",
                "elastic-split": self.configuration["detail"].replace("-", " + ")}[self.configuration["way"]]

    def part(self, kernel):
        return estimates.median([parts[kernel] for parts in self.parts])

    def throughput(self):
        return estimates.of_values([sum(parts.values()) for parts in self.parts])

    def latencies(self):
        return [job["latency_ms"] for run in self.runs for job in run.jobs]

    def tail(self, fraction=TAIL):
        return estimates.quantile(self.latencies(), fraction)

    def is_measured(self):
        """Whether there is something to compare: without a launch in time, a throughput is 0."""
        throughput = self.throughput()
        return throughput is not None and throughput.value > 0 and (self.tail() or 0) > 0

    def late(self):
        """(late jobs, jobs)"""
        jobs = [job for run in self.runs for job in run.jobs]
        return sum(job["is_late"] for job in jobs), len(jobs)

    def meets_period(self):
        """Whether the job comes as often as it should: in the median within 2 % of the period."""
        between = [after["launched_ms"] - before["launched_ms"] for run in self.runs for before, after in zip(run.jobs, run.jobs[1:])]
        median = estimates.median(between)
        return median is not None and median <= self.configuration["period_ms"] * (1 + PERIOD_TOLERANCE)


class Mix:
    """All ways of one mix."""

    def __init__(self, name, runs):
        self.name = name
        self.kernels = elastic_plan.MIXES[name][0].split(",")
        alone = {}
        by_way = {}
        for run in runs:
            way, detail = run.configuration["way"], run.configuration["detail"]
            if way == "elastic-alone":
                alone.setdefault(detail, {})[run.configuration["repetition"]] = run.rates[detail]
            elif way != "elastic-area":
                by_way.setdefault((way, detail), []).append(run)
        self.alone = {name: estimates.median(list(rates.values())) for name, rates in alone.items()}
        self.areas = [run for run in runs if run.configuration["way"] == "elastic-area"]
        ways = [Way(runs, alone) for runs in by_way.values()]
        self.ways = [way for way in ways if way.is_measured()]
        order = elastic_plan.WAYS
        self.ways.sort(key=lambda way: (order.index(way.configuration["way"]), way.configuration.get("split", [])))

    def of(self, kind):
        return [way for way in self.ways if way.configuration["way"] == kind]

    def coop(self):
        """The one that is judged."""
        named = [way for way in self.of("elastic-coop") if way.configuration["detail"] == elastic_plan.AMOUNTS[0]]
        return named[0] if named else None

    def splits(self):
        """Those that bring the job in its period; all, where none does."""
        splits = self.of("elastic-split")
        return [split for split in splits if split.meets_period()] or splits

    def best_split(self):
        return max(self.splits(), key=lambda split: split.throughput().value, default=None)

    def fastest_split(self):
        return min(self.splits(), key=lambda split: split.tail(), default=None)

    def closeness(self, split):
        """How near a split comes to coop in what it is worse at: throughput, or the tail. 1: as good in both."""
        coop = self.coop()
        return min(split.throughput().value / coop.throughput().value, coop.tail() / split.tail())

    def closest_split(self):
        return max(self.splits(), key=self.closeness, default=None)

    def verdict(self):
        """None without a split, or else how coop stands against the split of the highest throughput."""
        coop, best = self.coop(), self.best_split()
        if coop is None or best is None:
            return None
        throughput = coop.throughput().value / best.throughput().value
        tail = coop.tail() / best.tail()
        return {"throughput": throughput, "tail": tail, "holds": throughput >= 1 and tail <= TAIL_ALLOWED}


def mixes(results):
    """Those of elastic configurations that have run, in the plan's order."""
    runs = {}
    for record in results.records:
        configuration = results.by_key[record["key"]]
        if elastic_plan.is_elastic(configuration):
            runs.setdefault(configuration["input"], []).append(Run(configuration, record))
    return [Mix(name, runs[name]) for name in elastic_plan.MIXES if name in runs]
