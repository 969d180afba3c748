package io.rocprofiler.conformance;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What Java programs depend on: the folders in `runtime` of the modules that the BOM names.
public final class PublishedModules {
    private static final Pattern MANAGED =
            Pattern.compile("<dependency>\\s*<groupId>io.rocprofiler</groupId>\\s*<artifactId>rocprofiler-(\\w+)</");

    private PublishedModules() {}

    public static List<String> all() {
        String bom = String.join("\n", SourceTree.lines(SourceTree.ROOT.resolve("bom/pom.xml")));
        return MANAGED.matcher(bom)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
