"""Databases of profiles (rocpd): read, asked in SQL, and made into other files.

`connect` opens one or several; what it returns takes everything that a connection of sqlite3 does. What writes files
is done by the command `rocpd` of the same installation.
"""

from . import libpyrocpd, output_config
from .command import RocpdError
from .convert import write
from .importer import RocpdImportData
from .version import version_info

__all__ = [
    "RocpdError",
    "RocpdImportData",
    "connect",
    "execute",
    "format_path",
    "read_agents",
    "read_nodes",
    "read_processes",
    "read_threads",
    "version_info",
    "write_csv",
    "write_otf2",
    "write_perfetto",
]

format_path = output_config.format_path


def connect(input, *args, **kwargs):
    """Open databases: a path or a list of paths, of files, folders, packages, or with wildcards."""
    return RocpdImportData(input, *args, **kwargs)


def execute(data, *args, **kwargs):
    """Execute SQL. Return the cursor."""
    return data.execute(*args, **kwargs)


def read_agents(data, condition=""):
    """Return the agents, each with the columns of `rocpd_info_agent` and what its `extdata` has."""
    return libpyrocpd.read_rows(data, "rocpd_info_agent", condition)


def read_nodes(data, condition=""):
    """Return the machines, each with the columns of `rocpd_info_node`."""
    return libpyrocpd.read_rows(data, "rocpd_info_node", condition)


def read_processes(data, condition=""):
    """Return the processes, each with the columns of `rocpd_info_process` and what its `extdata` has."""
    return libpyrocpd.read_rows(data, "rocpd_info_process", condition)


def read_threads(data, condition=""):
    """Return the threads, each with the columns of `rocpd_info_thread` and what its `extdata` has."""
    return libpyrocpd.read_rows(data, "rocpd_info_thread", condition)


def write_csv(connection, config=None, **kwargs):
    """Write tables as CSV where the configuration says. Return True."""
    return write("csv", connection, config, kwargs)


def write_perfetto(connection, config=None, **kwargs):
    """Write a trace for Perfetto where the configuration says. Return True."""
    return write("pftrace", connection, config, kwargs)


def write_otf2(connection, config=None, **kwargs):
    """Write an OTF2 archive where the configuration says. Return True."""
    return write("otf2", connection, config, kwargs)
