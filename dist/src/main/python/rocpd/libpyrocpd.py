"""What AMD's compiled module of this name has for scripts: enumerations, the schema, rows as objects."""

import ctypes
import json
import os
import sqlite3
import types

from .command import HOME, RocpdError

connect = sqlite3.connect


class sql_engine(object):
    none, sqlite3 = 0, 1


class sql_schema(object):
    none, rocpd_tables, rocpd_indexes, rocpd_views, data_views, summary_views, metadata = range(7)


class sql_option(object):
    none, persist_strings, sqlite3_pragma_foreign_keys = 0, 1, 2


class agent_indexing(object):
    node, logical_node, logical_node_type = "absolute", "relative", "type-relative"


class schema_jinja_variables(object):
    """What the schema has in the places of `{{uuid}}` and `{{guid}}`."""

    def __init__(self):
        self.uuid = ""
        self.guid = ""


class _Version(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("patch", ctypes.c_uint32)]


class _Variables(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint64), ("uuid", ctypes.c_char_p), ("guid", ctypes.c_char_p)]


_CALLBACK = ctypes.CFUNCTYPE(
    None,
    ctypes.c_int,
    ctypes.c_int,
    ctypes.c_int,
    _Version,
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.c_char_p,
    ctypes.c_void_p,
)


def load_schema(engine, kind, options, variables=None, version=None):
    """Return a part of the schema as SQL, by default of its newest version. Raise RocpdError if there is none."""
    library = ctypes.CDLL(os.path.join(HOME, "lib", "librocprofiler-sdk-rocpd.so.1"))
    variables = schema_jinja_variables() if variables is None else variables
    texts = []
    taken = _CALLBACK(lambda *arguments: texts.append(arguments[6].decode()))
    filled = _Variables(ctypes.sizeof(_Variables), variables.uuid.encode(), variables.guid.encode())
    status = library.rocpd_sql_load_schema(
        engine, kind, options, _version(version), ctypes.byref(filled), taken, None, ctypes.c_uint64(0), None
    )
    if status != 0:
        library.rocpd_get_status_string.restype = ctypes.c_char_p
        raise RocpdError("no schema: %s" % library.rocpd_get_status_string(status).decode())
    return texts[0]


def _version(version):
    """Return "3.0.2" or (3, 0, 2) as the library takes it, 0.0.0 for None: the newest."""
    parts = version.split(".") if isinstance(version, str) else version or (0, 0, 0)
    try:
        return _Version(*(int(part) for part in parts))
    except (TypeError, ValueError):
        raise RocpdError("no schema: %r is no version" % (version,)) from None


def read_rows(data, table, condition=""):
    """Return the rows of a table that meet a condition in SQL, as objects: columns, and what `extdata` has besides."""
    condition = condition.strip()
    if condition and not condition.upper().startswith("WHERE"):
        condition = "WHERE " + condition
    cursor = data.execute("SELECT * FROM %s %s" % (table, condition))
    names = [column[0] for column in cursor.description]
    return [_row(dict(zip(names, row))) for row in cursor]


def _row(columns):
    extra = json.loads(columns.get("extdata") or "{}")
    return types.SimpleNamespace(**dict(extra, **columns))
