"""The schema of databases, as SQL: `python -m rocpd.schema [--create FILE]`."""

import argparse
import sqlite3
import sys

from . import libpyrocpd

__all__ = ["RocpdSchema", "main"]


class RocpdSchema(object):
    """The schema for the tables of one process, by default in its newest version.

    tables, metadata, indexes, views    SQL
    """

    def __init__(self, uuid="", guid="", version=None):
        kinds, options = libpyrocpd.sql_schema, libpyrocpd.sql_option
        names = {"uuid": uuid, "guid": guid, "version": version}
        self.tables = self.load_schema(1, kinds.rocpd_tables, options.sqlite3_pragma_foreign_keys, **names)
        self.metadata = self.load_schema(1, kinds.metadata, options.none, **names)
        self.indexes = self.load_schema(1, kinds.rocpd_indexes, options.none, **names)
        views = (kinds.rocpd_views, kinds.data_views, kinds.summary_views)
        self.views = "\n".join(self.load_schema(1, kind, options.none, **names) for kind in views)

    def write_schema(self, connection):
        """Make tables and views in a database."""
        for script in (self.tables, self.metadata, self.indexes, self.views):
            connection.executescript(script)

    @staticmethod
    def load_schema(engine, kind, options, variables=None, **kwargs):
        """Return a part of the schema; `uuid`, `guid` and `version` may be given by name."""
        variables = libpyrocpd.schema_jinja_variables() if variables is None else variables
        for name in ("uuid", "guid"):
            if kwargs.get(name) is not None:
                setattr(variables, name, str(kwargs[name]))
        return libpyrocpd.load_schema(engine, kind, options, variables, kwargs.get("version"))


def main(argv=None):
    """Print the tables, or make an empty database. Return 0."""
    parser = argparse.ArgumentParser(prog="python -m rocpd.schema", description="The schema of rocpd databases.")
    parser.add_argument("--create", metavar="FILE", help="make an empty database")
    parser.add_argument("--version", help="of the schema, 3.0.2 for instance; default: the newest")
    parser.add_argument("--uuid", default="", help="what names of tables end with")
    args = parser.parse_args(argv)
    schema = RocpdSchema(args.uuid, args.uuid, args.version)
    if args.create is None:
        print(schema.tables)
        return 0
    if not args.uuid:
        parser.error("--create needs --uuid: tables and their views cannot have the same names")
    connection = sqlite3.connect(args.create)
    schema.write_schema(connection)
    connection.commit()
    connection.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
