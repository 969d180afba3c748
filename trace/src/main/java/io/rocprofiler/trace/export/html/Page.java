package io.rocprofiler.trace.export.html;

import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.export.Export;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.DeflaterOutputStream;

/// Puts the page together: markup, style, scripts, and the data, compressed and in base 64.
final class Page {

    private static final List<String> SCRIPTS = List.of(
            "data.js", "format.js", "model.js", "colours.js", "state.js", "draw.js", "minimap.js", "details.js",
            "tables.js", "search.js", "input.js", "main.js");

    private final Export export;
    private final Timeline timeline;
    private final OutputStream out;

    private Page(Export export, Timeline timeline, OutputStream out) {
        this.export = export;
        this.timeline = timeline;
        this.out = out;
    }

    static void write(Path file, Export export, Timeline timeline) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            new Page(export, timeline, out).write();
        }
    }

    /// Fills the places `{{name}}` of the markup, in its order.
    private void write() throws IOException {
        String rest = resource("page.html");
        while (true) {
            int from = rest.indexOf("{{");
            int to = rest.indexOf("}}", Math.max(0, from));
            if (from < 0 || to < 0) {
                text(rest);
                return;
            }
            text(rest.substring(0, from));
            fill(rest.substring(from + 2, to));
            rest = rest.substring(to + 2);
        }
    }

    private void fill(String place) throws IOException {
        switch (place) {
            case "title" -> text(escaped(title(export.processes())));
            case "style" -> text(resource("style.css"));
            case "meta" -> compressed(stream -> Meta.write(export, timeline, stream));
            case "slices" -> compressed(this::slices);
            case "scripts" -> {
                for (String script : SCRIPTS) {
                    text(resource(script));
                }
            }
            default -> throw new IllegalStateException("place=" + place);
        }
    }

    private void slices(OutputStream stream) {
        Varints varints = new Varints(stream);
        for (Lane lane : timeline.lanes()) {
            lane.writeTo(varints, timeline.firstNanos());
        }
        varints.flush();
    }

    /// What writes to a stream that somebody else closes.
    @FunctionalInterface
    private interface Content {
        void writeTo(OutputStream stream) throws IOException;
    }

    private void compressed(Content content) throws IOException {
        OutputStream base64 = Base64.getEncoder().wrap(new Unclosed(out));
        try (OutputStream deflated = new DeflaterOutputStream(base64)) {
            content.writeTo(deflated);
        }
    }

    /// The encoder writes its last characters when it is closed; the page goes on behind them.
    private static final class Unclosed extends FilterOutputStream {

        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() {}
    }

    static String title(List<ProcessTrace> processes) {
        List<String> command = processes.getFirst().properties().command();
        String program = command.isEmpty() ? "process " + processes.getFirst().pid() : command.getFirst();
        String name = program.substring(program.lastIndexOf('/') + 1);
        return processes.size() == 1 ? name : name + " and " + (processes.size() - 1) + " more";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = Page.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IOException(name + " is missing in this installation");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
