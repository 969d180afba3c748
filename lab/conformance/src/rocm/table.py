"""The results as a table in Markdown. Standard library only."""
import collections
import re


class Table:
    """A line for each program on each runtime: what ran, and for each way and tool the time furthest from the truth log's."""

    def __init__(self, ways, tools):
        self.columns = [(way, tool) for way in ways for tool in tools]
        self.rows = collections.defaultdict(dict)  # by program and runtime, then by column
        self.runs = self.differences = 0

    def add(self, cell):
        self.rows[cell.program.name, cell.runtime.version][cell.way, cell.tool] = cell
        self.runs += 1
        self.differences += bool(cell.problems)

    def text(self):
        heads = ["program", "ROCm", "kernels", "copies", "calls of HIP", *(f"{way}, {tool}" for way, tool in self.columns)]
        lines = [heads, ["---"] * len(heads), *(self.row(*key, cells) for key, cells in self.rows.items())]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines) + f"\n\n{self.runs} runs, {self.differences} differences.\n"

    def row(self, program, version, cells):
        counts = [numbers(cells.values(), of) for of in ("true_kernels", "true_copies", "true_calls")]
        return [program, version, *counts, *(cells[column].shown() if column in cells else "" for column in self.columns)]

    def write(self, path, name):
        """Replaces the table of that name in a file."""
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        text = path.read_text()
        found = re.subn(f"{begin}\n.*?{end}", lambda _: f"{begin}\n\n{self.text()}\n{end}", text, flags=re.DOTALL)
        if found[1] != 1:
            raise SystemExit(f"real-runtimes: {path} has not one place for a table, between the lines '{begin}' and '{end}'")
        path.write_text(found[0])


def numbers(cells, of):
    """One number; several where the runtime does not always do the same."""
    return " or ".join(str(number) for number in sorted({getattr(cell, of) for cell in cells} - {None})) or "–"
