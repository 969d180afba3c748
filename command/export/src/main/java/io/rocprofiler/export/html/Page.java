package io.rocprofiler.export.html;

import io.rocprofiler.trace.file.NewFile;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.DeflaterOutputStream;

/// Assembles the page: markup, style, scripts, and the data, compressed and in base64.
final class Page {

    private static final List<String> SCRIPTS = List.of(
            "data.js",
            "format.js",
            "model.js",
            "colours.js",
            "state.js",
            "counters.js",
            "draw.js",
            "minimap.js",
            "details.js",
            "tables.js",
            "search.js",
            "input.js",
            "address.js",
            "main.js");

    private final PageContent content;
    private final OutputStream out;

    private Page(PageContent content, OutputStream out) {
        this.content = content;
        this.out = out;
    }

    static void write(Path file, PageContent content) throws IOException {
        try (OutputStream out = new BufferedOutputStream(NewFile.stream(file))) {
            new Page(content, out).write();
        }
    }

    /// Replaces each `{{name}}` of the markup, in its order.
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
            case "title" -> text(escaped(content.title()));
            case "style" -> text(resource("style.css"));
            case "meta" -> compressed(stream -> Meta.write(content, stream));
            case "slices" -> compressed(this::slices);
            case "counters" -> compressed(this::counters);
            case "arguments" ->
                text(Base64.getEncoder()
                        .encodeToString(content.timeline().arguments().finish()));
            case "scripts" -> {
                for (String script : SCRIPTS) {
                    text(resource(script));
                }
            }
            default -> throw new IllegalStateException("place=" + place);
        }
    }

    private void slices(OutputStream stream) {
        Timeline timeline = content.timeline();
        Varints varints = new Varints(stream);
        for (Lane lane : timeline.lanes()) {
            lane.writeTo(varints, timeline.firstNanos());
        }
        varints.flush();
    }

    private void counters(OutputStream stream) {
        Timeline timeline = content.timeline();
        Varints varints = new Varints(stream);
        timeline.counters().all().forEach(steps -> steps.writeTo(varints, timeline.firstNanos()));
        varints.flush();
    }

    /// Writes content to a stream that the caller closes.
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

    /// Ignores `close`: closing the encoder writes its last characters, and the page continues after them.
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
