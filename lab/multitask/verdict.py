"""What is wanted of a device and its scheduler, what the runs show, and whether that is enough: a table for a reader who
looks at nothing else."""

import estimates
import settings
from tables import WORST_RATIO, Number, Table, title_of

# Work-groups with which a class must meet its period, and how much its slowdown may be above the ideal: on a GPU, and on a
# processor.
CLASSES = (("light", "quarter", 1.03, 1.05), ("medium", "quarter", 1.03, 1.05), ("heavy", "half", 1.03, 1.10))
DISPLAYS = ("60hz", "144hz")
OVERHEAD = {False: (1.02, 1.05), True: (1.05, 1.10)}  # mean and worst beside plain, by whether it is a processor
LISTED = 8  # of those that are far


def periods(results):
    for name, amount, _, _ in CLASSES:
        groups = results.beside(resizing="query", amount=amount, **{"class": name})
        if groups:
            met = sum(group.meets_period() for group in groups)
            yield [f"{name} jobs meet their period on {title_of(amount)}", "all", f"{met} of {len(groups)}",
                   "yes" if met == len(groups) else "no"]
    for name in DISPLAYS:
        groups = results.beside(amount="automatic", **{"class": name})
        if groups:
            late, jobs = (sum(counts) for counts in zip(*(group.missed() for group in groups)))
            yield [f"{name} jobs on automatic are late", "none", f"{late} of {jobs}", "no" if late else "yes"]


def slowdowns(results, is_processor):
    for name, amount, on_gpu, on_processor in CLASSES:
        groups = results.beside(resizing="query", amount=amount, **{"class": name})
        if not groups:
            continue
        most = on_processor if is_processor else on_gpu
        noisy = sum(group.is_noisy() for group in groups)
        is_noise = 2 * noisy > len(groups)  # whose median says nothing
        lacking = ", ".join(filter(None, (lacking_of(groups), f"{noisy} noisy" if noisy else "")))
        found = estimates.of_values([group.ratio() for group in groups if group.ratio()])
        what, wanted = f"slowdown by {name} jobs on {title_of(amount)}, divided by its ideal, median", f"at most {most:.2f}"
        if found is None:
            yield [what, wanted, lacking, "unclear"]
        else:
            holds = answer(found.value, found.interval, most)
            yield [what, wanted, Number(found.value, f"near:{name}:{amount}", remark=lacking and ", " + lacking),
                   "unclear" if (lacking_of(groups) or is_noise) and holds == "yes" else holds]


def lacking_of(groups):
    """What is to be said of groups of which slowdown / ideal is not known; "" where it is of all."""
    no_ideal = sum(not group.share_ideal() for group in groups)
    no_slowdown = sum(group.ratio() is None for group in groups) - no_ideal
    return ", ".join(f"{count} without {what}" for count, what in ((no_ideal, "an ideal"), (no_slowdown, "a slowdown")) if count)


def answer(value, interval, most):
    """Unclear: the value is too large, and the interval reaches what is wanted."""
    if value <= most:
        return "yes"
    return "unclear" if interval is not None and interval[0] <= most else "no"


def far_of(results):
    """[(slowdown / ideal, group)] of those that are more than WORST_RATIO, the worst first"""
    found = [(group.ratio(), group) for group in results.beside()]
    return sorted((one for one in found if one[0] and one[0] > WORST_RATIO), key=lambda one: -one[0])


def farthest(results):
    every = results.beside()
    if not every:
        return
    far = far_of(results)
    clear = [one for one in far if not one[1].is_noisy()]
    lacking = lacking_of(every)
    yield [f"configurations slower than {WORST_RATIO} of their own ideal", "none",
           f"{len(far)} of {len(every)}, {len(far) - len(clear)} of them noisy" + (lacking and ", " + lacking),
           "no" if clear else "unclear" if far or lacking else "yes"]
    for ratio, group in clear[:LISTED]:
        configuration = group.configuration
        yield ["· " + " ".join([configuration["application"], configuration["input"], configuration["class"],
                               title_of(configuration["amount"]), configuration["resizing"]]), "", f"{ratio:.3f}", ""]
    if len(clear) > LISTED:
        yield [f"· and {len(clear) - LISTED} more that are not noisy: far, below", "", "", ""]


def overheads(results, is_processor):
    ratios = []
    cooperative, plain = results.alone("cooperative-alone"), results.alone("plain")
    for pair, group in cooperative.items():
        if pair in plain:
            estimate = estimates.of_ratios([(one.beside_ms, other.beside_ms)
                                            for one, other in zip(group.runs, plain[pair].runs)])
            if estimate:
                ratios.append((estimate.value, estimate.interval, "/".join(pair)))
    if not ratios:
        return
    mean, worst = OVERHEAD[is_processor]
    product = 1.0
    for value, _, _ in ratios:
        product *= value
    found = product ** (1 / len(ratios))
    yield ["time alone, divided by the ordinary kernel's, geometric mean", f"at most {mean:.2f}", f"{found:.3f}", answer(found, None, mean)]
    value, interval, pair = max(ratios)
    yield ["the same, worst", f"at most {worst:.2f}", f"{value:.3f}, {pair}", answer(value, interval, worst)]


def table(results):
    is_processor = settings.is_pocl(results.header["device"])
    made = Table("What was wanted, and what was found",
                 "Unclear: it is not enough, and the 95 % interval reaches what would be; or the times alone vary by more than jobs "
                 "cost, or are longer than those beside jobs; or some configurations have no ideal, since their jobs took all of the time. More repetitions, on a machine without other work, say more.",
                 ["what", "wanted", "found", "holds"])
    for rows in (periods(results), slowdowns(results, is_processor), farthest(results), overheads(results, is_processor)):
        made.rows += rows
    return made
