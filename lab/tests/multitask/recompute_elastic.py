"""recompute_elastic.py DIR: the elastic numbers of DIR/report.html, computed again from DIR/elastic_*.csv by other means. Knows
nothing of coop-multitask but the names of columns, and the definitions that the page states."""

import csv
import re
import sys
from collections import defaultdict
from statistics import median, quantiles

directory = sys.argv[1]
page = open(f"{directory}/report.html", encoding="utf-8").read()
said = dict(re.findall(r'data-of="(elastic[^"]+)">([^<]+)<', page))


def rows(name):
    return list(csv.DictReader(open(f"{directory}/elastic_{name}.csv", encoding="utf-8", newline="")))


runs = {row["key"]: row for row in rows("runs")}
rates, latencies, launched = defaultdict(lambda: defaultdict(float)), defaultdict(list), defaultdict(list)
for row in rows("launches"):
    seconds = float(runs[row["key"]]["seconds"])
    begin, end = float(row["begin_ms"]), float(row["end_ms"])
    if begin < seconds * 1000 and end > begin:
        rates[row["key"]][row["kernel"]] += min(1, (seconds * 1000 - begin) / (end - begin)) / seconds
for row in rows("jobs"):
    if float(row["launched_ms"]) < float(runs[row["key"]]["seconds"]) * 1000:
        latencies[row["key"]].append(float(row["latency_ms"]))
        launched[row["key"]].append(float(row["launched_ms"]))
ways = defaultdict(lambda: defaultdict(lambda: ([], [], [])))
for key, run in runs.items():
    if run["way"] in ("elastic-coop", "elastic-split", "elastic-driver"):
        alone = {kernel: f'elastic/{run["mix"]}/elastic-alone/{kernel}/r{run["repetition"]}' for kernel in rates[key]}
        sums, times, between = ways[run["mix"]][run["way"] + ":" + run["detail"]]
        if all(rates[alone[kernel]][kernel] > 0 for kernel in rates[key]):
            sums.append(sum(rate / rates[alone[kernel]][kernel] for kernel, rate in rates[key].items()))
        times += latencies[key]
        between += [(after - before) / float(run["period_ms"]) for before, after in zip(launched[key], launched[key][1:])]


def tail(times):
    return quantiles(times * 2 if len(times) == 1 else times, n=20, method="inclusive")[18] if times else 0


computed = {}
for mix, of_mix in ways.items():
    # A way in which nothing was launched in time, or no job, is not on the page.
    measured = {name: way for name, way in of_mix.items() if way[0] and median(way[0]) > 0 and tail(way[1]) > 0}
    computed |= {f"elastic-way:{mix}:{name}": median(sums) for name, (sums, _, _) in measured.items()}
    coop = measured.get("elastic-coop:half")
    splits = [way for name, way in measured.items() if name.startswith("elastic-split")]
    in_time = [way for way in splits if way[2] and median(way[2]) <= 1.02]
    if coop and splits:
        best = max(in_time or splits, key=lambda way: median(way[0]))
        computed |= {f"elastic:{mix}:coop": median(coop[0]), f"elastic:{mix}:best": median(best[0])}
        computed |= {f"elastic-tail:{mix}:coop": tail(coop[1]), f"elastic-tail:{mix}:best": tail(best[1])}
wrong = [f"{name}: {said.get(name)} on the page, {computed.get(name)} from the CSV" for name in {**said, **computed}
         if name not in said or name not in computed or abs(float(said[name]) - computed[name]) > 0.006]
print("\n".join(wrong) or f"{len(computed)} numbers of the page are those of the CSV")
sys.exit(1 if wrong or not computed else 0)
