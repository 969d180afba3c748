"""Compares what a tracer told of a run with the driver's truth log. Standard library only."""
import bisect
import collections

import work

TOLERANCE_NS = 100


class Match:
    """Pairs each piece of traced work with one of the truth log that has its name and its times."""

    def __init__(self, traced, true):
        self.pairs, self.invented, self.furthest = 0, [], 0
        by_name = collections.defaultdict(list)
        for piece in true:
            by_name[piece.name].append(piece)
        for pieces in by_name.values():
            pieces.sort(key=lambda piece: piece.start)
        for piece in sorted(traced, key=lambda piece: piece.start):
            self.pair(piece, by_name[piece.name])
        self.missed = [piece for pieces in by_name.values() for piece in pieces]

    def pair(self, piece, candidates):
        place = bisect.bisect_left(candidates, piece.start - TOLERANCE_NS, key=lambda candidate: candidate.start)
        while place < len(candidates) and candidates[place].start <= piece.start + TOLERANCE_NS:
            if abs(candidates[place].end - piece.end) <= TOLERANCE_NS:
                true = candidates.pop(place)
                self.pairs += 1
                self.furthest = max(self.furthest, abs(true.start - piece.start), abs(true.end - piece.end))
                return
            place += 1
        self.invented.append(piece)


def shown(pieces):
    counts = collections.Counter(f"{piece.sort} {piece.name}" for piece in pieces)
    return ", ".join(f"{count} {name}" for name, count in counts.most_common(4))


def difference(left, right):
    """The functions that were told a different number of times."""
    return [f"{name} {left[name]} times instead of {right[name]}" for name in sorted(left.keys() | right.keys())
            if left[name] != right[name]]


class Truth:
    """The kernels and copies of a truth log. Those kernels by which the HSA runtime copies and fills are no dispatches there."""

    def __init__(self, lines, traced=lambda process: True):
        self.dispatches, self.copies, self.unseen = [], [], []
        self.by_kernel = []  # those of the copies
        cooperative = set()
        for line in lines:
            sort, values = line.split(" ", 1)[0], work.fields(line)
            queue = values.get("pid"), values.get("queue")
            if sort == "queue" and values["event"] == "created":
                cooperative.discard(queue)  # the numbers are used again
            elif sort == "queue" and values["event"] == "cooperative":
                cooperative.add(queue)
            if sort not in ("kernel", "copy") or not traced(values["pid"]):
                continue
            name = "copy" if sort == "copy" else work.without_suffix(values["name"])
            piece = work.Work(sort, name, int(values["start"]), int(values["end"]))
            if sort == "copy":
                self.copies.append(piece)
                self.by_kernel += [piece] if values["by"] == "kernel" else []
            else:
                (self.unseen if queue in cooperative else self.dispatches).append(piece)
