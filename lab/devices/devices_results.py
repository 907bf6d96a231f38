"""What a state says: of each workload, point and side the times, and their ratios to other sides of the same turn."""

import estimates


class Row:
    """A workload at one number of work-groups, on one side."""

    def __init__(self, workload, groups, side):
        self.workload, self.groups, self.side = workload, groups, side
        self.ms = {}  # by turn
        self.problem = ""
        self.remote_tasks = []
        self.parts = []  # of each run: the part of the tasks that each device ran

    def add(self, record):
        self.ms[record["turn"]] = record["ms"]
        self.problem = record["problem"]
        devices = record["devices"]
        whole = sum(device["executed"] for device in devices)
        if len(devices) > 1 and whole:
            self.parts.append([device["executed"] / whole for device in devices])
            self.remote_tasks.append(sum(device["remote_stolen"] for device in devices))

    def median_ms(self):
        return estimates.median(list(self.ms.values()))


class Results:
    def __init__(self, header, records):
        self.header = header
        self.rows = {}
        self.failures = [record for record in records if record["status"] == "failed"]
        done = {record["key"]: record for record in records}
        self.failures = [record for record in done.values() if record["status"] == "failed"]
        for configuration in header["plan"]:
            record = done.get(configuration["key"])
            if record is not None and record["status"] == "done":
                key = (record["workload"], tuple(record["groups"]), record["side"])
                self.rows.setdefault(key, Row(*key)).add(record)
        self.records = list(done.values())

    def points(self):
        """[(workload, groups)] in the order of the plan."""
        found = []
        for workload in self.header["options"]["workloads"]:
            for groups in self.header["options"]["groups"]:
                point = (workload, tuple(groups))
                if any(key[:2] == point for key in self.rows):
                    found.append(point)
        return found

    def row(self, point, side):
        return self.rows.get((*point, side))

    def alone(self, point):
        """The rows of the devices alone, in their order; parts of a device are alike."""
        count = self.header["options"]["count"]
        rows = [self.row(point, f"alone:{device}") for device in range(count)]
        if rows[0] is not None and not any(rows[1:]) and not self.header["options"]["devices"]:
            rows = [rows[0]] * count
        return rows

    def sides(self, point):
        return [key[2] for key in self.rows if key[:2] == point]

    def best_alone(self, point, turn):
        times = [row.ms[turn] for row in self.alone(point) if row is not None and turn in row.ms]
        return min(times) if times else None

    def ideal(self, point, turn):
        """The work over the sum of the speeds; None where a device was not measured."""
        rows = self.alone(point)
        if any(row is None or turn not in row.ms for row in rows):
            return None
        return 1 / sum(1 / row.ms[turn] for row in rows)

    def ratios(self, point, side, below):
        """Of each turn the side's time over below(point, turn)."""
        row = self.row(point, side)
        if row is None:
            return []
        pairs = [(ms, below(point, turn)) for turn, ms in sorted(row.ms.items())]
        return [ms / other for ms, other in pairs if other]

    def over_best(self, point, side):
        return self.ratios(point, side, self.best_alone)

    def over_ideal(self, point, side):
        return self.ratios(point, side, self.ideal)

    def over_side(self, point, side, other):
        row = self.row(point, other)
        return self.ratios(point, side, lambda _, turn: row.ms.get(turn) if row is not None else None)


def spread(values):
    """(median, 10th, 90th percentile); None of nothing."""
    if not values:
        return None
    return estimates.median(values), estimates.quantile(values, 0.1), estimates.quantile(values, 0.9)
