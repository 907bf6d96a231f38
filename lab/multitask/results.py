"""What a state holds, as runs with their quantities, and the runs of one configuration together."""

import os

import elastic_plan
import estimates
import paper
import plan
import settings
from state import read

WORK_TOLERANCE = 0.1
PERIOD_TOLERANCE = 0.02
IMPOSSIBLE = 0.95  # a slowdown: nothing is faster beside jobs than alone, but for noise


class Run:
    """One measured run of one configuration."""

    def __init__(self, configuration, record, is_crowded=False):
        self.is_crowded = is_crowded
        self.configuration = configuration
        self.record = record
        self.result = record["result"]
        raw = self.result.get("raw", {})
        flags = raw.get("launch_is_alone", [])
        launches = raw.get("launch_ms", [])
        self.has_jobs = "frames" in self.result and "class" in configuration
        self.alone_ms = [ms for ms, is_alone in zip(launches, flags) if is_alone]
        self.beside_ms = [ms for ms, is_alone in zip(launches, flags) if not is_alone] if flags else launches
        # By the host's clock, from the launch until the host knows the end: what ways without a common clock of the device
        # are compared by.
        self.wall_ms = raw.get("launch_wall_ms", [])
        self.raw = raw
        if self.has_jobs:
            self.take_jobs(raw)

    def take_jobs(self, raw):
        frames = self.result["frames"]
        self.period_ms = self.configuration["period_ms"]
        self.work_ms = frames.get("measured_work_ms", self.configuration["work_ms"])
        self.windows_ms = estimates.windows(self.beside_ms, self.period_ms)
        self.gather_us = [us for us, beside in zip(raw["job_gather_us"], raw["job_is_beside"]) if beside]
        self.run_ms = raw["job_run_ms"]
        self.groups = raw["job_groups"]
        launched = raw["job_launched_ms"]
        self.intervals_ms = [after - before for before, after in zip(launched, launched[1:])]
        self.jobs = len(launched)
        self.missed = sum(raw["job_is_late"])

    def share_ideal(self):
        """The slowdown if the jobs cost exactly the work-groups that they held, while they held them. Where work-groups are
        crowded, a work-group that a job does not hold is no processor that it does not use: it costs at least its work.
        None: the jobs took all of the time, or there was one at most."""
        total = self.result["groups"]
        mean_interval = sum(self.intervals_ms) / len(self.intervals_ms) if self.intervals_ms else 0
        if not self.run_ms or mean_interval <= 0:
            return None
        held_ms = sum(ms * groups / total for ms, groups in zip(self.run_ms, self.groups)) / len(self.run_ms)
        if self.is_crowded:
            held_ms = max(held_ms, self.work_ms)
        return mean_interval / (mean_interval - held_ms) if held_ms < mean_interval else None


class Group:
    """The repetitions of one configuration."""

    def __init__(self, runs):
        self.runs = runs
        self.configuration = runs[0].configuration
        self._slowdown = None

    def all_of(self, name):
        return [value for run in self.runs for value in getattr(run, name)]

    def slowdown(self):
        if self._slowdown is None:
            self._slowdown = estimates.of_ratios([(run.windows_ms, run.alone_ms) for run in self.runs])
        return self._slowdown

    def share_ideal(self):
        """None where one of the runs has none: the rest are the better ones."""
        values = [run.share_ideal() for run in self.runs]
        return None if None in values else estimates.median(values)

    def ratio(self):
        """The slowdown divided by its ideal; None where one of them is not known."""
        slow, ideal = self.slowdown(), self.share_ideal()
        return slow.value / ideal if slow and ideal else None

    def model(self):
        return paper.preemption(self.configuration["period_ms"], self.configuration["work_ms"])

    def period_ms(self):
        return estimates.median(self.all_of("intervals_ms"))

    def missed(self):
        """(jobs that were late, jobs)"""
        return sum(run.missed for run in self.runs), sum(run.jobs for run in self.runs)

    def meets_period(self):
        period = self.period_ms()
        return period is not None and period <= self.configuration["period_ms"] * (1 + PERIOD_TOLERANCE)

    def is_noisy(self):
        """Whether launches alone, which should be equal, vary by more than the jobs cost at best, or took longer than those
        beside jobs, which cannot be."""
        alone, slow = self.all_of("alone_ms"), self.slowdown()
        spread = estimates.quantile(alone, 0.9) - estimates.quantile(alone, 0.1)
        return spread > (self.model() - 1) * estimates.median(alone) or (slow is not None and slow.value < IMPOSSIBLE)


def is_crowded(header):
    """Whether work-groups are threads that share fewer processors."""
    return settings.is_pocl(header["device"]) and header["machine"]["processors"] < header["options"]["groups"]


class Results:
    """All of a directory of `coop-multitask run`."""

    def __init__(self, out):
        self.out = out
        self.header, records, _, _ = read(os.path.join(out, "state"))
        self.by_key = {configuration["key"]: configuration for configuration in self.header["plan"]}
        last = {record["key"]: record for record in records}
        self.failures = [record for record in last.values() if record["status"] == "failed"]
        self.missing = [key for key in self.by_key if key not in last]
        self.records = [record for record in last.values() if record["status"] == "done"]
        self.is_crowded = is_crowded(self.header)
        self.runs = [Run(self.by_key[record["key"]], record, self.is_crowded) for record in self.records
                     if not elastic_plan.is_elastic(self.by_key[record["key"]])]
        self.groups = self.grouped()

    def grouped(self):
        by_name = {}
        for run in self.runs:
            by_name.setdefault(run.configuration["key"].rsplit("/", 1)[0], []).append(run)
        return {name: Group(runs) for name, runs in by_name.items()}

    def beside(self, way="cooperative", **wanted):
        """Groups with jobs that have all the wanted values."""
        return [group for group in self.groups.values()
                if group.configuration["way"] == way and group.runs[0].has_jobs and
                all(group.configuration.get(name) == value for name, value in wanted.items())]

    def alone(self, way):
        """{(application, input): group} of runs without jobs."""
        return {(group.configuration["application"], group.configuration["input"]): group
                for group in self.groups.values() if group.configuration["way"] == way and not group.runs[0].has_jobs}

    def classes(self):
        names = list(paper.CLASSES)
        return sorted(self.header["options"]["classes"], key=lambda name: (names + [name]).index(name))

    def amounts(self, way="cooperative", **wanted):
        """Of the groups beside jobs, in the order of the number of work-groups."""
        seen = {group.configuration["amount"] for group in self.beside(way, **wanted)}
        numbers = sorted((amount for amount in seen if isinstance(amount, int)))
        return [amount for amount in paper.AMOUNTS if amount in seen] + numbers

    def pairs(self):
        pairs = []
        for group in self.groups.values():
            pair = (group.configuration["application"], group.configuration["input"])
            if pair not in pairs:
                pairs.append(pair)
        return pairs

    def has_paper_pairs(self):
        """Whether any application is one of the paper's, beside whose numbers the paper's say something."""
        return any(application in dict(plan.PAPER_PAIRS) for application, _ in self.pairs())

    def number_of(self, amount):
        """Work-groups; None for automatic."""
        groups = self.header["options"]["groups"]
        numbers = {"one": 1, "quarter": max(groups // 4, 1), "half": max(groups // 2, 1), "most": max(groups - 1, 1),
                   "automatic": None}
        return numbers.get(amount, amount)
