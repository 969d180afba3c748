package io.rocprofiler.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The rules of style that need no build, all at once: `./check` launches this file by itself, and each rule has its
/// test. So none of these classes uses a library.
public final class Check {

    private static final Map<String, Supplier<List<String>>> RULES = new LinkedHashMap<>();

    static {
        RULES.put("C is not laid out as in .clang-format: clang-format -i these", ClangFormat::problems);
        RULES.put("comments wider than 120 columns", SourceLines::wideComments);
        RULES.put("tabs, or blanks at the end of a line", SourceLines::blanks);
        RULES.put("links that lead nowhere", DocumentLinks::broken);
        RULES.put("citations of what readers cannot open", Citations::ghosts);
        RULES.put("decisions that have no page", Citations::missingDecisions);
        RULES.put("C files of a library that use each other in a circle", NativeCircles::circles);
        RULES.put(
                "pages that are not what their data gives: ./check --write",
                () -> Stream.concat(Compatibility.outdated().stream(), Benchmarks.outdated().stream())
                        .toList());
    }

    private Check() {}

    public static void main(String[] arguments) {
        if (List.of(arguments).equals(List.of("--write"))) {
            Compatibility.write();
            Benchmarks.write();
            return;
        }
        List<String> findings = RULES.entrySet().parallelStream()
                .flatMap(rule -> described(rule.getKey(), rule.getValue().get()))
                .toList();
        findings.forEach(System.out::println);
        if (!ClangFormat.isHere()) System.out.println("not looked at: the layout of C; install " + ClangFormat.PACKAGE);
        if (!findings.isEmpty()) System.exit(1);
    }

    private static Stream<String> described(String rule, List<String> problems) {
        return problems.isEmpty()
                ? Stream.of()
                : Stream.concat(Stream.of(rule + ":"), problems.stream().map(problem -> "  " + problem));
    }
}
