package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Files, types and documents that the documents name exist.
final class DocumentLinksTest {

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+?) *$");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```");

    private final Path root = SourceTree.ROOT;

    @Test
    void every_link_of_every_document_leads_somewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        List<Path> documents = documents();
        for (Path document : documents) {
            for (String link : links(document)) {
                if (!resolves(document, link)) {
                    broken.add(root.relativize(document) + " -> " + link);
                }
            }
        }
        assertThat(documents)
                .extracting(document -> root.relativize(document).toString())
                .contains("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md");
        assertThat(broken).isEmpty();
    }

    @Test
    void the_architecture_links_to_types() throws IOException {
        assertThat(links(root.resolve("ARCHITECTURE.md")))
                .filteredOn(link -> link.endsWith(".java"))
                .hasSizeGreaterThan(20);
    }

    private List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !root.relativize(file).toString().matches("(.*/)?(target|\\.git)/.*"))
                    .toList();
        }
    }

    private static List<String> links(Path document) throws IOException {
        String text = CODE.matcher(Files.readString(document)).replaceAll("");
        return LINK.matcher(text).results().map(link -> link.group(1)).toList();
    }

    /// Links to other sites are not checked: the build works without a network.
    private boolean resolves(Path document, String link) throws IOException {
        if (link.matches("[a-z]+:.*")) {
            return true;
        }
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? document
                : document.resolveSibling(parts[0]).normalize();
        if (!target.startsWith(root) || !Files.exists(target)) {
            return false;
        }
        return parts.length == 1 || anchors(target).contains(parts[1]);
    }

    /// Returns the anchors that code hosts derive from headings.
    private static List<String> anchors(Path document) throws IOException {
        return HEADING.matcher(Files.readString(document))
                .results()
                .map(DocumentLinksTest::anchor)
                .toList();
    }

    private static String anchor(MatchResult heading) {
        String words = heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "");
        return words.replace(' ', '-');
    }
}
