"""The tables of the elastic experiment, and its text."""

import elastic_plan
from tables import Number, Table, interval_text

METHOD = f"""Up to four cooperative kernels run beside each other and beside a 60 Hz job (P {elastic_plan.PERIOD_MS:g}, E {elastic_plan.WORK_MS:g} ms),
each launched again as soon as it ends. decode answers a request of a transformer-like model: a prompt, read at once, then one token
after the other, each of which is a few matrix-vector products over its keys and values. wide is a stage of matrix products with a
narrow summary behind each batch. bfs is a search whose small frontiers one work-group takes, and multigrid solves Poisson's
equation on grids from fine to coarse and back. Each says how many work-groups it has use for. The first and the last result of
each kernel in each run are compared with a sequential computation, and the jobs' products are checked. A split gives every kernel,
and the job, its own work-groups before anything begins: a kernel may leave its own unused, and nobody else gets them. The driver
runs the same sources as ordinary kernels that block, a process each, and the job in one more. A kernel's part is its launches a
second divided by those that it makes alone on all work-groups; the throughput of a mix is the sum of its kernels' parts, and above 1
where they use what the others leave. The tail is the 95th percentile of a job's time from its launch to its end. A split keeps the
period when the median time between jobs is within 2 % of it; only such splits are compared with, where there are some."""


def verdicts(mixes):
    table = Table("Elasticity: coop against every static split",
                  "Holds: coop's throughput is at least that of the split of the highest throughput that keeps the period, and the "
                  "job's tail at most 1.1 of that split's. The closest split is the one that comes nearest in what it is worse "
                  "at. The last columns have the split with the shortest tail.",
                  ["mix", "coop", "tail (ms)", "best split", "its throughput", "its tail (ms)", "throughput, ratio", "tail, ratio",
                   "holds", "closest split", "throughput, ratio", "tail, ratio", "driver", "its tail (ms)", "shortest tail",
                   "its throughput", "its tail (ms)"])
    for mix in mixes:
        verdict = mix.verdict()
        if verdict is None:
            continue
        coop, best, closest, fastest = mix.coop(), mix.best_split(), mix.closest_split(), mix.fastest_split()
        driver = mix.of("elastic-driver")
        of_driver = [f"{driver[0].throughput().value:.3f}", f"{driver[0].tail():.2f}"] if driver else ["", ""]
        table.rows.append([mix.name, Number(coop.throughput().value, f"elastic:{mix.name}:coop"),
                           Number(coop.tail(), f"elastic-tail:{mix.name}:coop", 2), best.name(),
                           Number(best.throughput().value, f"elastic:{mix.name}:best"),
                           Number(best.tail(), f"elastic-tail:{mix.name}:best", 2), f"{verdict['throughput']:.3f}",
                           f"{verdict['tail']:.3f}", "yes" if verdict["holds"] else "no", closest.name(),
                           f"{coop.throughput().value / closest.throughput().value:.3f}", f"{coop.tail() / closest.tail():.3f}",
                           *of_driver, fastest.name(), f"{fastest.throughput().value:.3f}", f"{fastest.tail():.2f}"])
    return table


def kernels_cell(way):
    return ", ".join(f"{name} {way.part(name):.3f}" for name in way.kernels)


def ways(mixes):
    table = Table("Elasticity: every way to share the device",
                  "Work-groups of a split are those of the kernels, in the mix's order, and of the job.",
                  ["mix", "way", "runs", "throughput", "95 % interval", "kernels' parts", "period kept", "jobs late", "jobs",
                   "tail (ms)", "99 % (ms)"])
    for mix in mixes:
        for way in mix.ways:
            late, jobs = way.late()
            estimate = way.throughput()
            table.rows.append([mix.name, way.name(), str(len(way.runs)),
                               Number(estimate.value, f"elastic-way:{mix.name}:{way.configuration['way']}:{way.configuration['detail']}"),
                               interval_text(estimate), kernels_cell(way), "yes" if way.meets_period() else "no", str(late), str(jobs),
                               f"{way.tail():.2f}", f"{way.tail(0.99):.2f}"])
    return table


def alone(mixes):
    table = Table("Elasticity: kernels alone", "Launches a second of each kernel on all work-groups, without a job.",
                  ["mix", "kernel", "launches a second"])
    for mix in mixes:
        for kernel in mix.kernels:
            if kernel in mix.alone:
                table.rows.append([mix.name, kernel, f"{mix.alone[kernel]:.3f}"])
    return table


def all_of(mixes):
    return [table for table in (verdicts(mixes), ways(mixes), alone(mixes)) if table.rows]
