"""Traces for Perfetto of databases: `python -m rocpd.pftrace -i FILE...`."""

import sys

from .convert import Format

__all__ = ["add_args", "execute", "main"]

_format = Format("pftrace", ("perfetto_backend", "perfetto_buffer_fill_policy", "perfetto_buffer_size", "perfetto_shmem_size_hint", "group_by_queue"))

add_args = _format.add_args
execute = _format.execute
main = _format.main

if __name__ == "__main__":
    sys.exit(main())
