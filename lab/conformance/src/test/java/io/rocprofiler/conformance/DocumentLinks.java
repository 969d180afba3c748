package io.rocprofiler.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The links of documents to files and headings. Those to other sites are not followed: the build works without a
/// network.
public final class DocumentLinks {

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+?) *$");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```");

    private final Map<Path, List<String>> anchors = new HashMap<>();

    private DocumentLinks() {}

    public static List<Path> documents() {
        return SourceTree.files(name -> name.endsWith(".md"));
    }

    public static List<String> broken() {
        DocumentLinks targets = new DocumentLinks();
        List<String> broken = new ArrayList<>();
        for (Path document : documents())
            for (String link : of(document))
                if (!targets.resolves(document, link)) broken.add(document + " -> " + link);
        return broken;
    }

    public static List<String> of(Path document) {
        return LINK.matcher(CODE.matcher(SourceTree.text(document)).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .toList();
    }

    private boolean resolves(Path document, String link) {
        if (link.matches("[a-z]+:.*")) return true;
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? document
                : document.resolveSibling(parts[0]).normalize();
        if (target.startsWith("..") || !Files.exists(SourceTree.ROOT.resolve(target))) return false;
        return parts.length == 1
                || anchors.computeIfAbsent(target, DocumentLinks::anchorsOf).contains(parts[1]);
    }

    /// Returns the anchors that code hosts derive from headings.
    private static List<String> anchorsOf(Path document) {
        return HEADING.matcher(SourceTree.text(document))
                .results()
                .map(DocumentLinks::anchor)
                .toList();
    }

    private static String anchor(MatchResult heading) {
        String words = heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "");
        return words.replace(' ', '-');
    }
}
