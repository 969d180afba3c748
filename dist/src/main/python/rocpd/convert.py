"""Files of other formats, made by the command: what the modules of formats have in common."""

from . import command, output_config, time_window
from .importer import sources


def write(format, data, config=None, options=None):
    """Write files of a format. Return True; raise RocpdError where that fails."""
    names, window = sources(data)
    config = output_config.output_config() if config is None else config
    config.update(**(options or {}))
    command.run("convert", names, ["-q", "-f", format] + config.words() + time_window.words(window))
    return True


class Format(object):
    """What a module has for its format: `add_args`, `execute` and `main`.

    `options` are those of `output_config` that only this format has.
    """

    def __init__(self, name, options=()):
        self.name = name
        self.options = options

    def add_args(self, parser):
        """Add the options of this format. Return a function that finds their values among parsed ones."""
        return output_config.add_options(parser, self.name + " options", self.options)

    def execute(self, input, config=None, **kwargs):
        """Write files of this format where the configuration says."""
        write(self.name, input, config, kwargs)

    def main(self, argv=None):
        """Run `rocpd convert -f` for this format. Return its exit code."""
        return command.main("convert", argv, ["-f", self.name])
