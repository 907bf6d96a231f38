"""The report: CSV, pictures, and a page that holds everything and needs nothing else."""

import os
import re
from html import escape

import elastic_report
import estimates
import pictures
import raw_csv
import tables
import verdict
from results import Results

STYLE = """
:root{color-scheme:light dark;--ink:#1a1a1a;--ground:#fff;--line:#ccc;--soft:#f4f4f4}
@media (prefers-color-scheme:dark){:root{--ink:#eee;--ground:#161616;--line:#444;--soft:#222}}
body{color:var(--ink);background:var(--ground);font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem}p{max-width:46rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:13px}
th,td{border-bottom:1px solid var(--line);padding:.2rem .6rem;text-align:right;vertical-align:top}
th{text-align:right;font-weight:600}td.t,th.t{text-align:left}thead th{position:sticky;top:0;background:var(--soft)}
.wide{overflow-x:auto}.pictures{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0}svg{max-width:100%;height:auto}
.paper{background:#fff;padding:.4rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
@media print{:root{--ink:#000;--ground:#fff;--line:#999;--soft:#fff}body{max-width:none;margin:0;font-size:10pt}
table{font-size:8pt}figure,tr{break-inside:avoid}h2{break-after:avoid}.wide{overflow:visible}thead th{position:static}}
"""

METHOD = """
<p>A cooperative kernel is launched again and again in one process: once to warm up, which does not count; then alone, for at
least three launches and a quarter of a second; then beside periodic jobs, for {seconds:g} s; then alone again. A job is a matrix
product of 32-bit words, launched every P ms from a thread that sleeps until it is due; a job that ends after the next one is due
is late, and the schedule goes on from its end. Each job's product is checked. The product's size is searched for in each run, on
the idle device, so that on all work-groups it takes E, and then timed again.</p>
<p>The slowdown of a run is the median time of a launch beside jobs divided by the median alone. Launches that are shorter than a
period are taken together, by the mean of those that fill one. Of several runs of a configuration the median counts. Intervals
are 95 % intervals by percentile bootstrap with 500 resamples: over the runs where there are five or more, else over runs and
the times within them. The runs' order is that of repetitions, every other one backwards.</p>
<p>Gather time is what the scheduler on the device measures, from when it sees a job until enough work-groups are free; only jobs
that came while the kernel ran count. The ideal slowdown is what the work-groups that the jobs held, for as long as they held them,
would cost if nothing else did; where work-groups are threads of fewer processors it counts at least the job's E, since a
work-group that a job does not hold is no processor that it does not use. P/(P-E) is the model of a device that preempts the kernel and gives all of itself to the job.</p>
<p>Everything here can be computed again from <code>runs.csv</code>, <code>launches.csv</code> and <code>jobs.csv</code> beside this
page; <code>about.csv</code> has device, programs and options.</p>
"""


def is_words(value):
    """Whether a cell is a text and no number; one without anything is neither."""
    text = str(value)
    is_number = text[:1].isdigit() or text in ("", "yes", "no") or text[:1] in "+-" and text[1:2].isdigit()
    return not isinstance(value, tables.Number) and not is_number


def cell(value, is_text):
    kind = ' class="t"' if is_text else ""
    if isinstance(value, tables.Number):
        return f'<td{kind} data-of="{escape(value.of)}">{escape(value.text)}</td>'
    return f"<td{kind}>{escape(str(value))}</td>"


def table_text(table):
    # A column with words in it is one of texts, whatever else it has.
    is_text = [any(is_words(row[column]) for row in table.rows) for column in range(len(table.names))]
    head = "".join(f'<th scope="col"{" class=t" if text else ""}>{escape(name)}</th>' for name, text in zip(table.names, is_text))
    rows = "\n".join("<tr>" + "".join(map(cell, row, is_text)) + "</tr>" for row in table.rows)
    return (f"<h2>{escape(table.title)}</h2><p>{escape(table.text)}</p>\n"
            f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>')


def about_text(results):
    header = results.header
    device, programs, machine = header["device"], header["programs"], header["machine"]
    values = [record["load"]["busy_processors"] for record in results.records]
    busy = f"{estimates.median(values):.1f} in the median, {max(values):.1f} at most" if values else "not known"
    pairs = [("Device", f"{device['device']}, {device['platform']}"),
             ("Driver", device.get("driver") or "not known"),
             ("Work-groups", f"{header['options']['groups']}, of {header['options']['local'] or 'the application’s number of'} work-items"),
             ("Processor", f"{machine['processors']} × {machine['processor']}; busy while a run went on: {busy}"),
             ("Programs", f"{programs['version']}, commit {programs['commit'] or 'not known'}, coop-app {programs['coop_app_sha256']}"),
             ("Runs", f"{len(results.records)} of {len(results.by_key)}; {len(results.failures)} failed, {len(results.missing)} to go"),
             ("Left out", "; ".join(header["left_out"]) or "nothing"),
             ("Stand-ins", "; ".join(sorted({f"{c['input']}: {c['stands_in']}" for c in header["plan"] if "stands_in" in c})) or "none"),
             ("Environment", ", ".join(f"{name}={value}" for name, value in machine["environment"].items()) or "nothing set")]
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs) + "</dl>"


def timelines(out):
    """The pictures of work-groups over time that runs have left."""
    names = sorted(name for name in os.listdir(out) if name.startswith("timeline-") and name.endswith(".svg"))
    for number, name in enumerate(names):
        with open(os.path.join(out, name), encoding="utf-8") as file:
            text = file.read()
        # What a picture defines for itself has a name of its own on the page.
        text = re.sub(r'(\bid="|url\(#)([\w-]+)', rf"\g<1>\g<2>-{number}", text)
        yield name[len("timeline-"):-len(".svg")], text


def pictures_text(results, made):
    parts = [f"<figure>{text}</figure>" for text in made.values()]
    shown = [f'<figure class="paper"><figcaption style="color:#000">{escape(name)}</figcaption>{text}</figure>'
             for name, text in timelines(results.out)]
    text = '<h2>Pictures</h2><div class="pictures">' + "\n".join(parts) + "</div>"
    if shown:
        text += ("<h2>Work-groups over time</h2><p>A row for each work-group, a colour for each kernel: heavy jobs on half of the "
                 "work-groups.</p>" + "\n".join(shown))
    return text


def page_text(results, made, elastic):
    """elastic  the section of the elastic experiment; "" without one."""
    parts = [f"<h1>Multitasking on {escape(results.header['device']['device'])}</h1>",
             "<p>The experiments of <cite>Cooperative Kernels: GPU Multitasking for Blocking Algorithms</cite> (Sorensen, Evrard, "
             "Donaldson, FSE 2017), section 5, run by coop-multitask. The paper’s numbers are of an Intel Iris 6100.</p>",
             about_text(results), elastic]
    if results.runs:
        parts.append(table_text(verdict.table(results)))
        parts.append(pictures_text(results, made))
    parts += [table_text(table) for table in tables.all_of(results)]
    if results.runs:
        parts += ["<h2>Method</h2>", METHOD.format(seconds=results.header["options"]["seconds"])]
    return ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>Multitasking on {escape(results.header['device']['device'])}</title><style>{STYLE}</style></head><body>\n"
            + "\n".join(parts) + "\n</body></html>\n")


def make(out):
    """Writes CSV, pictures and page into the directory of a state. Returns the page's path."""
    results = Results(out)
    raw_csv.write(results)
    made = pictures.all_of(results)
    elastic, drawn = elastic_report.section(results, table_text)
    for name, text in {**made, **drawn}.items():
        raw_csv.write_whole(os.path.join(out, name), lambda file, text=text: file.write(text))
    path = os.path.join(out, "report.html")
    raw_csv.write_whole(path, lambda file: file.write(page_text(results, made, elastic)))
    return path
