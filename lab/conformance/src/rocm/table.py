"""The results as tables in Markdown. Standard library only."""
import collections


class Tables:
    """For each runtime a table with a line for each program: what ran, and what each way and tool gave."""

    def __init__(self, ways, tools):
        self.columns = [(way, tool) for way in ways for tool in tools]
        self.cells = collections.defaultdict(lambda: collections.defaultdict(dict))  # by runtime, program and column

    def add(self, cell):
        self.cells[cell.runtime.version][cell.program.name][cell.way, cell.tool] = cell

    def write(self, path, name):
        """Replaces the tables of that name in a file, or those lines of them, that there are results for."""
        for version, programs in self.cells.items():
            begin, end = f"<!-- {name} {version} -->\n", f"<!-- end of {name} {version} -->"
            before, found, rest = path.read_text().partition(begin)
            old, also_found, after = rest.partition(end)
            if not found or not also_found:
                raise SystemExit(f"real-runtimes: {path} has no place for this table, between lines '{begin[:-1]}' and '{end}'")
            path.write_text(f"{before}{begin}\n{self.text(programs, old)}\n{end}{after}")

    def text(self, programs, old):
        heads = ["program", "kernels", "copies", "calls of HIP", *(f"{way}, {tool}" for way, tool in self.columns)]
        known = [line.strip("| ").split(" | ") for line in old.splitlines() if line.startswith("|")]
        rows = {row[0]: row for row in known[2:]} if known and known[0] == heads else {}
        rows |= {program: self.row(program, cells) for program, cells in programs.items()}
        results = [result for row in rows.values() for result in row[-len(self.columns):]]
        lines = "".join(f"| {' | '.join(line)} |\n" for line in [heads, ["---"] * len(heads), *rows.values()])
        return f"{lines}\n{len(results)} runs, {results.count('differs')} differences.\n"

    def row(self, program, cells):
        counts = [numbers(cells.values(), of) for of in ("true_kernels", "true_copies", "true_calls")]
        return [program, *counts, *(cells[column].shown() for column in self.columns)]


def numbers(cells, of):
    """One number; several where the runtime does not always do the same."""
    return " or ".join(str(number) for number in sorted({getattr(cell, of) for cell in cells} - {None})) or "–"
