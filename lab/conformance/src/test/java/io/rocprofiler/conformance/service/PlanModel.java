package io.rocprofiler.conformance.service;

import io.rocprofiler.conformance.service.PlanService.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// What docs/traced-calls.md says, as plainly as possible: given the steps of `lab/conformance/twins`, what its tool
/// is told, or what is kept. Marks and ranges are those of ROC-TX, streams those of HIP.
final class PlanModel {
    /// What traces: the program's tool, or the collector, whose records are kept.
    enum Mode {
        TOOL,
        KEPT
    }

    /// A record; times are places in the order of all times.
    private record Row(Told of, PlanService service, long external, long stream, long end) {
        String text(Mode mode, List<Long> times) {
            String when = " times " + times.indexOf(of.start) + " " + times.indexOf(end);
            if (mode == Mode.KEPT)
                return of.kind + " " + of.operation + " ids " + of.id + " " + of.ancestor + when + " thread "
                        + of.thread.number + " stream " + stream;
            return "record of context " + service.context() + " category 1 kind " + of.kind.record + ": kind "
                    + of.kind.record + " operation " + of.operation + " ids " + of.id + " "
                    + Long.toUnsignedString(external) + " " + of.ancestor + when + " thread " + of.thread.number;
        }
    }

    private record Retirement(long id, int context, long time) {}

    /// A call or a range that listeners hear of: what it began with.
    private static final class Told {
        final Client thread;
        final Kind kind;
        final int operation;
        final long id;
        final long ancestor;
        final List<PlanService> services;
        final Map<Integer, Long> externals = new HashMap<>();
        final Map<Integer, Long> userData = new HashMap<>();
        final int depth;
        long start;

        /// Of a range that was pushed, its level; of one that was started, its place among these.
        long key = -1;

        boolean pushed;

        Told(Client thread, Kind kind, int operation, long id, long ancestor, List<PlanService> services) {
            this.thread = thread;
            this.kind = kind;
            this.operation = operation;
            this.id = id;
            this.ancestor = ancestor;
            this.services = services;
            this.depth = thread.running.size();
        }
    }

    /// A function of a runtime that runs.
    ///
    /// @param told null if no context traces it
    /// @param outer the stream before it, set by `outerCall`
    /// @param made the stream that it makes, or 0
    private record Running(Told told, boolean onStream, long outer, Told outerCall, long made) {}

    /// A thread of the program.
    private static final class Client {
        int number = -1;
        final List<Told> open = new ArrayList<>();
        final List<Running> running = new ArrayList<>();
        final Map<Integer, List<Long>> externals = new HashMap<>();
        int level;
        long stream;

        /// The call that has set it; null if none has, or it is unknown.
        Told onStream;

        void setStream(long number, Told by) {
            stream = number;
            onStream = by;
        }
    }

    private static final int PLACES = 64;

    private final Mode mode;
    private final List<PlanService> services;
    private final Map<Integer, Integer> streamArguments;
    private final boolean[] active = {true, true, false};
    private final Map<Integer, Client> threads = new HashMap<>();
    private final Map<Integer, Told> started = new HashMap<>();
    private final List<Told> openRanges = new ArrayList<>();
    private final Map<Long, Long> streams = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Retirement> retirements = new ArrayList<>();
    private boolean hasEngine = true;
    private int begun;
    private int starts;
    private long lastStream;
    private long lastId;
    private long time;
    private long ofMain;
    private long submitted;
    private long abandoned;

    /// @param streamArguments the place of the stream among the words of a HIP call, by its operation
    PlanModel(Mode mode, List<PlanService> services, Map<Integer, Integer> streamArguments) {
        this.mode = mode;
        this.services = services.stream()
                .sorted(Comparator.comparingInt(PlanService::context))
                .toList();
        this.streamArguments = streamArguments;
        threads.put(0, new Client());
        threads.get(0).number = begun++;
    }

    // --- what has been told ------------------------------------------------------------------------------------------

    /// Callbacks, and the results of some steps, in order.
    List<String> told() {
        return told;
    }

    /// Records, sorted. Kept ranges that are open end with the trace.
    List<String> records() {
        long end = ++time;
        for (Told range : openRanges)
            if (mode == Mode.KEPT) rows.add(new Row(range, range.services.getFirst(), 0, 0, end));
        TreeSet<Long> times = new TreeSet<>();
        rows.forEach(row -> times.addAll(List.of(row.of.start, row.end)));
        retirements.forEach(one -> times.add(one.time));
        List<Long> order = List.copyOf(times);
        List<String> lines = new ArrayList<>();
        for (Row row : rows) lines.add(row.text(mode, order));
        for (Retirement one : retirements)
            lines.add("retired for context " + one.context + ": " + one.id + " time " + order.indexOf(one.time));
        return lines.stream().sorted().toList();
    }

    /// What the collector's account says of calls and ranges without a record: those that are open, and those that
    /// were found to be left by `longjmp`. Empty if there are none. After [#records].
    String losses() {
        long recorded = (long) rows.size() - openRanges.size();
        long open = submitted - recorded - abandoned;
        String left = abandoned > 0 ? ", left by an exception " + abandoned : "";
        return open + abandoned == 0 ? "" : "recorded " + recorded + ", in flight " + open + ", dropped 0" + left;
    }

    // --- steps -------------------------------------------------------------------------------------------------------

    /// The process that goes on is a child: what is open is its parent's.
    void becomeChild() {
        Client own = threads.get(0);
        hasEngine = false;
        threads.clear();
        threads.put(0, own);
        own.number = 0;
        begun = 1;
        own.open.clear();
        own.setStream(0, null);
        own.running.replaceAll(call -> new Running(null, false, 0, null, 0));
        openRanges.clear();
        started.clear();
        rows.clear();
        retirements.clear();
        told.clear();
        submitted = abandoned = 0;
    }

    void step(int number, String what, long[] values) {
        Client thread = threads.computeIfAbsent(number, any -> new Client());
        if (thread.number < 0) thread.number = begun++;
        switch (what) {
            case "hip", "core" -> runtimeCall(thread, what, values);
            case "return" -> returnFrom(thread);
            case "jump" -> jump(thread, (int) values[0]);
            case "mark" -> mark(thread);
            case "push" -> push(thread);
            case "pop" -> pop(thread);
            case "start" -> start(thread);
            case "stop" -> stop(thread, (int) values[0]);
            case "toggle" -> toggle(thread, (int) values[0], values[1] == 1);
            case "attach" -> attach(thread, (int) values[0], values[1]);
            case "detach" -> detach(thread, (int) values[0]);
            case "end" -> end(number);
            case "exit" -> endEngine();
            case "fork" -> {}
            default -> throw new IllegalArgumentException(what);
        }
    }

    /// The calls that are open when a thread ends are left; the main thread ends with the process.
    private void end(int number) {
        Client thread = threads.remove(number);
        if (number != 0) abandoned += callsFrom(thread, 0).size();
    }

    private void endEngine() {
        for (Client thread : threads.values())
            thread.open.stream().filter(this::isRange).forEach(range -> retire(range.id));
        hasEngine = false;
    }

    private void runtimeCall(Client thread, String what, long[] values) {
        Kind kind = what.equals("hip") ? Kind.HIP : Kind.CORE;
        int operation = (int) values[0];
        List<PlanService> listening = listening(kind);
        Told call = begin(thread, kind, operation, listening);
        Integer argument = kind == Kind.HIP ? streamArguments.get(operation) : null;
        boolean onStream = argument != null && !listening.isEmpty();
        thread.running.add(new Running(call, onStream, thread.stream, thread.onStream, values[2]));
        if (onStream) thread.setStream(numberOf(values[3 + argument]), call);
        if (values[1] == 0) returnFrom(thread);
    }

    private void returnFrom(Client thread) {
        Running running = thread.running.removeLast();
        if (running.told != null) end(thread, running.told);
        if (running.onStream) thread.setStream(running.outer, running.outerCall);
        if (running.made != 0 && hasEngine) streams.put(running.made, ++lastStream);
    }

    private static void jump(Client thread, int depth) {
        while (thread.running.size() > depth) thread.running.removeLast();
    }

    private void mark(Client thread) {
        if (mode == Mode.KEPT) {
            List<PlanService> listening = listening(Kind.RANGE);
            if (listening.isEmpty()) return;
            closeLeft(thread);
            Told mark = tell(thread, Kind.RANGE, 0, listening);
            mark.start = ++time;
            rows.add(new Row(mark, listening.getFirst(), 0, 0, mark.start));
            return;
        }
        Told range = open(thread, 0);
        call(thread, Kind.MARKER, 0);
        if (range != null) endRange(range);
    }

    private void push(Client thread) {
        Told range = open(thread, 1);
        call(thread, Kind.MARKER, 1);
        if (range != null) {
            range.key = thread.level;
            range.pushed = true;
        }
        told("pushed: " + thread.level++);
    }

    private void pop(Client thread) {
        call(thread, Kind.MARKER, 2);
        if (thread.level == 0) {
            told("popped: -1");
            return;
        }
        int level = --thread.level;
        Told innermost = thread.open.stream()
                .filter(one -> one.pushed)
                .reduce((first, second) -> second)
                .orElse(null);
        if (innermost != null && innermost.key == level) endRange(innermost);
        told("popped: " + level);
    }

    private void start(Client thread) {
        Told range = open(thread, 2);
        call(thread, Kind.MARKER, 3);
        if (range != null) started.put(starts, range);
        starts++;
    }

    private void stop(Client thread, int which) {
        call(thread, Kind.MARKER, 4);
        Told range = started.remove(which);
        if (range != null) endRange(range);
    }

    /// The calls that pause the collector are always recorded.
    private void toggle(Client thread, int context, boolean on) {
        if (mode == Mode.KEPT) call(thread, Kind.CONTROL, on ? 1 : 0);
        if (mode == Mode.KEPT && hasEngine) active[0] = on;
        if (mode == Mode.TOOL) active[context] = on;
    }

    private void attach(Client thread, int context, long id) {
        if (!hasIds(context)) return;
        thread.externals.computeIfAbsent(context, any -> new ArrayList<>()).add(id);
        if (thread.number == 0) ofMain = id;
    }

    private void detach(Client thread, int context) {
        if (!hasIds(context)) return;
        List<Long> stack = thread.externals.getOrDefault(context, List.of());
        long id = stack.isEmpty() ? 0 : stack.removeLast();
        if (thread.number == 0 && id != 0) ofMain = stack.isEmpty() ? 0 : stack.getLast();
        told("detached from context " + context + ": 0 " + Long.toHexString(id));
    }

    private boolean hasIds(int context) {
        return hasEngine && mode == Mode.TOOL && services.stream().anyMatch(service -> service.context() == context);
    }

    // --- a call ------------------------------------------------------------------------------------------------------

    private void call(Client thread, Kind kind, int operation) {
        Told call = begin(thread, kind, operation, listening(kind));
        if (call != null) end(thread, call);
    }

    private List<PlanService> listening(Kind kind) {
        return services.stream()
                .filter(service -> service.kind() == kind && !service.has("requests"))
                .filter(service -> active[service.context()] && (hasEngine || mode == Mode.KEPT))
                .toList();
    }

    /// Closes calls that `longjmp` has left: their frames lie at or below that of a call that begins now.
    private void closeLeft(Client thread) {
        closeFrom(thread, thread.running.size());
    }

    private void closeFrom(Client thread, int depth) {
        List<Told> left = callsFrom(thread, depth);
        thread.open.removeAll(left);
        if (left.contains(thread.onStream)) thread.setStream(0, null); // unknown
        abandoned += left.size();
        left.forEach(call -> retire(call.id));
    }

    private List<Told> callsFrom(Client thread, int depth) {
        return thread.open.stream()
                .filter(one -> !isRange(one) && one.depth >= depth)
                .toList();
    }

    private Told begin(Client thread, Kind kind, int operation, List<PlanService> listening) {
        if (listening.isEmpty()) return null;
        closeLeft(thread);
        if (callsFrom(thread, 0).size() == PLACES) return null;
        Told call = tell(thread, kind, operation, listening);
        thread.open.add(call);
        enter(call);
        return call;
    }

    private boolean isRange(Told one) {
        return openRanges.contains(one);
    }

    /// Gives a call or range its id and its ancestor.
    private Told tell(Client thread, Kind kind, int operation, List<PlanService> listening) {
        submitted++;
        long ancestor = thread.open.isEmpty() ? 0 : thread.open.getLast().id;
        return new Told(thread, kind, operation, ++lastId, ancestor, listening);
    }

    private void enter(Told call) {
        for (PlanService service : call.services)
            call.externals.put(service.context(), externalId(call, service.context()));
        boolean called = false;
        for (PlanService service : call.services) {
            if (!service.has("callbacks")) continue;
            called = true;
            callback(call, service, 1, 0);
            call.userData.put(service.context(), call.id * 0x9e3779b97f4a7c15L ^ service.context());
            if (call.id % 13 == 0) attach(call.thread, service.context(), call.id);
            else if (call.id % 17 == 0) detach(call.thread, service.context());
        }
        for (PlanService service : call.services)
            if (called && !requests(service.context(), call.kind))
                call.externals.put(service.context(), top(call.thread, service.context()));
        call.start = ++time;
    }

    private void end(Client thread, Told call) {
        long end = ++time;
        boolean unknown = thread.onStream != null && thread.onStream.depth > call.depth; // its call was left
        exit(call, end, unknown ? 0 : thread.stream);
        closeFrom(thread, call.depth + 1);
        thread.open.remove(call);
        retire(call.id);
    }

    private void exit(Told one, long end, long stream) {
        for (PlanService service : one.services)
            if (service.has("callbacks")) callback(one, service, 2, one.userData.get(service.context()));
        for (PlanService service : one.services)
            if (service.has("records") && (hasEngine || mode == Mode.KEPT))
                rows.add(new Row(
                        one, service, one.externals.get(service.context()), one.kind == Kind.HIP ? stream : 0, end));
    }

    private void callback(Told one, PlanService service, int phase, long userData) {
        told("thread " + one.thread.number + " context " + service.context() + " kind " + one.kind.callback
                + " operation " + one.operation + " phase " + phase + " ids " + one.id + " "
                + Long.toUnsignedString(one.externals.get(service.context())) + " " + one.ancestor + " user "
                + Long.toHexString(userData));
    }

    private void told(String line) {
        told.add(line);
    }

    private void retire(long id) {
        if (!hasEngine) return;
        time++;
        for (PlanService service : services)
            if (service.kind() == Kind.RETIREMENT && active[service.context()])
                retirements.add(new Retirement(id, service.context(), time));
    }

    // --- external ids ------------------------------------------------------------------------------------------------

    private boolean requests(int context, Kind kind) {
        return services.contains(new PlanService(context, "requests", kind));
    }

    /// The tool refuses a fifth of the requests.
    private long externalId(Told one, int context) {
        if (!requests(context, one.kind) || one.id % 5 == 0) return top(one.thread, context);
        return one.id * 1000003 + one.kind.request * 7919L + one.operation + 5;
    }

    private long top(Client thread, int context) {
        List<Long> stack = thread.externals.getOrDefault(context, List.of());
        return stack.isEmpty() ? ofMain : stack.getLast();
    }

    // --- ranges ------------------------------------------------------------------------------------------------------

    private Told open(Client thread, int operation) {
        List<PlanService> listening = listening(Kind.RANGE);
        if (listening.isEmpty()) return null;
        closeLeft(thread);
        Told range = tell(thread, Kind.RANGE, operation, listening);
        thread.open.add(range);
        openRanges.add(range);
        enter(range);
        return range;
    }

    /// Ends a range on any thread; its own may have ended.
    private void endRange(Told range) {
        if (hasEngine || mode == Mode.KEPT) exit(range, ++time, 0);
        range.thread.open.remove(range);
        openRanges.remove(range);
        retire(range.id);
    }

    // --- streams -----------------------------------------------------------------------------------------------------

    private long numberOf(long stream) {
        return stream == 0 ? 0 : streams.computeIfAbsent(stream, any -> ++lastStream);
    }
}
