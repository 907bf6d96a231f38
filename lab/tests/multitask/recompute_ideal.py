"""recompute_ideal.py DIR: the ideals of DIR/report.html, and how near the slowdowns come to them, computed again from DIR/*.csv
by other means. Knows nothing of coop-multitask but the names of columns, and the definitions that the page states."""

import csv
import re
import sys
from collections import defaultdict
from statistics import mean, median

directory = sys.argv[1]
page = open(f"{directory}/report.html", encoding="utf-8").read()
said = dict(re.findall(r'data-of="((?:ideal|near):[^"]+)">([^<]+)<', page))


def rows(name):
    return list(csv.DictReader(open(f"{directory}/{name}.csv", encoding="utf-8", newline="")))


def by_key(name):
    found = defaultdict(list)
    for row in rows(name):
        found[row["key"]].append(row)
    return found


about = {row["name"]: row["value"] for row in rows("about")}
groups = int(about["options.groups"])
is_crowded = "PoCL" in about["device.platform"] and int(about["machine.processors"]) < groups
launches, jobs, found = by_key("launches"), by_key("jobs"), defaultdict(dict)
for row in rows("runs"):
    of_run = jobs.get(row["key"], [])
    if row["way"] != "cooperative" or row["resizing"] != "query":
        continue
    slows, ideals = found[f'{row["class"]}:{row["amount"]}'].setdefault((row["application"], row["input"]), ([], []))
    means, sums = [], []
    for launch in launches[row["key"]]:
        if launch["is_alone"] == "0":
            sums.append(float(launch["ms"]))
        if sum(sums) >= float(row["period_ms"]):
            means, sums = means + [mean(sums)], []
    if means:
        slows.append(median(means) / median(float(launch["ms"]) for launch in launches[row["key"]] if launch["is_alone"] == "1"))
    if len(of_run) < 2:
        ideals.append(None)
        continue
    between = (float(of_run[-1]["launched_ms"]) - float(of_run[0]["launched_ms"])) / (len(of_run) - 1)
    held = mean(float(job["run_ms"]) * int(job["groups"]) for job in of_run) / groups
    held = max(held, float(row["measured_work_ms"])) if is_crowded else held
    ideals.append(between / (between - held) if held < between else None)
wrong = []
for name, text in said.items():
    # A configuration with a run without an ideal has none.
    known = [of_pair for of_pair in found[name.partition(":")[2]].values() if None not in of_pair[1]]
    values = ([median(ideals) for _, ideals in known] if name.startswith("ideal") else
              [median(slows) / median(ideals) for slows, ideals in known if slows])
    value = median(values) if values else float("nan")
    if not abs(float(text.partition(",")[0]) - value) <= 0.006:
        wrong.append(f"{name}: {text} on the page, {value:.3f} from the CSV")
print("\n".join(wrong) or f"{len(said)} ideals of the page are those of the CSV")
sys.exit(1 if wrong or not said else 0)
