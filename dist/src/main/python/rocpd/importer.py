"""Databases as one: a connection of sqlite3 that shows all of them."""

import os
import sqlite3
import sys
import tempfile
from urllib.request import pathname2url

from . import command, files

__all__ = ["RocpdImportData", "execute_statement"]

MAGIC = b"SQLite format 3\x00"

# What readers ask for by name, and the first version of the schema that has it.
_FEATURES = (
    ("graph_launch", (3, 0, 2)),
    ("spm_counters", (3, 0, 3)),
    ("hip_event", (3, 0, 4)),
    ("replay_pass", (3, 0, 5)),
)


class RocpdImportData(object):
    """Databases, open to be read; what this has not is looked up in the connection.

    Several are merged into a temporary one first, so that there may be any number of them, whatever `automerge_limit`
    and `skip_auto_merge` say.

    connection        of sqlite3; tables and views of its own are temporary
    filenames         the databases, in the order in which they were named
    schema_version    as text
    supported_features  names of what later versions of the schema have and this one has, too
    table_info        by the name of each table without its ending, how to select its rows
    window            a part of the time, see `time_window`; empty for all of it
    """

    def __init__(self, input, skip_auto_merge=False, automerge_limit=None, dbname=":memory:"):
        if isinstance(input, RocpdImportData):
            self.__dict__.update(input.__dict__)
            return
        if isinstance(input, sqlite3.Connection):
            raise ValueError("RocpdImportData does not accept existing sqlite3 connections")
        if isinstance(input, str) or hasattr(input, "__fspath__"):
            input = [input]
        if not isinstance(input, (list, tuple)) or not input:
            raise ValueError("databases are named by a path or a list of paths, not by %r" % (input,))
        if dbname != ":memory:":
            raise command.RocpdError("dbname is not available: databases are opened in memory; merge writes one")
        self.filenames = files.databases(input)
        for name in self.filenames:
            _refuse_others(name)
        self.window = {}
        self.connection = _opened(self.filenames)
        self.table_info = {name: ['SELECT * FROM main."%s"' % name] for name in _tables(self.connection)}
        self.schema_version = _version(self.connection)
        numbers = tuple(int(part) for part in self.schema_version.split("."))
        self.supported_features = [name for name, since in _FEATURES if numbers >= since]

    def __getattr__(self, name):
        if name == "connection":
            raise AttributeError(name)
        return getattr(self.connection, name)

    def __enter__(self):
        return self

    def __exit__(self, kind, exception, traceback):
        return self.connection.__exit__(kind, exception, traceback)


def _refuse_others(name):
    with open(name, "rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise ValueError("%s is not a database of SQLite" % name)


def _opened(names):
    if len(names) == 1:
        return _connection(names[0])
    with tempfile.TemporaryDirectory(prefix="rocpd-") as folder:
        command.run("merge", names, ["-d", folder, "-o", "merged"])
        connection = _connection(os.path.join(folder, "merged.db"))
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()  # opens the file, which then may go
        return connection


def _connection(name):
    return sqlite3.connect("file:%s?mode=ro" % pathname2url(os.path.abspath(name)), uri=True)


def _tables(connection):
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'view' AND name GLOB 'rocpd_*' ORDER BY rowid")
    names = [name for name, in rows if "_part_" not in name]
    if "rocpd_metadata" not in names:
        raise command.RocpdError("a database has no view rocpd_metadata: it is none of rocpd's")
    return names


def _version(connection):
    rows = connection.execute("SELECT DISTINCT value FROM rocpd_metadata WHERE tag = 'schema_version'").fetchall()
    if len(rows) != 1:
        raise command.RocpdError("the databases have no version of the schema in common")
    return str(rows[0][0])


def sources(input):
    """Return the databases and the part of the time that an input stands for, without opening what is not open."""
    if isinstance(input, RocpdImportData):
        return input.filenames, input.window
    return files.databases([input] if isinstance(input, str) else input), {}


def execute_statement(conn, statement, is_script=False, parameters=()):
    """Execute SQL, or a script of it. Raise sqlite3.Error after a line on stderr that has the statement."""
    connection = conn.connection if isinstance(conn, RocpdImportData) else conn
    try:
        return connection.executescript(statement) if is_script else connection.execute(statement, parameters)
    except sqlite3.Error as error:
        sys.stderr.write("SQLite3 error: %s\nStatement:\n\t%s\n" % (error, statement))
        raise
