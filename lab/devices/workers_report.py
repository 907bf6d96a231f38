"""What the plan `workers` has found: how much of the sum of both devices' speeds there is, and how fast all is beside the better one
alone. 1 is what there is at most of the sum, unless both share something that one alone has not enough of."""

import io

import devices_plan
from devices_results import spread

AIM = "Aim: T1L and contains at least 0.95 of the sum; memset never below 0.97 of the better one alone."


def inverse(ratios):
    return [1 / ratio for ratio in ratios]


def cell(ratios):
    three = spread(inverse(ratios))
    return f"{three[0]:.3f} ({three[1]:.3f} .. {three[2]:.3f})" if three else ""


def parts_of(row):
    return "/".join(f"{sum(part) / len(row.parts):.2f}" for part in zip(*row.parts)) if row.parts else ""


def rows_of(results):
    """(workload, groups, side, turns, ms, of the sum, of the better one, tasks of each)"""
    for point in results.points():
        for side in results.sides(point):
            row = results.row(point, side)
            is_alone = side.startswith("alone:")
            number = int(side[6:]) if is_alone else 0
            name = f"{results.header['options']['kinds'][number]} {number} alone" if is_alone else side
            yield (point[0], devices_plan.title_of(point[1]), name, len(row.ms), f"{row.median_ms():.4g}",
                   "" if is_alone else cell(results.over_ideal(point, side)), cell(results.over_best(point, side)), parts_of(row))


def title_of(results):
    options = results.header["options"]
    each = [f"{name} ({kind}, work-groups of {local})" for name, kind, local in zip(options["names"], options["kinds"], options["local"])]
    return " and ".join(each)


def say(results, file):
    print(title_of(results), file=file)
    print(f"{'workload':<10} {'groups':>8}  {'side':<12} {'turns':>5} {'ms':>9}  {'of the sum of speeds':<24} {'of the better alone':<24} "
          "tasks of each", file=file)
    for workload, groups, side, turns, ms, whole, best, parts in rows_of(results):
        print(f"{workload:<10} {groups:>8}  {side:<12} {turns:>5} {ms:>9}  {whole:<24} {best:<24} {parts}".rstrip(), file=file)
    print(AIM, file=file)


def markdown(results):
    out = io.StringIO()
    out.write(f"{title_of(results)}. Median (10th .. 90th percentile) of turns.\n\n"
              "| workload | work-groups | side | turns | ms | of the sum of both speeds | of the better one alone | tasks of each |\n"
              "|---|---|---|---|---|---|---|---|\n")
    for row in rows_of(results):
        out.write("| " + " | ".join(map(str, row)) + " |\n")
    return out.getvalue() + f"\n{AIM}\n\n"
