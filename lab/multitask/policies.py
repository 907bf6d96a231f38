"""Policies: how the scheduler serves the periodic jobs. Their configurations, and their table.

first-come is the configuration on half of the work-groups (or the first of --amounts without half), and automatic the one of
that number; the others are runs of their own, with coop-app --policy, on as many: period-aware, keep-gathered, start-with-fewer; and
automatic-aware is automatic with period-aware.
"""

import random

import estimates

ALL = ("first-come", "period-aware", "keep-gathered", "start-with-fewer", "automatic", "automatic-aware")
NONE = "none"  # for --policy: no comparison
AMOUNT = "half"
WORSE_BY = 1.02  # a slowdown that is no loss


def configurations(base, application, settings, programs):
    """Those of one application; some may be in the plan already."""
    if not settings.get("policies") or not programs.knows(application, "--policy"):
        return
    for name in settings["policy_classes"]:
        period_ms, work_ms = settings["classes"][name]
        for policy in settings["policies"]:
            amount = "automatic" if policy.startswith("automatic") else amount_of(settings)
            configuration = dict(base, way="cooperative", resizing="query", amount=amount, period_ms=period_ms,
                                 work_ms=work_ms, seconds=settings["seconds"], **{"class": name})
            if policy not in ("first-come", "automatic"):
                configuration.update(way="policy", policy=policy)
            yield configuration


def amount_of(settings):
    """The number of work-groups of all but the automatic ones: half, or what stands first in --amounts instead."""
    fixed = [amount for amount in settings["amounts"] if amount != "automatic"]
    return AMOUNT if AMOUNT in fixed or not fixed else fixed[0]


def words(configuration):
    """Of the command line of coop-app."""
    policy = configuration.get("policy")
    return ["--policy", "period-aware" if policy == "automatic-aware" else policy] if policy else []


def group_of(results, policy, **wanted):
    """The runs of a policy; None when there are none."""
    if policy in ("first-come", "automatic"):
        amount = amount_of(results.header["options"]) if policy == "first-come" else "automatic"
        found = results.beside(resizing="query", amount=amount, **wanted)
    else:
        found = results.beside("policy", policy=policy, **wanted)
    return found[0] if found else None


def late_part(group, seed=1):
    """The part of the jobs that were late, with its interval."""
    flags = [flag for run in group.runs for flag in run.raw["job_is_late"]]
    if not flags:
        return None
    def draw(chance):
        return sum(chance.choices(flags, k=len(flags))) / len(flags)
    chance = random.Random(seed)
    drawn = sorted(draw(chance) for _ in range(estimates.RESAMPLES))
    return estimates.Estimate(sum(flags) / len(flags), (estimates.quantile(drawn, 0.025), estimates.quantile(drawn, 0.975)))


def is_apart(one, other):
    """-1 or 1: one is below or above the other, outside of the intervals; 0: nobody knows."""
    if one is None or other is None or one.interval is None or other.interval is None:
        return 0
    return (one.interval[0] > other.interval[1]) - (one.interval[1] < other.interval[0])


def verdict(first, group):
    """What a policy gains and loses beside first-come."""
    said = []
    for title, one, other in (("late", late_part(group), late_part(first)), ("slowdown", group.slowdown(), first.slowdown())):
        side = is_apart(one, other)
        if side < 0:
            said.append("less " + title)
        elif side > 0 and (title == "late" or one.value > WORSE_BY * other.value):
            said.append("more " + title)
    return ", ".join(said) or "as good"


def classes_with(results):
    return [name for name in results.classes() if any(group.configuration["class"] == name for group in results.beside("policy"))]


def rows(results):
    """[(class, application, input, policy, group, verdict)]; nothing where no policy but the first is in the plan."""
    for name in classes_with(results):
        for application, title in results.pairs():
            wanted = {"class": name, "application": application, "input": title}
            first = group_of(results, "first-come", **wanted)
            for policy in ALL:
                group = group_of(results, policy, **wanted)
                if group:
                    said = "" if policy == "first-come" or first is None else verdict(first, group)
                    yield name, application, title, policy, group, said
