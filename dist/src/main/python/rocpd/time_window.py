"""A part of the time that databases show: between two moments, shares of the whole, or markers."""

import sys

from .command import RocpdError
from .importer import RocpdImportData

__all__ = ["TimeWindowError", "add_args", "apply_time_window", "execute", "main"]

_BOUNDS = (
    'SELECT min(start), max("end") FROM (SELECT start, "end" FROM regions UNION ALL SELECT start, "end" FROM kernels'
    ' UNION ALL SELECT start, "end" FROM memory_copies UNION ALL SELECT start, "end" FROM memory_allocations)'
    ' WHERE "end" <> 0'
)

# Rows about what was there, not about what happened.
_LIFETIMES = ("processes", "threads")


class TimeWindowError(ValueError):
    """A part of the time that cannot be."""


def _moment(text, bounds, otherwise):
    if text is None or text == "":
        return otherwise
    try:
        if str(text).strip().endswith("%"):
            return int(bounds[0] + (bounds[1] - bounds[0]) * float(str(text).strip()[:-1]) / 100)
        return int(float(text)) if "." in str(text) or "e" in str(text) else int(text)
    except (OverflowError, ValueError):
        raise TimeWindowError("a time is nanoseconds or a share as 20%%, not %r" % (text,))


def _marker(data, text, column):
    rows = data.execute(
        "SELECT %s FROM regions_and_samples WHERE category LIKE 'MARKER%%' AND json_extract(extdata, '$.message') = ?"
        % column,
        (text,),
    )
    time = rows.fetchone()[0]
    if time is None:
        raise TimeWindowError("no marker has the text %r" % text)
    return time


def _either(data, given, side, bounds, column, otherwise):
    time, marker = given.get(side), given.get(side + "_marker")
    if time is not None and marker is not None:
        raise TimeWindowError("give %s or %s_marker, not both" % (side, side))
    return _moment(time, bounds, otherwise) if marker is None else _marker(data, marker, column)


def apply_time_window(connection, **kwargs):
    """Show a part of the time from now on: `start`, `end` in nanoseconds or as 20%, or `start_marker`, `end_marker`.

    What is shown lies in it as a whole; with `inclusive=False` it may reach out of it. Return the same databases.
    """
    if all(kwargs.get(name) is None for name in ("start", "end", "start_marker", "end_marker")):
        return connection
    bounds = connection.execute(_BOUNDS).fetchone()
    if bounds[0] is None:
        raise TimeWindowError("nothing in the databases has times")
    start = _either(connection, kwargs, "start", bounds, "min(start)", bounds[0])
    end = _either(connection, kwargs, "end", bounds, 'max("end")', bounds[1])
    if end < start:
        raise TimeWindowError("the end, %d, is before the start, %d" % (end, start))
    connection.window.update(start=start, end=end, inclusive=kwargs.get("inclusive", True))
    _show(connection, connection.window)
    return connection


def _show(data, window):
    """Hide the views of the database by temporary ones. Such ask temporary ones first."""
    first, last = ("start", '"end"') if window["inclusive"] else ('"end"', "start")
    timed = "%s >= %d AND %s <= %d" % (first, window["start"], last, window["end"])
    moment = '"timestamp" BETWEEN %d AND %d' % (window["start"], window["end"])
    views = data.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'view' ORDER BY rowid").fetchall()
    for name, sql in views:
        columns = [row[1] for row in data.execute('PRAGMA main.table_info("%s")' % name)]
        happens = not name.startswith("rocpd_info_") and name not in _LIFETIMES
        if happens and "start" in columns and "end" in columns:
            sql = 'AS SELECT * FROM main."%s" WHERE %s' % (name, timed)
        elif happens and "timestamp" in columns:
            sql = 'AS SELECT * FROM main."%s" WHERE %s' % (name, moment)
        elif name.startswith("rocpd_"):
            continue
        else:
            sql = sql[sql.upper().index(" AS") :]
        data.execute('DROP VIEW IF EXISTS temp."%s"' % name)
        data.execute('CREATE TEMP VIEW "%s" %s' % (name, sql))


def words(window):
    """Return the options of the command for a part of the time."""
    if not window:
        return []
    return ["--start=%d" % window["start"], "--end=%d" % window["end"]] + (
        [] if window["inclusive"] else ["--inclusive=no"]
    )


def add_args(parser):
    """Add the options. Return a function that applies their values to databases."""
    group = parser.add_argument_group("Time window options")
    for side, words in (("start", "begins"), ("end", "ends")):
        either = group.add_mutually_exclusive_group()
        either.add_argument("--" + side, help="show what %s then: nanoseconds, or a share as 20%%%%" % words)
        either.add_argument("--%s-marker" % side, help="the same, by the text of a marker")
    group.add_argument(
        "--inclusive",
        type=lambda word: word.lower() in ("true", "t", "yes", "1"),
        default=True,
        help="what is shown lies between them as a whole (default: true)",
    )

    def process_args(input, args):
        names = ("start", "end", "start_marker", "end_marker", "inclusive")
        given = {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}
        apply_time_window(input, **given)
        return given

    return process_args


def execute(input, **kwargs):
    """Open databases, if they are not yet, and show a part of the time."""
    return apply_time_window(RocpdImportData(input), **kwargs)


def main(argv=None):
    """A part of the time is no file: the other modules take these options."""
    raise RocpdError("rocpd.time_window writes nothing: give --start and --end to rocpd convert, query or summary")


if __name__ == "__main__":
    try:
        main()
    except RocpdError as error:
        sys.exit(str(error))
