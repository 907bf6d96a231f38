"""Charts as SVG: axes with units, lines, marks of several shapes, a legend. Colours follow the reader's light or dark
mode; each series has a colour, a shape and a dash of its own, so that none of them has to carry the meaning alone
(colours after Okabe and Ito)."""

import math
from html import escape

STYLE = """
.chart{--ink:#1a1a1a;--faint:#777;--grid:#ddd;--ground:#fff;--s0:#0072b2;--s1:#d55e00;--s2:#00795b;--s3:#a8588c;--s4:#8a6500;
--s5:#555;background:var(--ground);font:12px system-ui,sans-serif}
@media (prefers-color-scheme:dark){.chart{--ink:#eee;--faint:#aaa;--grid:#3a3a3a;--ground:#161616;--s0:#56b4e9;
--s1:#ff8c42;--s2:#2fcf9f;--s3:#e79bc9;--s4:#f0c040;--s5:#bbb}}
@media print{.chart{--ink:#000;--faint:#444;--grid:#ccc;--ground:#fff;--s0:#0072b2;--s1:#d55e00;--s2:#00795b;--s3:#a8588c;
--s4:#8a6500;--s5:#555}}
.chart text{fill:var(--ink)}.chart .faint{fill:var(--faint)}.chart .grid{stroke:var(--grid);fill:none}
.chart .axis{stroke:var(--ink);fill:none}.chart .rule{stroke:var(--faint);stroke-dasharray:2 3;fill:none}
""" + "".join(f".chart .l{i}{{stroke:var(--s{i});fill:none;stroke-width:1.8}}.chart .f{i}{{fill:var(--s{i});stroke:var(--s{i})}}"
              f".chart .h{i}{{fill:var(--ground);stroke:var(--s{i});stroke-width:1.8}}\n" for i in range(6))

DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 2")
SHAPES = ("circle", "square", "triangle", "diamond", "cross", "circle")

LEFT, RIGHT, TOP, BOTTOM = 64, 14, 30, 46
LEGEND_ROW = 16


def number(value):
    """A coordinate."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def tick_text(value):
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def linear_ticks(low, high):
    step = 10 ** math.floor(math.log10((high - low) / 4))
    for factor in (1, 2, 5, 10):
        if (high - low) / (step * factor) <= 6:
            step *= factor
            break
    first = math.ceil(low / step - 1e-9)
    return [index * step for index in range(first, math.floor(high / step + 1e-9) + 1)]


def log_ticks(low, high):
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [10.0 ** decade for decade in decades if low <= 10.0 ** decade <= high * 1.0001]
    if len(ticks) < 2:
        ticks = [factor * 10.0 ** decade for decade in decades for factor in (1, 2, 5)
                 if low <= factor * 10.0 ** decade <= high * 1.0001]
    return ticks


class Scale:
    """Values to places. `names` makes an axis of categories, 0, 1, …"""

    def __init__(self, title, low, high, is_log=False, names=None):
        self.title = title
        self.is_log = is_log
        self.names = names
        if is_log:
            low = max(low, 1e-9)
            high = max(high, low * 1.5)
        elif high <= low:
            high = low + 1
        self.low, self.high = low, high
        self.from_place = self.to_place = 0

    def span(self, from_place, to_place):
        self.from_place, self.to_place = from_place, to_place
        return self

    def place(self, value):
        value = min(max(value, self.low), self.high)
        if self.is_log:
            part = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.from_place + part * (self.to_place - self.from_place)

    def ticks(self):
        if self.names is not None:
            return list(enumerate(self.names))
        ticks = log_ticks(self.low, self.high) if self.is_log else linear_ticks(self.low, self.high)
        return [(tick, tick_text(tick)) for tick in ticks]


def categories(title, names):
    return Scale(title, -0.4, len(names) - 0.6, names=names)


def around(title, values, is_log=False, least=None, most=None):
    """A scale that shows all the values."""
    values = [value for value in values if value is not None and (value > 0 or not is_log)] or [1]
    low = min(values) if least is None else min(least, min(values))
    high = max(values) if most is None else max(most, max(values))
    if is_log:
        return Scale(title, low / 1.3, high * 1.3, True)
    margin = (high - low) * 0.06 or 0.1
    return Scale(title, low - (margin if least is None else 0), high + margin)


def shape(name, x, y, css, title="", r=4):
    tip = f"<title>{escape(title)}</title>" if title else ""
    if name == "circle":
        return f'<circle class="{css}" cx="{number(x)}" cy="{number(y)}" r="{r}">{tip}</circle>'
    paths = {"square": f"M{-r},{-r}h{2 * r}v{2 * r}h{-2 * r}z", "triangle": f"M0,{-r - 1}L{r + 1},{r}H{-r - 1}z",
             "diamond": f"M0,{-r - 1}L{r + 1},0L0,{r + 1}L{-r - 1},0z",
             "cross": f"M{-r},{-r}L{r},{r}M{r},{-r}L{-r},{r}"}
    return f'<path class="{css}" transform="translate({number(x)},{number(y)})" d="{paths[name]}">{tip}</path>'


class Chart:
    def __init__(self, title, x, y, width=560, height=330):
        self.title, self.width, self.height = title, width, height
        self.x = x.span(LEFT, width - RIGHT)
        self.y = y.span(height - BOTTOM, TOP)
        self.parts, self.entries = [], []

    def line(self, index, points, name=None, has_marks=True, tips=None, is_stepped=False):
        """Points are (x, y); those without y are left out."""
        points = [(x, y) for x, y in points if y is not None]
        places = [(self.x.place(x), self.y.place(y)) for x, y in points]
        if not places:
            return
        joint = (lambda a, b: f"H{number(b[0])}V{number(b[1])}") if is_stepped else (lambda a, b: f"L{number(b[0])},{number(b[1])}")
        path = f"M{number(places[0][0])},{number(places[0][1])}" + "".join(map(joint, places, places[1:]))
        self.parts.append(f'<path class="l{index}" stroke-dasharray="{DASHES[index]}" d="{path}"/>')
        if has_marks:
            for (place, point) in zip(places, points):
                self.parts.append(shape(SHAPES[index], *place, f"f{index}", f"{name or ''} {tick_text(point[1])}".strip()))
        if name:
            self.entries.append((index, name, "line" if not has_marks else "both"))

    def interval(self, index, x, low, high):
        place = number(self.x.place(x))
        self.parts.append(f'<path class="l{index}" d="M{place},{number(self.y.place(low))}V{number(self.y.place(high))}"/>')

    def mark(self, index, x, y, name=None, title=""):
        """A hollow mark: a value of the paper's."""
        self.parts.append(shape(SHAPES[index], self.x.place(x), self.y.place(y), f"h{index}", title, r=6))
        if name:
            self.entries.append((index, name, "hollow"))

    def rule(self, value, text):
        """A line across at a value of y."""
        if not self.y.low <= value <= self.y.high:
            return
        y = number(self.y.place(value))
        self.parts.append(f'<path class="rule" d="M{LEFT},{y}H{self.width - RIGHT}"/>'
                          f'<text class="faint" x="{self.width - RIGHT - 2}" y="{number(float(y) - 3)}" text-anchor="end">{escape(text)}</text>')

    def axes(self):
        bottom, right = self.height - BOTTOM, self.width - RIGHT
        parts = []
        for value, text in self.y.ticks():
            y = number(self.y.place(value))
            parts.append(f'<path class="grid" d="M{LEFT},{y}H{right}"/>'
                         f'<text x="{LEFT - 6}" y="{number(float(y) + 4)}" text-anchor="end">{escape(text)}</text>')
        for value, text in self.x.ticks():
            x = number(self.x.place(value))
            parts.append(f'<path class="axis" d="M{x},{bottom}v4"/>'
                         f'<text x="{x}" y="{bottom + 17}" text-anchor="middle">{escape(text)}</text>')
        parts.append(f'<path class="axis" d="M{LEFT},{TOP}V{bottom}H{right}"/>')
        parts.append(f'<text x="{number((LEFT + right) / 2)}" y="{bottom + 36}" text-anchor="middle">{escape(self.x.title)}</text>')
        parts.append(f'<text transform="translate(14,{number((TOP + bottom) / 2)}) rotate(-90)" text-anchor="middle">'
                     f'{escape(self.y.title)}</text>')
        parts.append(f'<text x="{LEFT}" y="18" font-weight="600">{escape(self.title)}</text>')
        return parts

    def legend(self):
        parts, x, y = [], LEFT, self.height + 8
        for index, name, kind in self.entries:
            width = 44 + 7 * len(name)
            if x > LEFT and x + width > self.width:
                x, y = LEFT, y + LEGEND_ROW
            if kind != "hollow":
                parts.append(f'<path class="l{index}" stroke-dasharray="{DASHES[index]}" d="M{number(x)},{y - 4}h24"/>')
            if kind != "line":
                parts.append(shape(SHAPES[index], x + 12, y - 4, ("h" if kind == "hollow" else "f") + str(index)))
            parts.append(f'<text x="{number(x + 30)}" y="{y}">{escape(name)}</text>')
            x += width
        return parts, y + 10 if self.entries else self.height

    def text(self):
        legend, height = self.legend()
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {self.width} {height}" '
                f'width="{self.width}" height="{height}" role="img" aria-label="{escape(self.title)}">'
                f"<style>{STYLE}</style>")
        return head + "\n".join(self.axes() + self.parts + legend) + "</svg>\n"
