"""The pictures of a report: the paper's figures 5 and 6, gather times, adherence to the period."""

import estimates
import paper
import svg

SINGLE_AND_QUERY = (("query", "with query"), ("single", "one kill a barrier"))


def amount_names(results, amounts):
    """N/4 (32)"""
    names = []
    for amount in amounts:
        number = results.number_of(amount)
        title = paper.AMOUNT_TITLES.get(amount, str(amount))
        names.append(title if number is None or title == str(number) else f"{title} ({number})")
    return names


def fixed_amounts(results, **wanted):
    return [amount for amount in results.amounts(**wanted) if amount != "automatic"]


def by_amount(results, amounts, value, **wanted):
    """[(place, value of the groups at that amount)]"""
    points = []
    for place, amount in enumerate(amounts):
        groups = results.beside(amount=amount, **wanted)
        points.append((place, value(groups) if groups else None))
    return points


def pooled(name, scale=1.0):
    def value(groups):
        values = [one for group in groups for one in group.all_of(name)]
        return estimates.median(values) * scale if values else None
    return value


def figure_5(results, application, name):
    """Gather and execution time against work-groups."""
    wanted = {"application": application, "input": name}
    amounts = fixed_amounts(results, **wanted)
    if not amounts:
        return None
    lines = []
    for resizing, title in SINGLE_AND_QUERY:
        points = by_amount(results, amounts, pooled("gather_us", 1e-3), resizing=resizing, **wanted)
        if any(y is not None for _, y in points):
            lines.append(("gather, " + title, points))
    for title in ("light", "heavy"):
        points = by_amount(results, amounts, pooled("run_ms"), **{"class": title}, **wanted)
        if any(y is not None for _, y in points):
            lines.append((f"execution, E {paper.CLASSES[title][1]} ms", points))
    periods = sorted({group.configuration["period_ms"] for group in results.beside(**wanted)})
    values = [y for _, points in lines for _, y in points] + periods
    chart = svg.Chart(f"{application} on {name}", svg.categories("work-groups asked for", amount_names(results, amounts)),
                      svg.around("time (ms, logarithmic)", values, is_log=True))
    for period in periods:
        chart.rule(period, f"P {period:g} ms")
    for index, (title, points) in enumerate(lines):
        chart.line(index, points, title)
    return chart.text()


def median_slowdown(groups):
    return estimates.median([group.slowdown().value for group in groups if group.slowdown()])


def median_period(groups):
    return estimates.median([group.period_ms() for group in groups if group.period_ms()])


def classes_with_jobs(results):
    return [name for name in results.classes() if results.beside(resizing="query", **{"class": name})][:6]


def figure_6(results, value, paper_points, title, axis, is_log, rules):
    amounts = fixed_amounts(results, resizing="query")
    names = classes_with_jobs(results)
    if not amounts or not names:
        return None
    lines = [(name, by_amount(results, amounts, value, resizing="query", **{"class": name})) for name in names]
    marks = [(index, amounts.index(amount), y, name) for index, name in enumerate(names) if results.has_paper_pairs()
             for amount, y in paper_points.get(name, {}).items() if amount in amounts]
    values = [y for _, points in lines for _, y in points] + [mark[2] for mark in marks]
    scale = svg.around(axis, values, is_log=is_log, least=None if is_log else 1.0)
    chart = svg.Chart(title, svg.categories("work-groups asked for", amount_names(results, amounts)), scale)
    for y, text in rules(results, names):
        chart.rule(y, text)
    for index, (name, points) in enumerate(lines):
        chart.line(index, points, name)
    for number, (index, x, y, name) in enumerate(marks):
        chart.mark(index, x, y, "of the paper (hollow)" if number == 0 else None, f"the paper's {name}: {y:g}")
    return chart.text()


def figure_6_slowdown(results):
    points = {name: {amount: value} for name, (amount, value) in paper.SLOWDOWN.items()}

    def rules(results, names):
        models = {}
        for name in names:
            models.setdefault(round(paper.preemption(*results.header["options"]["classes"][name]), 3), []).append(name)
        return [(value, "P/(P-E) " + ", ".join(titles)) for value, titles in models.items()]
    return figure_6(results, median_slowdown, points, "Median slowdown", "slowdown", False, rules)


def figure_6_period(results):
    def rules(results, names):
        periods = {results.header["options"]["classes"][name][0] for name in names}
        return [(period, f"P {period:g} ms") for period in sorted(periods)]
    return figure_6(results, median_period, paper.PERIOD, "Median period", "period (ms, logarithmic)", True, rules)


def gather_times(results):
    """The part of the jobs that had their work-groups within a time."""
    lines = []
    for resizing, title in SINGLE_AND_QUERY:
        for amount in fixed_amounts(results, resizing=resizing):
            if resizing == "single" and amount != "most":
                continue
            values = sorted(us for group in results.beside(resizing=resizing, amount=amount) for us in group.all_of("gather_us")
                            if us > 0)
            if len(values) >= 5:
                name = paper.AMOUNT_TITLES.get(amount, str(amount)) + ("" if resizing == "query" else ", " + title)
                lines.append((name, values))
    if not lines:
        return None
    every = [us for _, values in lines for us in values]
    chart = svg.Chart("Gather times of jobs beside a running kernel", svg.around("gather time (µs, logarithmic)", every, True),
                      svg.Scale("part of the jobs (%)", 0, 100))
    for index, (name, values) in enumerate(lines[:6]):
        points = [(us, 100 * (place + 1) / len(values)) for place, us in enumerate(values)]
        step = max(len(points) // 300, 1)
        chart.line(index, points[::step] + [points[-1]], f"{name} ({len(values)} jobs)", has_marks=False, is_stepped=True)
    return chart.text()


def adherence(results):
    """Achieved period over period, for each class and amount: median, quartiles, 5 to 95 %."""
    rows = []
    for index, name in enumerate(classes_with_jobs(results)):
        for amount in results.amounts(resizing="query", **{"class": name}):
            groups = results.beside(resizing="query", amount=amount, **{"class": name})
            values = [ms / group.configuration["period_ms"] for group in groups for ms in group.all_of("intervals_ms")]
            if values:
                rows.append((index, name, amount, values))
    if not rows:
        return None
    high = max(estimates.quantile(values, 0.95) for *_, values in rows)
    names = [paper.AMOUNT_TITLES.get(amount, str(amount)) for _, _, amount, _ in rows]
    chart = svg.Chart("Achieved period, as a part of P (5-95 %, quartiles, median)",
                      svg.categories("work-groups asked for, by class", names),
                      svg.Scale("achieved period / P (logarithmic)", 0.7, max(high * 1.1, 2), True), width=760)
    chart.rule(1, "P")
    named = set()
    for place, (index, name, _, values) in enumerate(rows):
        chart.interval(index, place, estimates.quantile(values, 0.05), estimates.quantile(values, 0.95))
        for fraction in (0.25, 0.75):
            chart.line(index, [(place - 0.15, estimates.quantile(values, fraction)), (place + 0.15, estimates.quantile(values, fraction))],
                       has_marks=False)
        chart.line(index, [(place, estimates.median(values))], name if name not in named else None)
        named.add(name)
    return chart.text()


def all_of(results):
    """{file name: text} of the pictures that the results have values for, in the order of the page."""
    made = {}
    for application, name in results.pairs():
        made[f"figure-5-{application}-{name.replace('/', '_')}.svg"] = figure_5(results, application, name)
    made["figure-6-slowdown.svg"] = figure_6_slowdown(results)
    made["figure-6-period.svg"] = figure_6_period(results)
    made["gather-times.svg"] = gather_times(results)
    made["adherence.svg"] = adherence(results)
    return {name: text for name, text in made.items() if text is not None}
