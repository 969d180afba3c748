"""Where output files go and what they are like: the options of `rocpd convert` by the names of AMD's `output_config`."""

import argparse
import os
import socket
import sys

__all__ = ["add_args", "add_generic_args", "format_path", "output_config"]

# Attribute, value where none is given, option of `rocpd convert`, what it is.
_OPTIONS = (
    ("output_path", "./rocpd-output-data", "--output-path", "folder of the files"),
    ("output_file", "out", "--output-file", "what names of files begin with"),
    ("kernel_rename", False, "--kernel-rename", "name kernels by the ROC-TX range that they are launched in"),
    ("agent_index_value", "relative", "--agent-index-value", "numbers of agents: absolute, relative or type-relative"),
    ("group_by_queue", False, "--group-by-queue", "by HSA queue instead of HIP stream"),
    ("perfetto_backend", "inprocess", "--perfetto-backend", "inprocess"),
    ("perfetto_buffer_fill_policy", "discard", "--perfetto-buffer-fill-policy", "discard or ring_buffer: without effect"),
    ("perfetto_buffer_size", 1048576, "--perfetto-buffer-size", "in KB: without effect"),
    ("perfetto_shmem_size_hint", 64, "--perfetto-shmem-size-hint", "in KB: without effect"),
)

_DEFAULTS = {
    "output_file": "ROCPD_OUTPUT_NAME",
    "output_path": "ROCPD_OUTPUT_PATH",
}


class output_config(object):
    """The attributes are the options above; all may be set. An unknown one is a KeyError, but for `strict=False`."""

    def __init__(self, **kwargs):
        for name, value, _, _ in _OPTIONS:
            setattr(self, name, value)
        self.update(**kwargs)

    def update(self, strict=True, **kwargs):
        """Set attributes. Return this object."""
        for name, value in kwargs.items():
            if hasattr(self, name):
                setattr(self, name, value)
            elif strict:
                raise KeyError("output_config does not have %s attribute" % name)
        return self

    def words(self):
        """Return the words of a command line that say the same."""
        words = []
        for name, value, option, _ in _OPTIONS:
            chosen = getattr(self, name)
            if isinstance(value, bool):
                words += [option] if chosen else []
            elif chosen is not None:
                words.append("%s=%s" % (option, os.fspath(chosen) if hasattr(chosen, "__fspath__") else chosen))
        return words


def format_path(path, tag=os.path.basename(sys.executable)):
    """Replace what stands for this process and its machine, as %pid% or {pid}, and %env{NAME}% and $ENV{NAME}."""
    values = {
        "hostname": socket.gethostname(),
        "pid": str(os.getpid()),
        "ppid": str(os.getppid()),
        "cwd": os.getcwd(),
        "tag": tag,
    }
    path = os.fspath(path)
    for name, value in values.items():
        path = path.replace("%" + name + "%", value).replace("{" + name + "}", value)
    for begin, end in (("%env{", "}%"), ("$ENV{", "}")):
        while begin in path and end in path.split(begin, 1)[1]:
            before, rest = path.split(begin, 1)
            name, after = rest.split(end, 1)
            path = before + os.environ.get(name, "") + after
    return path


def check_file_exists(filename):
    """For `type=` of an argument: the name of a file or folder that is there."""
    if not os.path.exists(filename):
        raise argparse.ArgumentTypeError("File '%s' does not exist." % filename)
    return filename


def add_options(parser, title, names):
    """Add options to a parser. Return a function that finds their values among parsed ones."""
    group = parser.add_argument_group(title)
    for name, value, option, words in _OPTIONS:
        if name in names and isinstance(value, bool):
            group.add_argument(option, action="store_true", help=words)
        elif name in names:
            value = os.environ.get(_DEFAULTS.get(name, ""), value)
            group.add_argument(option, default=value, help="%s (default: %s)" % (words, value))

    def process_args(input, args):
        return {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}

    return process_args


def add_args(parser):
    """Add the options of places and names. Return a function that finds their values among parsed ones."""
    shorter = parser.add_argument_group("I/O options")
    process_names = add_options(parser, "Naming options", ("kernel_rename",))
    for letter, (name, value, option, words) in zip("do", _OPTIONS):
        value = os.environ.get(_DEFAULTS[name], value)
        shorter.add_argument("-" + letter, option, default=value, help="%s (default: %s)" % (words, value))

    def process_args(input, args):
        return dict(process_names(input, args), output_file=args.output_file, output_path=args.output_path)

    return process_args


def add_generic_args(parser):
    """Add the options of all formats. Return a function that finds their values among parsed ones."""
    return add_options(parser, "Generic options", ("agent_index_value",))
