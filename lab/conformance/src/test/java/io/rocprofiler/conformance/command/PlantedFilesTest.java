package io.rocprofiler.conformance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A run in a directory that others can write, who have put something at each path that it makes.
final class PlantedFilesTest {

    private static final String OPTIONS = "--marker-trace -f csv json rocpd otf2";
    private static final int NOBODY = 65534;
    private static final String SECRET = "secret\n";

    /// The paths that a system call makes, with the number of the file's descriptor or 0 as its result.
    private static final Pattern MADE =
            Pattern.compile("(?:open(?:at)?\\((?:AT_FDCWD, )?\"([^\"]+)\", [^)]*O_CREAT|mkdir\\(\"([^\"]+)\"|"
                    + "rename\\(\"[^\"]+\", \"([^\"]+)\").*\\) += \\d+");

    /// What others have put there.
    enum Planted {
        LINK,
        LINK_TO_DIRECTORY,
        DIRECTORY,
        FIFO,
        ANOTHERS_FILE;

        private void at(Path path, Path outside) throws IOException {
            Files.createDirectories(path.getParent());
            switch (this) {
                case LINK -> Files.createSymbolicLink(path, outside.resolve("file"));
                case LINK_TO_DIRECTORY -> Files.createSymbolicLink(path, outside.resolve("directory"));
                case DIRECTORY -> Files.createDirectory(path);
                case FIFO ->
                    assertThat(Run.command("mkfifo", path.toString()).go().status())
                            .isZero();
                case ANOTHERS_FILE -> Files.writeString(path, "theirs");
            }
            Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /// At the paths themselves, unless one above is planted, with the directories above them as the command makes them.
    @ParameterizedTest
    @EnumSource
    void nothing_is_written_through_what_others_put_at_the_path_of_a_file(Planted planted) throws IOException {
        check(planted, path -> !path.equals(".rocprofv3"));
    }

    /// At the directory in which files are written first.
    @ParameterizedTest
    @EnumSource
    void nothing_is_written_through_what_others_put_at_the_directory_of_drafts(Planted planted) throws IOException {
        check(planted, path -> path.equals(".rocprofv3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"000", "002"})
    void nobody_else_may_write_a_file_of_ours_whatever_the_umask(String mask) throws IOException {
        Outcome outcome = prepared("umask " + mask + ";").go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(7);
        try (Stream<Path> all = Files.walk(outcome.folder().resolve("out"))) {
            assertThat(all)
                    .hasSizeGreaterThan(5)
                    .allSatisfy(path -> assertThat(Files.getPosixFilePermissions(path))
                            .as(path.toString())
                            .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE));
        }
    }

    private interface Which {
        boolean takes(String path);
    }

    private static void check(Planted planted, Which which) throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can plant another user's file");
        Path outside = Files.createTempDirectory(Product.TARGET, "outside");
        Files.writeString(outside.resolve("file"), SECRET);
        Files.setPosixFilePermissions(outside.resolve("file"), PosixFilePermissions.fromString("rw-------"));
        Files.createDirectory(outside.resolve("directory"));
        Run run = prepared("");
        List<Path> places = new ArrayList<>();
        for (String path : paths()) {
            Path place = run.folder().resolve("out").resolve(path);
            if (which.takes(path) && places.stream().noneMatch(place::startsWith)) {
                planted.at(place, outside);
                places.add(place);
            }
        }
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.err()).isEqualTo(7);
        assertThat(outcome.errLines()).allMatch(line -> line.startsWith("rocprofv3: "));
        assertThat(outside.resolve("file")).hasContent(SECRET.strip());
        assertThat(Files.getPosixFilePermissions(outside.resolve("file"))).hasSize(2);
        assertThat(outside.resolve("directory")).isEmptyDirectory();
    }

    /// A run of a program that ends with 7.
    ///
    /// @param before what the command is started by
    private static Run prepared(String before) {
        String program = "sh -c '" + Product.client("wide_mask") + "; exit 7'";
        String command = Product.file("bin/rocprofv3") + " " + OPTIONS + " -d out -o trace -- " + program;
        return Run.command("sh", "-c", before + " " + command).onSoftgpu();
    }

    /// Returns the sorted paths below the output directory that each run makes: as the kernel saw them where strace is
    /// installed, else those that remain and those that are known to be temporary.
    private static Set<String> paths() throws IOException {
        Set<String> found = new TreeSet<>(Set.of(".rocprofv3", ".rocprofv3/trace.claim", ".rocprofv3/trace.draft"));
        Path strace = Path.of("/usr/bin/strace");
        Outcome outcome =
                Files.isExecutable(strace) ? watched(strace) : prepared("").go();
        Path out = outcome.folder().resolve("out");
        Path log = outcome.folder().resolve("calls");
        if (Files.exists(log)) {
            for (String line : Files.readAllLines(log)) {
                Matcher made = MADE.matcher(line);
                if (made.find()) {
                    Path path = outcome.folder().resolve(name(made)).normalize();
                    if (path.startsWith(out) && !path.equals(out)) {
                        found.add(out.relativize(path).toString());
                    }
                }
            }
        }
        try (Stream<Path> all = Files.walk(out)) {
            all.filter(path -> !path.equals(out))
                    .forEach(path -> found.add(out.relativize(path).toString()));
        }
        found.removeIf(path -> path.contains(".segments")); // new names each time, in a directory that is ours
        assertThat(found).contains("trace_marker_api_trace.csv", "trace_results.json", "trace_results.db");
        return found;
    }

    private static String name(Matcher made) {
        for (int group = 1; group < made.groupCount(); group++) {
            if (made.group(group) != null) {
                return made.group(group);
            }
        }
        return made.group(made.groupCount());
    }

    private static Outcome watched(Path strace) {
        return prepared(strace + " -f -qq --seccomp-bpf -e trace=open,openat,mkdir,rename -o calls")
                .go();
    }
}
