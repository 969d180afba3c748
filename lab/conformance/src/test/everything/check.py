#!/usr/bin/env python3
"""check.py [--agents|--cut] TRACE [PROGRAM]: checks what the tool beside it has written, and compares it with what the
program lab/conformance/src/test/c/everything.c printed about itself. With --agents it only compares the agents that
the tool found in initialize with those in finalize; with --cut it takes into account that the program's threads were
still busy when it ended: what has begun need not end.

Prints one line per difference, at most ten of a sort, then how much it has seen. It exits with 1 if there are any.
"""

import collections
import json
import sys

ENTER, EXIT = 1, 2
COMPLETE = 2  # the operation of a dispatch at its end
APIS = ("HSA_CORE_API", "HSA_AMD_EXT_API", "HSA_IMAGE_EXT_API", "HSA_FINALIZE_EXT_API", "HIP_RUNTIME_API",
        "HIP_COMPILER_API", "MARKER_CORE_API", "MARKER_CONTROL_API", "MARKER_NAME_API", "MARKER_CORE_RANGE_API",
        "RCCL_API", "ROCDECODE_API", "ROCJPEG_API", "ROCSHMEM_API", "HIPFILE_API")
WORK = ("KERNEL_DISPATCH", "MEMORY_COPY")
WITH_IDS = APIS + WORK + ("MEMORY_ALLOCATION", "SCRATCH_MEMORY", "OMPT")
WITH_ARGUMENTS = ("HIP_RUNTIME_API_EXT", "HIP_COMPILER_API_EXT", "ROCDECODE_API_EXT", "ROCSHMEM_API_EXT", "HIPFILE_API_EXT")
OPEN_ENDED = ("MARKER_CORE_RANGE_API", "OMPT")  # may be open when the program ends
SUCCESS = "ROCPROFILER_STATUS_SUCCESS"
# What the library may answer else: kinds of the driver need its device, and counters a known GPU.
OTHER_ANSWERS = {
    "records of KFD_": "ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_KERNEL",
    "count agent ": "ROCPROFILER_STATUS_ERROR_AGENT_ARCH_NOT_SUPPORTED",
}


class Trace:
    """The tool's file: events with the names of their context, kind and operation."""

    def __init__(self, file):
        with open(file, encoding="ascii") as opened:
            self.data = json.load(opened)
        self.contexts = self.data["contexts"]
        self.events = self.data["events"]
        for place, event in enumerate(self.events):
            kinds = self.data["callback kinds" if event["source"] == "callback" else "record kinds"]
            kind = kinds.get(str(event["kind"]), {"name": "kind %d" % event["kind"], "operations": {}})
            event["place"] = place
            event["in"] = self.contexts[event["context"]]["name"]
            event["kind name"] = kind["name"]
            event["name"] = kind["operations"].get(str(event["operation"]))
            # A text that shows something else at the end is an object.
            texts = [key for key, value in event.items() if key.startswith("$") and isinstance(value, dict)]
            event["changed"] = [event[key]["now"] for key in texts]
            for key in texts:
                event[key] = event[key]["then"]

    def callbacks(self, *kinds):
        return [e for e in self.events if e["source"] == "callback" and e["kind name"] in kinds
                and e["in"] != "control"]

    def told(self, context, *kinds):
        """What one context was told."""
        return [e for e in self.events if e["in"] == context and (not kinds or e["kind name"] in kinds)]

    def own_records(self, *kinds):
        """Records of the contexts that have one service only."""
        return [e for e in self.events if e["source"] == "record" and e["kind name"] in kinds
                and e["in"] not in ("together", "by request")]


class Differences:
    def __init__(self):
        self.lines = []
        self.counts = collections.Counter()

    def check(self, good, sort, about=""):
        if good:
            return True
        self.counts[sort] += 1
        if self.counts[sort] <= 10:
            self.lines.append("%s: %s" % (sort, about if isinstance(about, str) else show(about)))
        return False

    def same(self, sort, found, expected):
        """Compares two counters."""
        for key in sorted(set(found) | set(expected), key=str):
            self.check(found.get(key, 0) == expected.get(key, 0), sort,
                       "%s: %s, not %s" % (key, found.get(key, 0), expected.get(key, 0)))


def show(event):
    return " ".join("%s=%s" % (key, value) for key, value in event.items()
                    if key not in ("context", "kind", "operation", "right size", "arguments"))


def counted(values):
    return collections.Counter(values)


# --- the tool's questions --------------------------------------------------------------------------------------------

def check_answers(trace, differences):
    for question, answer in trace.data["answers"].items():
        others = [other for what, other in OTHER_ANSWERS.items() if what in question]
        differences.check(answer in [SUCCESS] + others, "answer", "%s: %s" % (question, answer))
    answers = trace.data["answers"]
    for context in trace.contexts:
        name = context["name"]
        for expected in ("start", "push", "pop", "active in initialize", "inactive in finalize"):
            differences.check("%s: %s" % (name, expected) in answers, "no answer", "%s: %s" % (name, expected))
        differences.check(not context["dropped"], "dropped", name)


def check_agents(trace, differences):
    known = {agent["id"]: agent for agent in trace.data["agents"]["last"]}
    for event in trace.events:
        if event["kind name"] == "MEMORY_ALLOCATION" and "FREE" in event["name"]:
            differences.check(event["#agent"] == 0, "agent of memory that is freed", event)
        elif event["kind name"] in ("MEMORY_ALLOCATION",) and event["phase"] != ENTER and event["#address"]:
            differences.check(event["#agent"] in known, "unknown agent", event)
        elif event["kind name"] in ("KERNEL_DISPATCH", "SCRATCH_MEMORY", "CODE_OBJECT") and "#agent" in event:
            differences.check(known.get(event["#agent"], {}).get("type") == 2, "no GPU", event)
        elif event["kind name"] == "MEMORY_COPY":
            types = known.get(event["#from"], {}).get("type"), known.get(event["#to"], {}).get("type")
            named = {(1, 1): "HOST_TO_HOST", (1, 2): "HOST_TO_DEVICE", (2, 1): "DEVICE_TO_HOST",
                     (2, 2): "DEVICE_TO_DEVICE"}.get(types)
            differences.check(event["name"] == "MEMORY_COPY_%s" % named, "direction", event)


def check_first_agents(trace, differences):
    first, last = trace.data["agents"]["first"], trace.data["agents"]["last"]
    differences.check(first == last, "agents of initialize and finalize", "%d and %d" % (len(first), len(last)))
    differences.check(any(agent["type"] == 2 for agent in first), "no GPU in initialize")


def check_library(trace, differences):
    threads = trace.data["internal threads"]
    differences.check(threads and sum(1 if t["before"] else -1 for t in threads) == 0, "internal threads",
                      "%d notices" % len(threads))
    own = sum(context["own thread"] for context in trace.contexts)
    differences.check(sum(t["before"] for t in threads) >= own, "internal threads", "%d notices" % len(threads))
    deliverers = collections.defaultdict(set)
    for event in trace.events:
        if event["source"] == "record":
            deliverers[event["in"]].add(event["caller"])
    for name, callers in deliverers.items():
        differences.check(len(callers) == 1, "delivered by several threads", name)
    assigned = [next(iter(deliverers[c["name"]])) for c in trace.contexts
                if c["own thread"] and len(deliverers.get(c["name"], ())) == 1]
    differences.check(len(assigned) == len(set(assigned)), "own threads",
                      "%d for %d" % (len(set(assigned)), len(assigned)))
    seen = [(table["type"], table["instance"]) for table in trace.data["tables"]]
    differences.check(len(seen) == len(set(seen)), "tables", str(seen))
    for table in trace.data["tables"]:
        differences.check(table["readable"] and table["tables"] == 1 and table["version"], "table", str(table))


def check_initializations(trace, differences):
    told = counted((e["name"], e["#version"], e["#instance"]) for e in trace.callbacks("RUNTIME_INITIALIZATION"))
    differences.check(told and all(count == 1 for count in told.values()), "initializations", str(told))
    for context in ("runtime initialization records", "together"):
        recorded = counted((e["name"], e["#version"], e["#instance"])
                           for e in trace.told(context, "RUNTIME_INITIALIZATION"))
        differences.same("initializations in " + context, recorded, told)


# --- every event -----------------------------------------------------------------------------------------------------

def check_each(trace, differences):
    first, last = trace.data["initialized"], trace.data["finalized"]
    for event in trace.events:
        differences.check(event["right size"], "size", event)
        differences.check("#wrong context" not in event and "#wrong hash" not in event, "context", event)
        if event["kind name"] != "CORRELATION_ID_RETIREMENT":
            differences.check(event["name"], "no name", event)
        differences.check(event["source"] == "callback" or event["start"] <= event["end"], "times", event)
        differences.check(first <= event["start"] and event["end"] <= last, "out of time", event)
        if event["kind name"] in WORK and event["source"] == "record":
            differences.check(event["start"] < event["end"], "times of work", event)
        for argument in event.get("arguments", ()):
            differences.check(isinstance(argument["name"], str) and isinstance(argument["type"], str),
                              "text of an argument", event)


def check_texts(trace, differences, program):
    """What pointers showed when they came, they show at the end. Messages are the program's, and may be gone."""
    for event in trace.events:
        differences.check(not event["changed"] or "$message" in event and not program, "text changed", event)
    for kinds in (trace.data["callback kinds"], trace.data["record kinds"]):
        for kind in kinds.values():
            differences.check(isinstance(kind["name"], str), "name changed", str(kind["name"]))
            for name in kind["operations"].values():
                differences.check(isinstance(name, str), "name changed", str(name))


# --- callbacks -------------------------------------------------------------------------------------------------------

def check_pairs(trace, differences):
    """Every ENTER has one EXIT on the same thread, after it, with the user data that ENTER left."""
    open_pairs = {}
    for event in trace.callbacks(*WITH_IDS, "HIP_STREAM"):
        kind = event["kind name"]
        who = event["caller"] if kind == "HIP_STREAM" else event["internal"]
        key = event["in"], kind, event["operation"], who
        if kind == "KERNEL_DISPATCH":
            key = kind, event["#dispatch"]
        if event["phase"] == ENTER:
            differences.check(kind in WORK or key not in open_pairs, "entered twice", event)
            differences.check(event["#user data"] == 0, "user data of another event", event)
            open_pairs.setdefault(key, []).append(event)
        elif event["phase"] == EXIT:
            begun = open_pairs.get(key, [])
            if not differences.check(begun, "exit without enter", event):
                continue
            # A call may make several copies; they end in any order.
            match = [e for e in begun if e["#left"] == event["#user data"]]
            if not differences.check(match, "user data lost", event):
                continue
            begun.remove(match[0])
            differences.check(match[0]["thread"] == event["thread"], "thread of exit", event)
            differences.check(match[0]["ancestor"] == event["ancestor"], "ancestor of exit", event)
            if kind not in WORK + ("MARKER_CORE_RANGE_API",):
                differences.check(match[0]["caller"] == event["caller"] == event["thread"], "caller", event)
            if not begun:
                del open_pairs[key]
    for events in open_pairs.values():
        for event in events:
            differences.check(event["kind name"] in OPEN_ENDED, "enter without exit", event)


def check_dispatches(trace, differences):
    """ENTER, EXIT and completion of each dispatch, and its records, are the same."""
    dispatches = collections.defaultdict(list)
    for event in trace.callbacks("KERNEL_DISPATCH"):
        dispatches[event["#dispatch"]].append(event)
    left = {}
    for number, events in dispatches.items():
        phases = [(e["operation"], e["phase"]) for e in events]
        differences.check(sorted(phases) == [(1, ENTER), (1, EXIT), (COMPLETE, 0)], "dispatch",
                          "%s: %s" % (number, phases))
        for field in ("internal", "thread", "#kernel", "#queue", "#agent", "#grid", "#workgroup"):
            differences.check(len({e[field] for e in events}) == 1, "dispatch with another " + field, events[0])
        for event in events:
            if event["phase"] == ENTER:
                left[number] = event["#left"]
            elif event["operation"] == COMPLETE:
                differences.check(event["#user data"] == left.get(number), "user data of a dispatch", event)
                differences.check(0 < event["#begin"] < event["#end"], "times of a dispatch", event)
    differences.check(sorted(dispatches) == list(range(1, len(dispatches) + 1)), "dispatch ids",
                      str(sorted(dispatches)[:10]))
    ends = counted((e["#dispatch"], e["internal"], e["thread"], e["#kernel"], e["#begin"], e["#end"])
                   for e in trace.callbacks("KERNEL_DISPATCH") if e["operation"] == COMPLETE)
    for context in ("dispatch records", "together", "by request"):
        differences.same("dispatches in " + context, counted(
            (e["#dispatch"], e["internal"], e["thread"], e["#kernel"], e["start"], e["end"])
            for e in trace.told(context, "KERNEL_DISPATCH")), ends)


def check_copies(trace, differences):
    ends = counted((e["internal"], e["operation"], e["thread"], e["#bytes"], e["#begin"], e["#end"])
                   for e in trace.callbacks("MEMORY_COPY") if e["phase"] == EXIT)
    for context in ("copy records", "together", "by request"):
        differences.same("copies in " + context, counted(
            (e["internal"], e["operation"], e["thread"], e["#bytes"], e["start"], e["end"])
            for e in trace.told(context, "MEMORY_COPY")), ends)


def check_streams(trace, differences):
    """A stream is used between its creation and its end; 0 is there always."""
    alive = {0}
    for event in trace.callbacks("HIP_STREAM"):
        stream = event["#stream"]
        if event["name"] == "HIP_STREAM_CREATE":
            differences.check(stream not in alive, "created twice", event)
            alive.add(stream)
        elif event["name"] == "HIP_STREAM_DESTROY":
            differences.check(stream in alive, "destroyed, not created", event)
            alive.discard(stream)
        elif event["phase"] == ENTER:
            differences.check(stream in alive, "unknown stream", event)


# --- code objects ----------------------------------------------------------------------------------------------------

def check_code_objects(trace, differences):
    """All are unloaded as they were loaded; every kernel that ran has a name."""
    loaded, objects, kernels = {}, set(), {}
    for event in trace.callbacks("CODE_OBJECT"):
        number = event.get("#host function", event.get("#kernel", event["#code object"]))
        key = event["operation"], number
        texts = {k: v for k, v in event.items() if k.startswith("$")}
        differences.check(not (event["internal"] or event["ancestor"] or event["external"]), "code object with an id",
                          event)
        if event["phase"] == ENTER:
            differences.check(key not in loaded, "loaded twice", event)
            loaded[key] = event
            if event["name"] == "CODE_OBJECT_LOAD":
                objects.add(number)
            else:
                differences.check(event["#code object"] in objects, "kernel of an unknown code object", event)
            if "$kernel name" in event:
                kernels[number] = event["$kernel name"]
            if "$device function" in event:
                name = kernels.get(event["#kernel"])
                differences.check(name in (event["$device function"], "%s.kd" % event["$device function"]),
                                  "host function of another kernel", event)
        else:
            before = loaded.pop(key, None)
            if differences.check(before, "unloaded, not loaded", event):
                differences.check(texts == {k: v for k, v in before.items() if k.startswith("$")},
                                  "unloaded with another text", event)
                differences.check(event["#user data"] == before["#left"], "user data of a code object", event)
    for key, event in loaded.items():
        differences.check(event["name"] == "CODE_OBJECT_HOST_KERNEL_SYMBOL_REGISTER", "never unloaded", event)
    for event in trace.events:
        if event["kind name"] == "KERNEL_DISPATCH":
            differences.check(kernels.get(event["#kernel"]), "dispatch of an unknown kernel", event)
    return kernels


# --- records ---------------------------------------------------------------------------------------------------------

def identity(event):
    return event["kind name"], event["operation"], event["internal"], event["ancestor"], event["thread"]


def without_kind(event, of_one_context):
    return identity(event)[1:] + (event["start"], event["end"], event["external"] if of_one_context else 0)


def check_calls(trace, differences):
    """Records of a service alone, of all together and by request are the same, as are callbacks."""
    kinds = APIS + ("MEMORY_ALLOCATION", "SCRATCH_MEMORY")
    together = trace.told("together", *kinds)
    times = counted(identity(e) + (e["start"], e["end"]) for e in together)
    for name, others in (("alone", trace.own_records(*kinds)), ("by request", trace.told("by request", *kinds))):
        differences.same("records " + name, counted(identity(e) + (e["start"], e["end"]) for e in others), times)
    exits = counted(identity(e) for e in trace.callbacks(*kinds) if e["phase"] == EXIT)
    differences.same("callbacks", exits, counted(identity(e) for e in together))
    for context in ("together", "by request", "hip records with arguments"):
        source = "together" if context.startswith("hip") else context
        plain = trace.told(source, *(kind.removesuffix("_EXT") for kind in WITH_ARGUMENTS))
        differences.same("records with arguments in " + context,
                         counted(without_kind(e, context == source) for e in trace.told(context, *WITH_ARGUMENTS)),
                         counted(without_kind(e, context == source) for e in plain))
    texts = {(e["internal"], e["operation"]): e.get("arguments", []) for e in trace.callbacks("HIP_RUNTIME_API")
             if e["phase"] == EXIT}
    for event in trace.told("hip records with arguments", "HIP_RUNTIME_API_EXT"):
        names = [(a["type"], a["name"]) for a in event.get("arguments", [])]
        other = [(a["type"], a["name"]) for a in texts.get((event["internal"], event["operation"]), [])]
        differences.check(names == other, "arguments", event)


def check_ids(trace, differences):
    """Internal ids are 1 to N without gaps: each call has its own. Scratch memory has its call's, or 0."""
    ids = {e["internal"] for e in trace.events if e["kind name"] in WITH_IDS} - {0}
    differences.check(ids == set(range(1, len(ids) + 1)), "gaps between internal ids",
                      str(sorted(set(range(1, max(ids, default=0) + 1)) - ids)[:10]))
    calls = [e["internal"] for e in trace.told("together", *APIS)]
    differences.check(len(calls) == len(set(calls)), "an id of two calls")


def check_parents(trace, differences):
    """The ancestor of a call is the innermost call that encloses it on its thread."""
    calls = {e["internal"]: e for e in trace.told("together", *APIS, "OMPT")}
    entered = {e["internal"]: e for e in trace.callbacks(*APIS, "OMPT") if e["phase"] == ENTER}
    for event in calls.values():
        if not event["ancestor"]:
            continue
        differences.check(event["ancestor"] < event["internal"], "parent with a later id", event)
        parent = calls.get(event["ancestor"])
        if parent is None:
            parent = entered.get(event["ancestor"])
            differences.check(parent and parent["kind name"] in OPEN_ENDED, "no parent", event)
            continue
        if parent["name"] == "omp_task_create":  # what the task does, whenever and wherever it runs
            continue
        if parent["name"] == "roctxProcessRangeA":
            differences.check(parent["start"] <= event["start"] <= parent["end"], "not within its parent", event)
            continue
        differences.check(parent["thread"] == event["thread"], "parent of another thread", event)
        differences.check(parent["start"] <= event["start"] and event["end"] <= parent["end"], "not within its parent",
                          event)
    for kind in WORK:
        for event in trace.told("together", kind):
            call = calls.get(event["internal"])
            if call:
                differences.check(call["thread"] == event["thread"], "work of another thread", event)
                differences.check(call["start"] <= event["start"], "work before its call", event)
    check_stacks(trace, differences)


def check_stacks(trace, differences):
    """As the callbacks of each thread nest, so do the ancestors. Process ranges end in any order, and what a task of
    OpenMP does belongs to its creation."""
    stacks = collections.defaultdict(list)
    tasks = {e["internal"] for e in trace.callbacks("OMPT") if e["name"] == "omp_task_create"}
    for event in trace.callbacks(*APIS, "OMPT"):
        stack = stacks[event["thread"]]
        if event["phase"] != EXIT:
            top = stack[-1] if stack else 0
            differences.check(event["ancestor"] == top or event["ancestor"] in tasks, "ancestor, not %d" % top, event)
        if event["phase"] == ENTER:
            stack.append(event["internal"])
        elif event["phase"] == EXIT and differences.check(event["internal"] in stack, "not entered", event):
            innermost = stack[-1] == event["internal"] or event["name"] == "roctxProcessRangeA"
            differences.check(innermost, "not the innermost", event)
            stack.remove(event["internal"])


def pauses(trace):
    """When the contexts were stopped: ids that end then are retired without their knowledge."""
    begun, spans = None, []
    for event in trace.told("control"):
        if event["name"] == "roctxProfilerPause" and event["phase"] == ENTER:
            begun = event["start"]
        elif event["name"] == "roctxProfilerResume" and event["phase"] == EXIT and begun:
            spans.append((begun, event["start"]))
    return spans


def check_retirements(trace, differences):
    """Each id is retired once, when nothing has it any more: later, and delivered later."""
    last, latest = {}, {}
    for event in trace.told("together", *WITH_IDS, *WITH_ARGUMENTS):
        number = event["internal"]
        last[number] = max(last.get(number, 0), event["place"])
        latest[number] = max(latest.get(number, 0), event["end"])
    last.pop(0, None)  # scratch memory that is of no call
    retired = collections.Counter()
    others = {e["internal"] for e in trace.callbacks("MARKER_CORE_RANGE_API") + trace.told("control")}
    for event in trace.told("together", "CORRELATION_ID_RETIREMENT"):
        number = event["internal"]
        retired[number] += 1
        if differences.check(number in last or number in others, "retired without a record", event):
            differences.check(event["place"] > last.get(number, 0), "retired before its last record", event)
            differences.check(event["start"] >= latest.get(number, 0), "retired before its end", event)
    stopped = pauses(trace)
    for number in last:
        lost = any(begin <= latest[number] <= end for begin, end in stopped)
        differences.check(retired[number] == 1 or lost and not retired[number], "retired %d times" % retired[number],
                          str(number))
    for context in ("retirements", "by request"):
        differences.same("retired in " + context, counted(
            (e["internal"], e["start"]) for e in trace.told(context, "CORRELATION_ID_RETIREMENT")), counted(
            (e["internal"], e["start"]) for e in trace.told("together", "CORRELATION_ID_RETIREMENT")))


# --- external ids ----------------------------------------------------------------------------------------------------

def check_external(trace, differences):
    """Those of the thread that initialized are its context's; other threads inherit some of those pushed."""
    pushed = {context["name"]: context["pushed"] for context in trace.contexts}
    same_thread = trace.data["initializing thread"] == trace.data["finalizing thread"]
    for context in trace.contexts:
        differences.check(context["popped"] == (context["pushed"] if same_thread else 0), "popped", context["name"])
    # Only what the process's first thread pushed is inherited.
    inherited = pushed.values() if trace.data["initializing thread"] == trace.data["process"] else [0]
    seen = set()
    for event in trace.events:
        if event["kind name"] not in WITH_IDS + WITH_ARGUMENTS or event["in"] == "by request":
            continue
        if event["thread"] == trace.data["initializing thread"]:
            differences.check(event["external"] == pushed[event["in"]], "external id", event)
            seen.add(event["in"])
        else:
            differences.check(event["external"] in inherited, "inherited external id", event)
    differences.check("together" in seen, "no event with the external id of its context")


def check_requests(trace, differences):
    """Each event by request has an answer of its own, for its operation and id."""
    answers = {request["answer"]: request for request in trace.data["requests"]}
    used = collections.Counter()
    for event in trace.told("by request", *WITH_IDS):
        request = answers.get(event["external"])
        if differences.check(request, "not requested", event):
            used[event["external"]] += 1
            differences.check(request["internal"] == event["internal"], "requested for another id", event)
            differences.check(request["thread"] == event["thread"], "requested for another thread", event)
            if event["kind name"] in APIS:
                differences.check(request["operation"] == event["operation"], "requested for another operation", event)
    differences.check(all(count == 1 for count in used.values()), "an answer used twice",
                      str([n for n, count in used.items() if count > 1][:5]))
    differences.check(len(used) <= len(answers), "requests", "%d for %d" % (len(answers), len(used)))


# --- the program's own account ---------------------------------------------------------------------------------------

def check_program(trace, differences, kernels, file):
    with open(file, encoding="utf-8") as opened:
        program = json.load(opened)
    together = trace.told("together")
    hip = {e["internal"] for e in together if e["kind name"] in ("HIP_RUNTIME_API", "HIP_COMPILER_API")}
    calls = [e for e in together if e["kind name"] in APIS and e["ancestor"] not in hip
             and e["kind name"] != "MARKER_CORE_RANGE_API" and not e["kind name"].startswith("HSA_")]
    differences.same("calls", counted(e["name"] for e in calls), program["calls"])
    differences.same("kernels", counted(kernels.get(e["#kernel"], "").removesuffix(".kd")
                                        for e in together if e["kind name"] == "KERNEL_DISPATCH"), program["kernels"])
    differences.same("copies", counted(e["name"] for e in together if e["kind name"] == "MEMORY_COPY"),
                     program["copies"])
    for kind in ("MARKER_CORE_API", "MARKER_CORE_RANGE_API"):
        entered = [e for e in trace.callbacks(kind) if e["phase"] == ENTER and "$message" in e]
        differences.same("messages of " + kind, counted(e["$message"] for e in entered), program["messages"])
    streams = counted(e["name"] for e in trace.callbacks("HIP_STREAM"))
    differences.check(streams["HIP_STREAM_CREATE"] == program["streams"]["created"], "streams", str(streams))
    differences.check(streams["HIP_STREAM_DESTROY"] == program["streams"]["destroyed"], "streams", str(streams))
    threads = {e["thread"] for e in together if e["kind name"] == "HIP_RUNTIME_API"}
    differences.check(len(threads) == program["threads"], "threads", "%d, not %d" % (len(threads), program["threads"]))
    hosts = {e["$device function"] for e in trace.callbacks("CODE_OBJECT") if "$device function" in e}
    differences.check(hosts == set(program["host functions"]), "host functions", str(hosts))
    failed = counted(e["name"] for e in trace.callbacks("HIP_RUNTIME_API") if e["phase"] == EXIT and e["#returned"])
    differences.same("failed", failed, program["failed"])


def check_all(trace, differences, program):
    check_answers(trace, differences)
    check_agents(trace, differences)
    check_library(trace, differences)
    check_initializations(trace, differences)
    check_each(trace, differences)
    check_texts(trace, differences, program)
    check_pairs(trace, differences)
    check_dispatches(trace, differences)
    check_copies(trace, differences)
    kernels = check_code_objects(trace, differences)
    check_calls(trace, differences)
    check_ids(trace, differences)
    check_parents(trace, differences)
    check_retirements(trace, differences)
    check_external(trace, differences)
    check_requests(trace, differences)
    if program:
        check_streams(trace, differences)
        check_program(trace, differences, kernels, program)


def check_cut(trace, differences):
    check_answers(trace, differences)
    check_agents(trace, differences)
    check_library(trace, differences)
    check_each(trace, differences)
    check_texts(trace, differences, True)
    check_code_objects(trace, differences)
    check_requests(trace, differences)


def main(words):
    how = words.pop(0) if words[0].startswith("--") else ""
    trace, differences = Trace(words[0]), Differences()
    if how == "--agents":
        check_first_agents(trace, differences)
    elif how == "--cut":
        check_cut(trace, differences)
    else:
        check_all(trace, differences, words[1] if len(words) > 1 else None)
    for line in differences.lines:
        print(line)
    print("%d differences" % sum(differences.counts.values()))
    print("%d events, %d calls, %d dispatches, %d copies" % (
        len(trace.events), len(trace.told("together", *APIS)), len(trace.told("together", "KERNEL_DISPATCH")),
        len(trace.told("together", "MEMORY_COPY"))))
    return 1 if differences.lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
