"""Questions in SQL: `python -m rocpd.query -i FILE... --query SQL`."""

import csv
import html
import json
import os
import sys

from . import command, output_config
from .importer import RocpdImportData

__all__ = ["add_args", "execute", "export_sqlite_query", "main"]


def _write_csv(names, rows, file):
    lines = csv.writer(file, lineterminator="\n")
    lines.writerow(names)
    lines.writerows(rows)


def _write_json(names, rows, file):
    json.dump([dict(zip(names, row)) for row in rows], file, indent=2, default=str)
    file.write("\n")


def _write_md(names, rows, file):
    for row in [names, ["---"] * len(names)] + rows:
        file.write("| " + " | ".join(_shown(value).replace("|", "\\|") for value in row) + " |\n")


def _write_html(names, rows, file):
    file.write('<!DOCTYPE html><meta charset="utf-8">\n<table>\n')
    for cell, row in [("th", names)] + [("td", row) for row in rows]:
        values = ("<%s>%s</%s>" % (cell, html.escape(_shown(value)), cell) for value in row)
        file.write("<tr>" + "".join(values) + "</tr>\n")
    file.write("</table>\n")


def _write_console(names, rows, file):
    lines = [[_shown(value) for value in row] for row in [names] + rows]
    widths = [max(map(len, column)) for column in zip(*lines)]
    for line in lines:
        file.write("  ".join(value.ljust(width) for value, width in zip(line, widths)).rstrip() + "\n")


def _shown(value):
    return "" if value is None else str(value)


_FORMATS = {"csv": _write_csv, "html": _write_html, "json": _write_json, "md": _write_md}


def export_sqlite_query(
    conn, query, params=(), export_format=None, export_path=None, dashboard_template_path=None, **kwargs
):
    """Print the answer to a question, or write it as csv, html, json or md. Return the path of the file, or None.

    `title_columns=True` capitalises the names of columns.
    """
    format = (export_format or "console").lower()
    if format != "console" and format not in _FORMATS:
        raise command.RocpdError("%s is not available; there are console, %s" % (format, ", ".join(sorted(_FORMATS))))
    cursor = conn.execute(query, params)
    rows = cursor.fetchall()
    names = [column[0].title() if kwargs.get("title_columns") else column[0] for column in cursor.description or ()]
    if format == "console":
        _write_console(names, rows, sys.stdout)
        return None
    path = export_path or os.path.join(".", "out." + format)
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        os.makedirs(folder)
    with open(path, "w", newline="", encoding="utf-8") as file:
        _FORMATS[format](names, rows, file)
    return path


def add_args(parser):
    """Add the options. Return a function that finds their values among parsed ones."""
    group = parser.add_argument_group("Query options")
    group.add_argument("--query", required=True, help="SQL")
    group.add_argument("--script", help="a file with SQL to execute before")
    group.add_argument("--format", default="console", choices=["console"] + sorted(_FORMATS), help="what is written")

    def process_args(input, args):
        names = ("query", "script", "format")
        return {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}

    return process_args


def execute(input, query, script=None, format="console", config=None, **kwargs):
    """Answer a question. Return the path of the file, or None where the answer is printed."""
    data = RocpdImportData(input)
    config = output_config.output_config() if config is None else config
    config.update(**kwargs)
    if script:
        with open(script) as file:
            data.connection.executescript(file.read())
    path = os.path.join(config.output_path, "%s.%s" % (config.output_file, format))
    return export_sqlite_query(data, query, export_format=format, export_path=path)


def main(argv=None):
    """Run `rocpd query`. Return its exit code."""
    return command.main("query", argv)


if __name__ == "__main__":
    sys.exit(main())
