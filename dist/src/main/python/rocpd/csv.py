"""Tables as CSV of databases: `python -m rocpd.csv -i FILE...`."""

import sys

from .convert import Format

__all__ = ["add_args", "execute", "main"]

_format = Format("csv")

add_args = _format.add_args
execute = _format.execute
main = _format.main

if __name__ == "__main__":
    sys.exit(main())
