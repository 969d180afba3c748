package io.rocprofiler.export.json;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.Exporter;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.file.NewFile;
import io.rocprofiler.trace.summary.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/// Writes AMD's `<prefix>_results.json` (`generateJSON.cpp` of rocprofiler-sdk 1.0.0): one element per process,
/// streamed. The keys and their order are AMD's; arrays without elements are present and empty.
public final class JsonExporter implements Exporter {

    private static final JsonFactory FACTORY = new JsonFactory();

    public JsonExporter() {}

    @Override
    public List<Path> write(Export export) throws IOException {
        export.prefix().createDirectories();
        Path file = export.prefix().file("results", "json");
        try (JsonGenerator json =
                FACTORY.createGenerator(ObjectWriteContext.empty(), NewFile.stream(file), JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("rocprofiler-sdk-tool");
            for (ProcessTrace process : export.processes()) {
                process(json, export, process);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (JacksonIOException e) {
            throw e.getCause();
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
        return List.of(file);
    }

    private static void process(JsonGenerator json, Export export, ProcessTrace process) {
        json.writeStartObject();
        JsonMetadata.write(json, export, process);
        JsonAgents.write(json, process.agents());
        emptyArray(json, "counters");
        JsonStrings.write(json, process);
        JsonCodeObjects.write(json, process, export.display().kernels());
        if (export.statistics() == null) {
            emptyArray(json, "summary");
        } else {
            JsonSummary.write(json, Statistics.of(List.of(process), export.display()));
        }
        JsonRecords.write(json, process, export);
        json.writeEndObject();
    }

    static void emptyArray(JsonGenerator json, String name) {
        json.writeArrayPropertyStart(name);
        json.writeEndArray();
    }
}
