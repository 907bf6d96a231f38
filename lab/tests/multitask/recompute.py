"""recompute.py DIR: the numbers of DIR/report.html, computed again from DIR/*.csv by other means. Knows nothing of
coop-multitask but the names of columns, and the definitions that the page states."""

import csv
import re
import sys
from collections import defaultdict
from statistics import geometric_mean, median

directory = sys.argv[1]
page = open(f"{directory}/report.html", encoding="utf-8").read()
said = dict(re.findall(r'data-of="([^"]+)">([^<]+)<', page))


def rows(name):
    return list(csv.DictReader(open(f"{directory}/{name}.csv", encoding="utf-8", newline="")))


launches, walls, jobs = defaultdict(list), defaultdict(list), defaultdict(list)
for row in rows("launches"):
    launches[row["key"]].append((float(row["ms"]), row["is_alone"] == "1"))
    walls[row["key"]].append(float(row["wall_ms"]))
for row in rows("jobs"):
    jobs[row["key"]].append(row)
classes, alone = defaultdict(lambda: defaultdict(list)), defaultdict(lambda: defaultdict(list))
for row in rows("runs"):
    key, pair = row["key"], f'{row["application"]}/{row["input"]}'
    if row["way"] == "verify":
        continue
    if key not in jobs:
        alone[row["way"]][pair].append(median(ms for ms, _ in launches[key]))
        alone[row["way"] + "-wall"][pair].append(median(walls[key]))
    elif row["way"] in ("cooperative", "lease") and row["resizing"] == "query":
        means, open_ms = [], []
        for ms in (ms for ms, is_alone in launches[key] if not is_alone):
            open_ms.append(ms)
            if sum(open_ms) >= float(row["period_ms"]):
                means.append(sum(open_ms) / len(open_ms))
                open_ms = []
        times = [float(job["launched_ms"]) for job in jobs[key]]
        slow = median(means) / median(ms for ms, is_alone in launches[key] if is_alone)
        found = classes["lease-" * (row["way"] == "lease"), f'{row["class"]}:{row["amount"]}'][pair]
        found.append((slow, [b - a for a, b in zip(times, times[1:])], sum(job["is_late"] == "1" for job in jobs[key])))
computed = {}
for (by, name), of_pair in classes.items():
    computed[f"{by}slowdown:{name}"] = median(median(slow for slow, _, _ in runs) for runs in of_pair.values())
    periods = [[ms for _, all_ms, _ in runs for ms in all_ms] for runs in of_pair.values()]
    if any(periods):
        computed[f"{by}period:{name}"] = median(median(all_ms) for all_ms in periods if all_ms)
    computed[f"{by}late:{name}"] = sum(late for runs in of_pair.values() for _, _, late in runs)
for way in set(alone) & {"plain", "multikernel"}:
    clock = "-wall" if way == "multikernel" else ""
    ratios = {pair: median(map(lambda a, b: a / b, alone["cooperative-alone" + clock][pair], times))
              for pair, times in alone[way + clock].items()}
    computed |= {f"overhead:{way}:{pair}": ratio for pair, ratio in ratios.items()}
    computed[f"overhead:{way}:mean"] = geometric_mean(ratios.values())
wrong = [f"{name}: {said.get(name)} on the page, {value:.3f} from the CSV" for name, value in computed.items()
         if abs(float(said.get(name, "nan")) - value) > 0.006 or said.get(name) is None]
print("\n".join(wrong) or f"{len(computed)} numbers of the page are those of the CSV")
sys.exit(1 if wrong or len(computed) < 5 else 0)
