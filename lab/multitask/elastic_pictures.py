"""Pictures of the elastic experiment: work-groups over time as an area, and throughput against the job's tail."""

import elastic_plan
import svg
from html import escape

PANEL_HEIGHT = 230
WIDTH = 760


def stacked(steps, count, end_ms):
    """[(ms, [work-groups of each])]: what holds from that time on."""
    now, levels = [0] * count, []
    for ms, number, groups in steps:
        now[number] = groups
        if levels and levels[-1][0] == ms:
            levels[-1] = (ms, list(now))
        else:
            levels.append((ms, list(now)))
    return levels + [(end_ms, list(now))]


class AreaChart(svg.Chart):
    """Numbers that change in steps, on each other."""

    def areas(self, names, levels):
        for index, name in enumerate(names):
            upper = [(ms, sum(numbers[:index + 1])) for ms, numbers in levels]
            lower = [(ms, sum(numbers[:index])) for ms, numbers in levels]
            path = self.edge(upper, "M") + self.edge_back(lower) + "Z"
            self.parts.append(f'<path class="f{index}" fill-opacity="0.75" stroke-width="0.4" d="{path}"><title>{escape(name)}</title></path>')
            self.entries.append((index, name, "area"))

    def edge(self, points, first):
        places = [(self.x.place(x), self.y.place(y)) for x, y in points]
        path = f"{first}{svg.number(places[0][0])},{svg.number(places[0][1])}"
        for before, after in zip(places, places[1:]):
            path += f"H{svg.number(after[0])}" + (f"V{svg.number(after[1])}" if after[1] != before[1] else "")
        return path

    def edge_back(self, points):
        places = [(self.x.place(x), self.y.place(y)) for x, y in points][::-1]
        path = f"L{svg.number(places[0][0])},{svg.number(places[0][1])}"
        for before, after in zip(places, places[1:]):
            path += (f"V{svg.number(after[1])}" if after[1] != before[1] else "") + f"H{svg.number(after[0])}"
        return path

    def legend(self):
        """Areas have a field of their colour, and a letter that stands in it."""
        areas = [entry for entry in self.entries if entry[2] == "area"]
        parts, x, y = [], svg.LEFT, self.height + 8
        for index, name, _ in areas:
            parts.append(f'<rect class="f{index}" fill-opacity="0.75" x="{x}" y="{y - 11}" width="24" height="12"/>'
                         f'<text x="{x + 30}" y="{y}">{escape(name)}</text>')
            x += 44 + 7 * len(name)
        return parts, y + 10 if areas else self.height


def names_of(kernels):
    return list(kernels) + ["job"]


def area_chart(run):
    configuration, area = run.configuration, run.result["area"]
    names = names_of(configuration["kernels"])
    levels = stacked(area["steps"], len(names), area["end_ms"])
    how = "shared out by coop" if "split" not in configuration else "split " + " + ".join(map(str, configuration["split"]))
    chart = AreaChart(f"{configuration['input']}: {how}", svg.Scale("time (ms)", 0, area["end_ms"]),
                      svg.Scale("work-groups", 0, configuration["groups"]), WIDTH, PANEL_HEIGHT)
    chart.areas(names, levels)
    return chart


def areas(mix):
    """One picture: coop above, a split below, on the same axes."""
    charts = [area_chart(run) for run in sorted(mix.areas, key=lambda run: "split" in run.configuration)]
    if not charts:
        return None
    panels, top = [], 0
    for chart in charts:
        text = chart.text()
        height = chart.legend()[1]
        panels.append(text.replace("<svg ", f'<svg y="{top}" ', 1))
        top += height + 6
    title = f"Active work-groups over time: {mix.name}"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}" role="img" '
            f'aria-label="{escape(title)}"><title>{escape(title)}</title>\n' + "\n".join(panels) + "</svg>\n")


def frontier(mix):
    """Each way's throughput, and the job's tail."""
    kinds = [(kind, name, mix.of(kind)) for kind, name in (("elastic-coop", "coop"), ("elastic-split", "splits"),
                                                            ("elastic-driver", "driver"))]
    points = [(way.tail(), way.throughput().value) for _, _, ways in kinds for way in ways]
    if len(points) < 3:
        return None
    chart = svg.Chart(f"{mix.name}: every way to share the device", svg.around("job's time, 95th percentile (ms, logarithmic)",
                                                                             [tail for tail, _ in points], is_log=True),
                      svg.around("throughput (kernels' worth)", [value for _, value in points], least=0))
    for index, (_, name, ways) in enumerate(kinds):
        for number, way in enumerate(ways):
            chart.mark(index, way.tail(), way.throughput().value, name if number == 0 else None,
                       f"{way.name()}: {way.throughput().value:.3f}, {way.tail():.2f} ms")
    return chart.text()


def all_of(mixes):
    """{file name: text}"""
    made = {}
    for mix in mixes:
        made[f"elastic-area-{mix.name}.svg"] = areas(mix)
        made[f"elastic-ways-{mix.name}.svg"] = frontier(mix)
    return {name: text for name, text in made.items() if text is not None}


def wants_area(configuration):
    return configuration["way"] == "elastic-area"


def area_length_ms():
    return elastic_plan.AREA_PERIODS * elastic_plan.PERIOD_MS
