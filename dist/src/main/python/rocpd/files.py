"""The databases that words name: themselves, by wildcards, those in folders, and those of packages."""

import glob
import os
import re

from .command import RocpdError

INDEX = "index.yaml"


def databases(words):
    """Return the paths of files. Raise FileNotFoundError for what is not there, RocpdError for what has none."""
    files = []
    for word in words:
        word = os.fspath(word)
        named = [word] if os.path.exists(word) else sorted(glob.glob(word))
        if not named:
            raise FileNotFoundError("%s: no such file or directory" % word)
        for path in named:
            files += _of(path)
    return files


def _of(path):
    if os.path.isdir(path):
        index = os.path.join(path, INDEX)
        if os.path.exists(index):
            return _indexed(index)
        files = sorted(glob.glob(os.path.join(glob.escape(path), "*.db")))
        if not files:
            raise RocpdError("%s: holds no databases (*.db)" % path)
        return files
    return _indexed(path) if re.search(r"\.ya?ml$", path) else [path]


def _indexed(index):
    """Return what an index names. It is the YAML that AMD's package and ours write: `files:` and a name, or a list."""
    with open(index) as lines:
        text = lines.read()
    names = re.search(r"^ *files:(?:[ \t]+(\S.*)|[ \t]*((?:\n *- .*)+))", text, re.MULTILINE)
    if names is None:
        raise RocpdError("%s: names no databases; rocpd package writes such a file" % index)
    words = [names.group(1)] if names.group(1) else re.findall(r"\n *- (.*)", names.group(2))
    files = []
    for word in words:
        file = os.path.normpath(os.path.join(os.path.dirname(index), word.strip().strip("'\"")))
        if not os.path.exists(file):
            raise FileNotFoundError("%s: no such file, but %s names it" % (file, index))
        files.append(file)
    return files
