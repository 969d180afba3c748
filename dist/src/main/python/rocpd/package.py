"""An index of databases, which is named in their place: `python -m rocpd.package -i FILE... -d FOLDER`."""

import sys

from . import command, files

__all__ = ["add_args", "execute", "flatten_rocpd_yaml_input_file", "main"]

IDEAL_NUMBER_OF_DATABASE_FILES = 1
MAX_LIMIT_OF_DATABASE_FILES = 8


def flatten_rocpd_yaml_input_file(input, **kwargs):
    """Return the databases that words name: files, folders, packages, wildcards. Nothing is merged."""
    return files.databases([input] if isinstance(input, str) else input)


def add_args(parser):
    """Add the options. Return a function that finds their values among parsed ones."""
    group = parser.add_argument_group("Package options")
    group.add_argument("-c", "--consolidate", action="store_true", help="move the databases into the package")
    group.add_argument("--copy", action="store_true", help="copy instead of moving")
    group.add_argument("-d", "--output-path", help="the package's folder (default: here)")

    def process_args(input, args):
        names = ("consolidate", "copy", "output_path")
        return {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}

    return process_args


def execute(input_files, consolidate=False, copy=False, output_path=None, **kwargs):
    """Write the index, and with `consolidate` move the databases beside it, or copy them."""
    options = ["--consolidate"] * bool(consolidate) + ["--copy"] * bool(copy)
    command.run("package", files.databases(input_files), options + (["-d", output_path] if output_path else []))


def main(argv=None):
    """Run `rocpd package`. Return its exit code."""
    return command.main("package", argv)


if __name__ == "__main__":
    sys.exit(main())
