"""Sums of kernels, copies, allocations and calls: `python -m rocpd.summary -i FILE...`."""

import sys

from . import command, time_window
from .importer import sources

__all__ = ["add_args", "execute", "main"]

_FLAGS = ("domain_summary", "summary_by_rank")


def add_args(parser):
    """Add the options. Return a function that finds their values among parsed ones."""
    group = parser.add_argument_group("Summary options")
    group.add_argument("-f", "--format", help="console (default), csv, html, json or md")
    group.add_argument("--domain-summary", action="store_true", help="also a table of the domains")
    group.add_argument("--summary-by-rank", action="store_true", help="also tables by process and host")
    group.add_argument("--region-categories", nargs="+", help="of the calls only these; NONE")

    def process_args(input, args):
        names = ("format", "region_categories") + _FLAGS
        return {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}

    return process_args


def execute(input, format="csv", output_file="", output_path=None, region_categories=(), **kwargs):
    """Write the tables as files; `main` prints them."""
    names, window = sources(input)
    options = ["-f", format] + time_window.words(window)
    options += ["--" + name.replace("_", "-") for name in _FLAGS if kwargs.get(name)]
    for option, value in (("-o", output_file), ("-d", output_path)):
        options += [option, value] if value else []
    options += ["--region-categories"] + list(region_categories) if region_categories else []
    command.run("summary", names, options)


def main(argv=None):
    """Run `rocpd summary`. Return its exit code."""
    return command.main("summary", argv)


if __name__ == "__main__":
    sys.exit(main())
