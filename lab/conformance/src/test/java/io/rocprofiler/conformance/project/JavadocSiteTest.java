package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.PublishedModules;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Javadoc site of `-Pdocs` has every module that is published, and the parts of examples that its sources ask for.
final class JavadocSiteTest {
    private static final Pattern SNIPPET = Pattern.compile("\\{@snippet file=\"([^\"]+)\" region=\"([^\"]+)\"}");

    @TempDir
    static Path work;

    private static Path site;

    /// A type whose documentation shows a region of an example.
    private record Snippet(String module, Path type, String file, String region) {

        /// The lines that the page shows, without the marks in comments.
        private List<String> code() {
            List<String> code = new ArrayList<>();
            boolean inside = false;
            for (String line :
                    SourceTree.lines(SourceTree.ROOT.resolve("examples").resolve(file))) {
                inside |= line.contains("// @start region=\"" + region + "\"");
                String shown = line.replaceFirst("// @.*", "").strip();
                if (inside && !shown.isEmpty()) code.add(shown);
                inside &= !line.contains("// @end");
            }
            return code;
        }

        private Path page() {
            String name = type.toString()
                    .replaceFirst("package-info\\.java$", "package-summary.html")
                    .replaceFirst("\\.java$", ".html");
            return site.resolve("io.rocprofiler." + module).resolve(name);
        }
    }

    @BeforeAll
    static void writes_the_site() {
        site = work.resolve("site");
        Outcome outcome = Run.command(
                        SourceTree.ROOT.resolve("dist/src/main/sh/javadoc").toString(),
                        site.toString(),
                        Path.of(System.getProperty("java.home"), "bin/javadoc").toString(),
                        SourceTree.ROOT.toString(),
                        "1.2.3",
                        System.getProperty("java.class.path"))
                .patient()
                .go();
        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    }

    @Test
    void it_has_every_published_module() throws IOException {
        assertThat(Files.readAllLines(site.resolve("element-list")))
                .filteredOn(line -> line.startsWith("module:"))
                .containsExactlyInAnyOrderElementsOf(PublishedModules.all().stream()
                        .map(module -> "module:io.rocprofiler." + module)
                        .toList());
        assertThat(Files.readString(site.resolve("index.html"))).contains("rocprofiler-java 1.2.3");
    }

    @Test
    void every_snippet_is_on_its_page() throws IOException {
        List<Snippet> snippets = snippets();
        assertThat(snippets).extracting(Snippet::module).contains("sdk", "roctx", "roctracer", "metrics");
        for (Snippet snippet : snippets) {
            assertThat(snippet.code()).as(snippet.toString()).isNotEmpty();
            assertThat(text(Files.readString(snippet.page())))
                    .as(snippet.toString())
                    .contains(snippet.code());
        }
    }

    private static String text(String html) {
        return html.replaceAll("<[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

    private static List<Snippet> snippets() throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        for (String module : PublishedModules.all()) {
            for (String folder : List.of("java", "java22")) {
                Path sources = SourceTree.ROOT.resolve("runtime/" + module + "/src/main/" + folder);
                if (Files.exists(sources)) addSnippets(module, sources, snippets);
            }
        }
        return snippets;
    }

    private static void addSnippets(String module, Path sources, List<Snippet> snippets) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".java")).toList()) {
                Matcher found = SNIPPET.matcher(Files.readString(file));
                while (found.find())
                    snippets.add(new Snippet(module, sources.relativize(file), found.group(1), found.group(2)));
            }
        }
    }
}
