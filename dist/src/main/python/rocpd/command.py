"""The command `rocpd` of the same installation, which does what is more than a question to a database."""

import os
import subprocess
import sys

HOME = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "..", ".."))

ROCPD = os.path.join(HOME, "bin", "rocpd")


class RocpdError(RuntimeError):
    """What was asked for failed, or is not available here; the message says what and why."""


def run(verb, files, options=()):
    """Run a verb on databases. Raise RocpdError with the command's own words where it fails."""
    words = [ROCPD, verb, "-i"] + [os.fspath(file) for file in files] + [str(option) for option in options]
    try:
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    except OSError as error:
        raise RocpdError("%s cannot be run: %s" % (ROCPD, error.strerror))
    words_of_error = process.communicate()[1].decode("utf-8", "replace").strip()
    if process.returncode != 0:
        raise RocpdError(words_of_error or "rocpd %s ended with %d" % (verb, process.returncode))


def main(verb, argv=None, options=()):
    """Run a verb with the words of a command line, by default those of this process. Return its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    return subprocess.call([ROCPD] + ([verb] if verb else []) + words + list(options))
