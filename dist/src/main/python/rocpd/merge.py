"""One database of several: `python -m rocpd.merge -i FILE... -o NAME`."""

import os
import sys

from . import command, files, output_config

__all__ = ["add_args", "execute", "main", "merge_sqlite_dbs"]


def merge_sqlite_dbs(sources, dest_path, on_log=None):
    """Merge databases into a new one; the processes stay apart."""
    sources = list(sources)
    if not sources:
        raise ValueError("No source databases provided")
    folder, name = os.path.split(os.path.abspath(dest_path))
    if not name.endswith(".db"):
        raise command.RocpdError("%s: a database is named *.db" % dest_path)
    command.run("merge", sources, ["-d", folder, "-o", name[: -len(".db")]])
    if on_log is not None:
        on_log("merged %d databases into %s" % (len(sources), dest_path))


def add_args(parser):
    """Add the options of the file's place. Return a function that finds their values among parsed ones."""
    return output_config.add_options(parser, "I/O options", ("output_file", "output_path"))


def execute(inputs, output_file="merged", output_path="./rocpd-output-data", **kwargs):
    """Merge databases. Return the path of the new one."""
    name = output_file if output_file.endswith(".db") else output_file + ".db"
    path = os.path.join(output_path, name)
    merge_sqlite_dbs(files.databases(inputs), path)
    return path


def main(argv=None):
    """Run `rocpd merge`. Return its exit code."""
    return command.main("merge", argv)


if __name__ == "__main__":
    sys.exit(main())
