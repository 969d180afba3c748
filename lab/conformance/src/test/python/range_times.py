"""Computes what a table of ranges has to say from a program's own log: range_times.py LOG

Prints for each name: NAME COUNT and TIME, GPU, IDLE, WAIT, each of the whole range and without the ranges inside.
"""
import sys


def united(intervals):
    result = []
    for begin, end in sorted(intervals):
        if result and begin <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        elif end > begin:
            result.append((begin, end))
    return result


def without(intervals, others):
    """The parts of the first that are not in the second."""
    points = sorted({point for interval in intervals + others for point in interval})
    inside = lambda at, among: any(begin <= at < end for begin, end in among)
    return [(a, b) for a, b in zip(points, points[1:]) if inside(a, intervals) and not inside(a, others)]


def length(intervals):
    return sum(end - begin for begin, end in united(intervals))


def common(intervals, others):
    return length(intervals) - length(without(united(intervals), united(others)))


ranges, kernels, waits = {}, [], []
for line in open(sys.argv[1]):
    what, *words = line.split()
    if what == "range":
        ranges[int(words[0])] = (int(words[1]), words[2], (int(words[3]), int(words[4])))
    else:
        (kernels if what == "kernel" else waits).append((int(words[0]), (int(words[1]), int(words[2]))))


def is_in(number, name):
    """Whether a range is one of that name, or inside one."""
    return number >= 0 and (ranges[number][1] == name or is_in(ranges[number][0], name))


busy = [interval for _, interval in kernels]
for name in sorted({name for _, name, _ in ranges.values()}):
    own = [number for number, (_, its, _) in ranges.items() if its == name]
    whole = united([ranges[number][2] for number in own])
    alone = [part for number in own
             for part in without([ranges[number][2]], [inner for outer, _, inner in ranges.values() if outer == number])]
    print(name, len(own), length(whole), length(alone),
          length([interval for number, interval in kernels if is_in(number, name)]),
          length([interval for number, interval in kernels if number in own]),
          length(whole) - common(whole, busy), length(alone) - common(alone, busy),
          length([interval for number, interval in waits if is_in(number, name)]),
          length([interval for number, interval in waits if number in own]))
