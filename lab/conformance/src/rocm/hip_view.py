"""Compares HIP's own view of its work, which rocprof writes, with the driver's truth log: kernels as they are launched, copies and
fills as they are asked for, each made of one or more of the driver's kernels and copies, and barriers, which the log has not.
Standard library only."""
import compare

RUNTIMES_OWN = "__amd_rocclr_"
BARRIER = "Marker"


class Match:
    """Finds for each command of HIP the piece of the truth log with which it ends; other pieces are parts of a command."""

    def __init__(self, commands, true, unseen):
        self.kernels = self.copies = self.furthest = self.backward = 0
        self.invented, self.missed = [], sorted([*true, *unseen], key=lambda piece: piece.end)
        self.cooperative = set(unseen)  # HIP's times of these are those of what it does for them, too
        commands = sorted((command for command in commands if command.name != BARRIER), key=lambda command: command.end)
        for command in commands:
            self.pair(command)
        self.missed = [piece for piece in self.missed if not any(is_part(piece, command) for command in commands)]
        self.last = max((command.end for command in commands), default=0)

    def pair(self, command):
        for place, piece in enumerate(self.missed):
            if suits(command, piece) and self.times_suit(command, piece):
                del self.missed[place]
                self.backward += is_backward(command)
                if piece not in self.cooperative and not is_backward(command):
                    self.furthest = max(self.furthest, abs(piece.end - command.end))
                if command.sort == "kernel":
                    self.kernels += 1
                else:
                    self.copies += 1
                return
        self.invented.append(command)

    def times_suit(self, command, piece):
        if piece in self.cooperative:
            return is_within(piece, command)
        if is_backward(command):
            return abs(piece.start - command.start) <= compare.TOLERANCE_NS
        if abs(piece.end - command.end) > compare.TOLERANCE_NS:
            return False
        if command.sort == "kernel":
            return abs(piece.start - command.start) <= compare.TOLERANCE_NS
        return is_within(piece, command)


def suits(command, piece):
    if command.sort == "kernel":
        # rocprof writes the last part of the name, which follows its length in the mangled one.
        return piece.name == command.name or f"{len(command.name)}{command.name}" in piece.name
    if command.name.startswith("Fill"):
        return piece.name.startswith(RUNTIMES_OWN + "fill")
    return piece.sort == "copy" or piece.name.startswith(RUNTIMES_OWN + "copy")


def is_backward(command):
    """HIP 7.2 reports some copies by an engine with an end before their begin, which is right."""
    return command.sort == "command" and command.end < command.start


def is_part(piece, command):
    return (piece.sort == "copy" or piece.name.startswith(RUNTIMES_OWN)) and is_within(piece, command)


def is_within(piece, command):
    return command.start - compare.TOLERANCE_NS <= piece.start and piece.end <= command.end + compare.TOLERANCE_NS
