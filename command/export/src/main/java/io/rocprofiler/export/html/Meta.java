package io.rocprofiler.export.html;

import io.rocprofiler.export.Export;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.ObjectNames;
import io.rocprofiler.trace.OpenRange;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.Untimed;
import io.rocprofiler.trace.WorkCounts;
import io.rocprofiler.trace.kind.Domain;
import io.rocprofiler.trace.summary.InsightTable;
import io.rocprofiler.trace.summary.InsightTable.Column;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// Writes everything in a page except its slices, as JSON. Times are nanoseconds since the run's first record,
/// whose time is `base`; numbers that may not fit into a double are strings.
final class Meta {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final List<Domain> DOMAINS = List.of(Domain.values());
    private static final List<LaneKind> KINDS = List.of(LaneKind.values());
    private static final List<CounterKind> COUNTER_KINDS = List.of(CounterKind.values());
    private static final int MOST_OPEN_RANGES = 100; // of a process; the others are counted

    private final JsonGenerator json;
    private final PageContent content;
    private final Export export;
    private final Timeline timeline;

    private Meta(JsonGenerator json, PageContent content) {
        this.json = json;
        this.content = content;
        this.export = content.export();
        this.timeline = content.timeline();
    }

    static void write(PageContent content, OutputStream out) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
            new Meta(json, content).write();
        } catch (JacksonIOException e) {
            throw e.getCause();
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
    }

    private void write() {
        json.writeStartObject();
        json.writeNumberProperty("format", 1);
        json.writeStringProperty("title", content.title());
        json.writeStringProperty("base", Long.toString(timeline.firstNanos()));
        json.writeNumberProperty("duration", timeline.lastNanos() - timeline.firstNanos());
        json.writeNumberProperty("records", timeline.records());
        json.writeNumberProperty("slices", timeline.slices());
        json.writeNumberProperty("threshold", timeline.thresholdNanos());
        json.writeNumberProperty("namesLeftOut", timeline.names().leftOut());
        strings("domains", DOMAINS);
        strings("kinds", KINDS);
        strings("counterKinds", COUNTER_KINDS);
        strings("agents", timeline.agents());
        processes();
        names();
        shapes();
        lanes();
        counters();
        parameters();
        insights();
        json.writeEndObject();
    }

    private void strings(String name, List<?> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(value -> json.writeString(value.toString()));
        json.writeEndArray();
    }

    private void processes() {
        json.writeArrayPropertyStart("processes");
        for (ProcessTrace process : export.processes()) {
            json.writeStartObject();
            json.writeNumberProperty("pid", process.pid());
            json.writeStringProperty("host", process.properties().get("hostname", ""));
            strings("command", process.properties().command());
            strings("runtimes", process.properties().runtimes());
            json.writeStringProperty("started", Long.toString(process.startRealtimeNanos()));
            json.writeNumberProperty("start", process.startNanos() - timeline.firstNanos());
            json.writeBooleanProperty("closed", process.closedCleanly());
            losses(process);
            agents(process);
            objectNames(process.names(), export.processes().indexOf(process));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /// Writes the names of those threads, streams and queues of a process that have one, by their numbers.
    private void objectNames(ObjectNames names, int process) {
        Map<String, String> threads = new TreeMap<>();
        Map<String, String> streams = new TreeMap<>();
        Map<String, String> queues = new TreeMap<>();
        for (Lane lane : timeline.lanes()) {
            LaneKey key = lane.key();
            if (key.process() != process) {
                continue;
            }
            if (!key.kind().isOnGpu()) {
                threads.put(Long.toString(key.first()), names.thread(key.first()));
                continue;
            }
            streams.put(Long.toString(key.stream()), names.stream(key.stream()));
            if (key.kind() != LaneKind.COPIES) {
                queues.put(Long.toString(key.second()), names.queue(key.second()));
            }
        }
        texts("threads", threads);
        texts("streams", streams);
        texts("queues", queues);
    }

    private void texts(String name, Map<String, String> texts) {
        json.writeObjectPropertyStart(name);
        texts.forEach((key, text) -> {
            if (!text.isEmpty()) {
                json.writeStringProperty(key, text);
            }
        });
        json.writeEndObject();
    }

    private void losses(ProcessTrace process) {
        json.writeNumberProperty("recorded", process.counts().recorded());
        json.writeNumberProperty("inFlight", process.counts().inFlight());
        json.writeNumberProperty("dropped", process.counts().dropped());
        json.writeNumberProperty("abandoned", process.abandoned());
        json.writeNumberProperty("passedThrough", process.passedThrough());
        List<Object> problems = new ArrayList<>(process.problems());
        String untimed = Untimed.describe(process);
        if (!untimed.isEmpty()) {
            problems.add(untimed + " that can be true, and are left out");
        }
        strings("problems", problems);
        json.writeArrayPropertyStart("work");
        for (Domain domain : Domain.GPU_WORK) {
            WorkCounts work = process.work(domain);
            row(work.submitted(), work.recorded(), work.inFlight(), work.dropped());
        }
        json.writeEndArray();
        List<OpenRange> open = process.openRanges();
        json.writeNumberProperty("openRanges", open.size());
        strings(
                "openNames",
                open.stream().limit(MOST_OPEN_RANGES).map(OpenRange::message).toList());
    }

    private void agents(ProcessTrace process) {
        json.writeArrayPropertyStart("agents");
        for (AgentInfo agent : process.agents()) {
            json.writeStartObject();
            json.writeStringProperty("label", export.display().agent(process, agent.id()));
            json.writeBooleanProperty("gpu", agent.isGpu());
            json.writeStringProperty("name", agent.text("name"));
            json.writeStringProperty("product", agent.text("product_name"));
            json.writeStringProperty("given", process.names().agent(agent.id()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void names() {
        json.writeArrayPropertyStart("names");
        for (NameTable.Name name : timeline.names().all()) {
            json.writeStartArray();
            json.writeNumber(DOMAINS.indexOf(name.domain));
            json.writeString(name.text);
            json.writeNumber(name.count);
            json.writeNumber(name.sum);
            json.writeNumber(name.min);
            json.writeNumber(name.max);
            json.writeNumber(name.standardDeviation());
            json.writeNumber(name.longestLane);
            json.writeNumber(name.longestStart - timeline.firstNanos());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private void shapes() {
        json.writeArrayPropertyStart("shapes");
        for (Shapes.Shape shape : timeline.shapes().all()) {
            row(
                    shape.kernelId(),
                    shape.workgroupX(),
                    shape.workgroupY(),
                    shape.workgroupZ(),
                    shape.gridX(),
                    shape.gridY(),
                    shape.gridZ(),
                    shape.groupSegmentBytes(),
                    shape.privateSegmentBytes(),
                    shape.archVgprs(),
                    shape.accumVgprs(),
                    shape.sgprs(),
                    shape.graphExecId(),
                    shape.graphNodeId());
        }
        json.writeEndArray();
    }

    /// Writes for each lane: process, kind, the key's three numbers, slices, records.
    private void lanes() {
        json.writeArrayPropertyStart("lanes");
        for (Lane lane : timeline.lanes()) {
            LaneKey key = lane.key();
            row(
                    key.process(),
                    KINDS.indexOf(key.kind()),
                    key.first(),
                    key.second(),
                    key.stream(),
                    lane.size(),
                    lane.records());
        }
        json.writeEndArray();
    }

    /// Writes for each counter: process, kind, agent, values.
    private void counters() {
        json.writeNumberProperty("counterThreshold", timeline.counters().thresholdNanos());
        json.writeArrayPropertyStart("counters");
        for (Steps steps : timeline.counters().all()) {
            Counters.Key key = steps.key();
            row(key.process(), COUNTER_KINDS.indexOf(key.kind()), key.agent(), steps.size());
        }
        json.writeEndArray();
    }

    /// Writes the type and name of each argument, by the index of the function's name.
    private void parameters() {
        json.writeNumberProperty("argumentsLeftOut", timeline.arguments().leftOut());
        json.writeObjectPropertyStart("parameters");
        timeline.arguments()
                .parameters()
                .forEach((name, parameters) -> strings(
                        name.toString(),
                        parameters.stream()
                                .map(parameter -> parameter.type() + " " + parameter.name())
                                .toList()));
        json.writeEndObject();
    }

    private void insights() {
        json.writeArrayPropertyStart("insights");
        for (InsightTable table : content.insights()) {
            json.writeStartObject();
            json.writeStringProperty("title", table.title());
            json.writeStringProperty("note", table.note());
            strings("columns", table.columns().stream().map(Column::name).toList());
            strings("units", table.columns().stream().map(Column::unit).toList());
            json.writeArrayPropertyStart("rows");
            for (List<Object> row : table.rows()) {
                json.writeStartArray();
                row.forEach(this::cell);
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void cell(Object value) {
        switch (value) {
            case Long number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            default -> json.writeString(value.toString());
        }
    }

    private void row(long... values) {
        json.writeStartArray();
        for (long value : values) {
            json.writeNumber(value);
        }
        json.writeEndArray();
    }
}
