"""The tables of a report. A table is a title, a text, names of columns, and rows of cells; a cell is a text, or a Number
with what it is of, so that a program can find it in the page."""

import estimates
import paper
import policies

WORST_RATIO = 1.1


class Number:
    def __init__(self, value, of, decimals=3, remark=""):
        self.text = ("" if value is None else f"{value:.{decimals}f}") + remark
        self.of = of


class Table:
    def __init__(self, title, text, names):
        self.title, self.text, self.names = title, text, names
        self.rows = []


def interval_text(estimate, decimals=3):
    if estimate is None or estimate.interval is None:
        return ""
    return f"{estimate.interval[0]:.{decimals}f} .. {estimate.interval[1]:.{decimals}f}"


def title_of(amount):
    return paper.AMOUNT_TITLES.get(amount, str(amount))


def job_sizes(results):
    table = Table("Job sizes", "A job's matrices are sized in each run, on the idle device, and timed once more; "
                  "E is what that second look says of all work-groups.",
                  ["class", "P (ms)", "E wanted (ms)", "E measured, median (ms)", "least", "most", "runs", "off by more than 10 %"])
    for name in results.classes():
        runs = [run for group in results.beside(**{"class": name}) for run in group.runs]
        if not runs:
            continue
        values = [run.work_ms for run in runs]
        wanted = runs[0].configuration["work_ms"]
        off = sum(abs(value / wanted - 1) > 0.1 for value in values)
        table.rows.append([name, f"{runs[0].period_ms:g}", f"{wanted:g}", Number(estimates.median(values), f"work:{name}"),
                           f"{min(values):.3f}", f"{max(values):.3f}", str(len(runs)), str(off)])
    return table


def ratio_rows(above, below, clock):
    """[(pair, Estimate of above/below, medians of both)]

    clock  the quantity of a run that is compared."""
    for pair in above:
        if pair not in below:
            continue
        times = {}
        for name, groups in (("above", above), ("below", below)):
            times[name] = [getattr(run, clock) for run in groups[pair].runs]
        estimate = estimates.of_ratios(list(zip(times["above"], times["below"])))
        if estimate:
            medians = [estimates.median([ms for run in times[name] for ms in run]) for name in ("above", "below")]
            yield pair, estimate, medians


def overhead(results):
    """Table 2, and the same beside a loop of launches."""
    table = Table("Overhead without multitasking (the paper's Table 2)",
                  "The cooperative kernel, with nothing beside it, divided by the same source as an ordinary kernel with the "
                  "fastest barrier that fits (plain), and by a launch for each level or phase (multikernel); below 1 the "
                  "cooperative kernel is faster. Against plain both times are the device's; against multikernel both are the host's, "
                  "from the first launch until the host knows the end. The paper, of an Iris 6100: mean 1.07, worst 1.23 against plain.",
                  ["application", "input", "against", "cooperative (ms)", "other (ms)", "ratio", "95 % interval"])
    cooperative = results.alone("cooperative-alone")
    for way in ("plain", "multikernel"):
        ratios = []
        # Many launches have no time by the device's clock that would hold what is between them.
        clock = "wall_ms" if way == "multikernel" else "beside_ms"
        for pair, estimate, medians in ratio_rows(cooperative, results.alone(way), clock):
            ratios.append(estimate.value)
            table.rows.append([*pair, way, f"{medians[0]:.3f}", f"{medians[1]:.3f}",
                               Number(estimate.value, f"overhead:{way}:{'/'.join(pair)}"), interval_text(estimate)])
        if ratios:
            product = 1.0
            for ratio in ratios:
                product *= ratio
            table.rows.append(["all", "", way, "", "", Number(product ** (1 / len(ratios)), f"overhead:{way}:mean"),
                               f"geometric mean; worst {max(ratios):.3f}"])
    return table


def classes_table(results, way="cooperative"):
    """Table 3 and the numbers of Figure 6."""
    is_lease = way == "lease"
    prefix = "lease-" if is_lease else ""
    table = Table("Slowdown and period of each class (the paper's Table 3 and Figure 6)" + ", jobs by leases" * is_lease,
                  "Jobs are ordinary kernels in the places of work-groups that leave. " * is_lease + "Medians over applications and inputs. Ideal: what the work-groups that the jobs held would cost if nothing "
                  "else did" + (", and at least E, since work-groups share fewer processors" if results.is_crowded else "") + ". P/(P-E): the kernel-preemption model. A period is met when the median is within 2 % of it.",
                  ["class", "work-groups", "slowdown", "95 % interval", "ideal", "P/(P-E)", "the paper's", "period (ms)",
                   "the paper's", "met", "jobs late", "jobs"])
    has_paper = results.has_paper_pairs()
    for name in results.classes():
        for amount in results.amounts(way, resizing="query", **{"class": name}):
            groups = results.beside(way, resizing="query", amount=amount, **{"class": name})
            slow = [group.slowdown() for group in groups if group.slowdown()]
            over_all = estimates.of_values([estimate.value for estimate in slow])
            if len(slow) == 1:
                over_all = slow[0]
            period = estimates.median([group.period_ms() for group in groups if group.period_ms()])
            late = [sum(counts) for counts in zip(*(group.missed() for group in groups))]
            said, periods = (paper.SLOWDOWN.get(name, (None, None)), paper.PERIOD) if has_paper else ((None, None), {})
            table.rows.append([name, title_of(amount), Number(over_all.value if over_all else None, f"{prefix}slowdown:{name}:{amount}"),
                               interval_text(over_all),
                               Number(estimates.median([v for v in (g.share_ideal() for g in groups) if v]), f"{prefix}ideal:{name}:{amount}"),
                               f"{groups[0].model():.3f}", f"{said[1]:.2f}" if said[0] == amount else "",
                               Number(period, f"{prefix}period:{name}:{amount}", 2),
                               str(periods.get(name, {}).get(amount, "")),
                               "yes" if period and period <= groups[0].configuration["period_ms"] * 1.02 else "no",
                               Number(late[0], f"{prefix}late:{name}:{amount}", 0), Number(late[1], f"{prefix}jobs:{name}:{amount}", 0)])
    return table


def gather_text(group):
    values = group.all_of("gather_us")
    if not values:
        return ["", ""]
    return [f"{estimates.median(values):.1f}", f"{estimates.quantile(values, 0.99):.1f}"]


def configurations(results):
    table = Table("Every configuration", "Gather times are those of the jobs that came while the kernel ran. Far: the slowdown is "
                  "more than 1.1 of its own ideal. No ideal: in one of the runs the jobs took all of the time, or there was one at most. "
                  "Noisy: the kernel's times alone vary by more than the jobs cost at best, or are longer than those beside jobs, so the "
                  "slowdown says little.",
                  ["application", "input", "class", "work-groups", "barrier", "runs", "slowdown", "95 % interval", "ideal",
                   "period (ms)", "late", "gather (µs)", "99 %", "job (ms)", ""])
    for group in results.beside():
        configuration, slow, ideal = group.configuration, group.slowdown(), group.share_ideal()
        late, jobs = group.missed()
        is_far = slow and ideal and slow.value > WORST_RATIO * ideal
        remarks = ["far"] * bool(is_far) + ["no ideal"] * (not ideal) + ["noisy"] * group.is_noisy()
        table.rows.append([configuration["application"], configuration["input"], configuration["class"],
                           title_of(configuration["amount"]), configuration["resizing"], str(len(group.runs)),
                           f"{slow.value:.3f}" if slow else "", interval_text(slow), f"{ideal:.3f}" if ideal else "",
                           f"{group.period_ms() or 0:.2f}", f"{late}/{jobs}", *gather_text(group),
                           f"{estimates.median(group.all_of('run_ms')) or 0:.3f}", ", ".join(remarks)])
    return table


def automatic(results):
    table = Table("Automatic: the fewest work-groups that meet the period, learnt from the jobs before",
                  "Beside the fewest fixed number whose median period is met.",
                  ["class", "application", "input", "work-groups, median", "late", "slowdown", "fixed number", "late", "slowdown"])
    for group in results.beside(amount="automatic"):
        configuration = group.configuration
        same = {name: configuration[name] for name in ("application", "input", "class")}
        fixed = [other for amount in results.amounts(**same) if amount != "automatic"
                 for other in results.beside(amount=amount, resizing="query", **same) if other.meets_period()]
        slow, late = group.slowdown(), group.missed()
        row = [same["class"], same["application"], same["input"], f"{estimates.median(group.all_of('groups')) or 0:g}",
               f"{late[0]}/{late[1]}", f"{slow.value:.3f}" if slow else ""]
        if fixed:
            slow, late = fixed[0].slowdown(), fixed[0].missed()
            row += [title_of(fixed[0].configuration["amount"]), f"{late[0]}/{late[1]}", f"{slow.value:.3f}" if slow else ""]
        table.rows.append(row + [""] * (len(table.names) - len(row)))
    return table


def share_of(group):
    """A job's time by its time on all work-groups, as if that grew by as much as its work-groups are fewer."""
    times = [ms * held / (run.result["groups"] * run.work_ms) for run in group.runs for ms, held in zip(run.run_ms, run.groups)]
    return estimates.median(times)


def leases(results):
    table = Table("Jobs by leases, and as kernels of the run",
                  "By a lease a job is an ordinary kernel, in the places of work-groups that leave. Job to share: its time ÷ (E × all "
                  "work-groups ÷ those that it had). Ideal: of each its own.",
                  ["application", "input", "class", "work-groups", "barrier", "by", "slowdown", "95 % interval", "ideal", "late",
                   "gather (µs)", "99 %", "job (ms)", "job to share"])
    for group in results.beside("lease"):
        names = ("application", "input", "class", "amount", "resizing")
        same = {name: group.configuration[name] for name in names}
        for by, one in [("run", other) for other in results.beside(**same)] + [("lease", group)]:
            slow, ideal = one.slowdown(), one.share_ideal()
            of = ":".join(str(same[name]) for name in names) + ":" + by
            table.rows.append([same["application"], same["input"], same["class"], title_of(same["amount"]), same["resizing"], by,
                               Number(slow.value if slow else None, f"by:{of}"), interval_text(slow),
                               f"{ideal:.3f}" if ideal else "", "{}/{}".format(*one.missed()), *gather_text(one),
                               f"{estimates.median(one.all_of('run_ms')) or 0:.3f}", Number(share_of(one), f"share:{of}")])
    return table


def policy(results):
    table = Table("Policies: how the scheduler serves the jobs",
                  "First-come: it gathers work-groups when a job is there. Period-aware: it knows the period, and gathers so long "
                  "before a job is due as gathering has taken. Keep-gathered: it holds work-groups from half a period before. "
                  "Start-with-fewer: a job starts with what is free, from three quarters on. Automatic: on the fewest that meet the period; "
                  "automatic-aware: period-aware, too. "
                  "Beside first-come: what is less or more, outside of the 95 % intervals, and by more than 2 %.",
                  ["class", "application", "input", "policy", "work-groups, median", "late", "slowdown", "95 % interval",
                   "gather (µs)", "99 %", "beside first-come"])
    for name, application, title, policy_name, group, said in policies.rows(results):
        slow, late = group.slowdown(), group.missed()
        of = f"{name}:{policy_name}:{application}/{title}"
        table.rows.append([name, application, title, policy_name, f"{estimates.median(group.all_of('groups')) or 0:g}",
                           f"{late[0]}/{late[1]}", Number(slow.value if slow else None, f"policy:{of}"), interval_text(slow),
                           *gather_text(group), said])
    return table


def rivals(results):
    table = Table("The same work and the same jobs without coop",
                  "An ordinary kernel (plain) or a launch for each level (multikernel), and the job on a second queue of its "
                  "context or in a second process. Waits: from a job's launch to its start, as the driver's clock tells it.",
                  ["application", "input", "class", "way", "slowdown", "95 % interval", "period (ms)", "late", "waits (µs)", "99 %",
                   "job (ms)"])
    for group in results.groups.values():
        configuration = group.configuration
        if "class" not in configuration or not group.runs[0].has_jobs:
            continue
        is_rival = "+" in configuration["way"]
        if not is_rival and not (configuration["way"] == "cooperative" and configuration["amount"] == "half" and
                                 configuration["resizing"] == "query" and has_rival(results, configuration)):
            continue
        slow, late = group.slowdown(), group.missed()
        table.rows.append([configuration["application"], configuration["input"], configuration["class"], configuration["way"],
                           f"{slow.value:.3f}" if slow else "", interval_text(slow), f"{group.period_ms() or 0:.2f}",
                           "{}/{}".format(*late), *gather_text(group), f"{estimates.median(group.all_of('run_ms')) or 0:.3f}"])
    table.rows.sort(key=lambda row: row[:3])
    return table


def has_rival(results, configuration):
    return any("+" in group.configuration["way"] and
               all(group.configuration.get(name) == configuration[name] for name in ("application", "input", "class"))
               for group in results.groups.values())


def failures(results):
    table = Table("What failed", "Configurations without a result, with the reason that was given.", ["configuration", "reason"])
    table.rows = [[record["key"], record["reason"]] for record in results.failures]
    return table


def all_of(results):
    tables = [classes_table(results), classes_table(results, "lease"), leases(results), overhead(results), automatic(results), policy(results), rivals(results), job_sizes(results),
              configurations(results), failures(results)]
    return [table for table in tables if table.rows]
