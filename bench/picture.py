"""The picture of bench/compare: for each kernel the tangent, the adjoint, the adjoint by hand and ADOL-C's over the
original, on a logarithmic scale, one panel for each language (its first compiler and flags). SVG is written here,
PNG by rsvg-convert."""

import math
import subprocess
import xml.sax.saxutils

import comparison

KINDS = {"adjoint": ("Costate's adjoint", "#1f5fa8", "circle"), "hand": ("by hand", "#d1701b", "square"),
         "ADOL-C": ("ADOL-C", "#7a7a7a", "circle"), "tangent": ("Costate's tangent", "#3a9a5b", "square")}
LEFT, WIDTH, ROW, TOP, GAP = 130, 420, 22, 70, 40
LOW, TICKS = 0.8, (1, 2, 3, 5, 10, 20, 50, 100, 200, 500)


class Drawing:
    def __init__(self):
        self.parts = []

    def text(self, x, y, words, size=12, anchor="start", colour="#222222"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
                          f"{xml.sax.saxutils.escape(words)}</text>")

    def line(self, x1, y1, x2, y2, colour="#dddddd"):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>')

    def mark(self, x, y, kind):
        _, colour, shape = KINDS[kind]
        if shape == "circle":
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>')
        else:
            self.parts.append(f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>')

    def whole(self, width, height):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
                f'font-family="DejaVu Sans, sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
                + "\n".join(self.parts) + "\n</svg>\n")


def panel(drawing, results, left, high):
    """One panel; `high` is the right end of its scale."""
    def place(value):
        return left + LEFT + WIDTH * math.log(value / LOW) / math.log(high / LOW)
    bottom = TOP + ROW * len(results)
    title = "{language}, {compiler} {flags}: time over the original".format(**results[0])
    drawing.text(left + LEFT, TOP - 25, title, 13)
    for tick in (t for t in TICKS if t <= high):
        drawing.line(place(tick), TOP - 8, place(tick), bottom)
        drawing.text(place(tick), bottom + 16, str(tick), 11, "middle")
    for i, result in enumerate(results):
        y = TOP + ROW * (i + 0.5) - 4
        drawing.text(left + LEFT - 10, y + 4, result["name"], 12, "end")
        drawing.line(left + LEFT, y, left + LEFT + WIDTH, y, "#eeeeee")
        for kind in reversed(KINDS):
            value = comparison.ratio(result, kind)
            if value is not None:
                drawing.mark(place(value), y, kind)


def svg(results):
    firsts = {}
    for which in comparison.compilers(results):
        firsts.setdefault(which[0], comparison.of_compiler(results, which))
    panels = list(firsts.values())
    high = 1.15 * max(comparison.ratio(r, k) or 1 for p in panels for r in p for k in KINDS)
    drawing = Drawing()
    for i, (kind, (title, _, _)) in enumerate(KINDS.items()):
        drawing.mark(LEFT + 6 + 170 * i, 20, kind)
        drawing.text(LEFT + 16 + 170 * i, 24, title)
    for i, results_of_panel in enumerate(panels):
        panel(drawing, results_of_panel, i * (LEFT + WIDTH + GAP), high)
    width = max(len(panels) * (LEFT + WIDTH + GAP), LEFT + 170 * len(KINDS))
    return drawing.whole(width, TOP + ROW * max(map(len, panels)) + 40)


def write(results, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(svg(results))
    subprocess.run(["rsvg-convert", "--zoom", "1.5", "-o", path.with_suffix(".png"), path], check=True)
