"""OTF2 archives of databases: `python -m rocpd.otf2 -i FILE...`."""

import sys

from .convert import Format

__all__ = ["add_args", "execute", "main"]

_format = Format("otf2")

add_args = _format.add_args
execute = _format.execute
main = _format.main

if __name__ == "__main__":
    sys.exit(main())
