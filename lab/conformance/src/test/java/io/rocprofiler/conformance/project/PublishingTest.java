package io.rocprofiler.conformance.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Product;
import io.rocprofiler.conformance.Run;
import io.rocprofiler.conformance.SourceTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// `deploy` fills a repository from which projects outside of this tree build and run, and which has what Maven Central
/// asks for. Maven runs in a copy of the tree, and with a local repository above the user's own one, so that it leaves
/// nothing in either.
final class PublishingTest {
    private static final String MODULES = "abi sdk roctx roctracer jfr metrics opentelemetry";
    private static final String URL = "https://example.org/rocprofiler-java";

    /// What Central requires of a description: https://central.sonatype.org/publish/requirements
    private static final List<String> REQUIRED = List.of(
            "/project/groupId",
            "/project/artifactId",
            "/project/version",
            "/project/name",
            "/project/description",
            "/project/url",
            "/project/licenses/license/name",
            "/project/licenses/license/url",
            "/project/developers/developer/name",
            "/project/scm/url",
            "/project/scm/connection",
            "/project/scm/developerConnection");

    @TempDir
    static Path work;

    private static Path staging;

    @BeforeAll
    static void deploys_to_a_folder() throws IOException {
        staging = work.resolve("staging/io/rocprofiler");
        Path tree = copy();
        Path pom = tree.resolve("pom.xml");
        maven(
                tree,
                "deployed",
                List.of(),
                "-f",
                pom.toString(),
                "-pl",
                "bom,runtime/" + MODULES.replace(" ", ",runtime/"),
                "-am",
                // What is compiled and generated was copied.
                "-Dquick",
                "-Dmaven.main.skip",
                "-Dmaven.test.skip",
                "-Dexec.skip",
                "-Ppublish",
                "-Dpublish.url=" + URL,
                "-Dpublish.developer=somebody",
                "-DaltDeploymentRepository=staging::default::file:" + work.resolve("staging"),
                "deploy");
    }

    @Test
    void only_what_users_depend_on_is_published_and_the_bom_names_it() throws IOException {
        TreeSet<String> published = new TreeSet<>(artifacts());
        assertThat(published.remove("rocprofiler-bom")).isTrue();
        assertThat(published).hasSize(MODULES.split(" ", -1).length);
        Document bom = description("rocprofiler-bom");
        assertThat(all(bom, "/project/dependencyManagement/dependencies/dependency/artifactId"))
                .containsExactlyInAnyOrderElementsOf(published);
        assertThat(all(bom, "//dependencies/dependency/artifactId")).hasSameSizeAs(published);
        assertThat(all(bom, "//dependency/version")).containsOnly("${project.version}");
    }

    @Test
    void descriptions_have_what_central_requires_and_need_no_parent() throws IOException {
        for (String artifact : artifacts()) {
            Document description = description(artifact);
            for (String path : REQUIRED)
                assertThat(all(description, path))
                        .as(artifact + path)
                        .hasSize(1)
                        .noneMatch(text -> text.isBlank() || text.contains("$"));
            assertThat(all(description, "/project/url")).containsExactly(URL);
            assertThat(all(description, "/project/parent | /project/properties | /project/build | //repository"))
                    .as(artifact)
                    .isEmpty();
            assertThat(all(description, "//dependency[scope='test']")).isEmpty();
        }
    }

    @Test
    void product_and_artifacts_have_one_version() throws IOException {
        String product =
                Run.command(Product.file("bin/rocprofv3"), "--version").go().out();
        for (String artifact : artifacts()) {
            String version = all(description(artifact), "/project/version").getFirst();
            assertThat(product).containsPattern("version: " + version.replace("-SNAPSHOT", "") + "\n");
            assertThat(Files.readString(SourceTree.ROOT.resolve("docs/java.md")))
                    .contains("<version>" + version + "</version>");
        }
    }

    @Test
    void jars_come_with_sources_and_javadoc_which_shows_the_examples() throws IOException {
        for (String artifact : artifacts()) {
            if (artifact.endsWith("-bom")) continue;
            assertThat(entries(artifact, ".jar")).anyMatch(name -> name.endsWith("module-info.class"));
            assertThat(entries(artifact, "-sources.jar")).anyMatch(name -> name.endsWith("package-info.java"));
            assertThat(entries(artifact, "-javadoc.jar"))
                    .contains("index.html")
                    .noneMatch(name -> name.contains("internal"));
            assertThat(file(artifact, ".jar.sha1")).exists();
        }
        try (ZipFile javadoc =
                new ZipFile(file("rocprofiler-sdk", "-javadoc.jar").toFile())) {
            ZipEntry observer = javadoc.stream()
                    .filter(entry -> entry.getName().endsWith("/CallObserver.html"))
                    .findFirst()
                    .orElseThrow();
            byte[] page = javadoc.getInputStream(observer).readAllBytes();
            assertThat(new String(page, StandardCharsets.UTF_8)).contains("copy.commit();");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"19-metrics", "20-opentelemetry"})
    void a_project_outside_of_the_tree_builds_and_prints_what_its_page_shows(String example) throws IOException {
        Path projects = Files.createDirectories(work.resolve("projects of " + example));
        for (String folder : List.of(example, "01-matrix-transpose"))
            done(Run.command("cp", "-r", Product.file("share/rocprofiler/examples/" + folder), projects.toString()));
        Path settings = Files.writeString(projects.resolve("settings.xml"), """
                <settings>
                  <profiles><profile><id>staging</id><repositories><repository>
                    <id>staging</id><url>file:%s</url><snapshots><enabled>true</enabled></snapshots>
                  </repository></repositories></profile></profiles>
                  <activeProfiles><activeProfile>staging</activeProfile></activeProfiles>
                </settings>
                """.formatted(work.resolve("staging")));
        Outcome outcome = maven(
                SourceTree.ROOT,
                "used",
                List.of(Product.file("bin/softgpu")),
                "-f",
                projects.resolve(example).resolve("pom.xml").toString(),
                "-gs",
                settings.toString(),
                "-U",
                "compile",
                "exec:exec");
        String page = Files.readString(projects.resolve(example).resolve("README.md"));
        assertThat(withoutTimes(outcome.out() + outcome.err())).isEqualTo(withoutTimes(page.split("```\\w*\n", -1)[3]));
    }

    private static String withoutTimes(String text) {
        return text.replaceAll("total: .*", "total: …");
    }

    /// Copies what is built from the tree, with what has been built of it.
    private static Path copy() throws IOException {
        Path tree = Files.createDirectories(work.resolve("tree"));
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "to=$1 && shift && tar -C \"$1\" --exclude=runtime/native/target --exclude=examples/target --exclude=reports -cf - "
                        + "$2 | tar -C \"$to\" -xf -",
                "copy",
                tree.toString(),
                SourceTree.ROOT.toString()));
        List<String> files = new ArrayList<>(List.of(".mvn", "mvnw", "spec", "runtime", "examples"));
        for (Path pom : SourceTree.files("pom.xml"::equals))
            if (files.stream().noneMatch(file -> pom.startsWith(file))) files.add(pom.toString());
        command.add(String.join(" ", files));
        done(Run.command(command.toArray(String[]::new)));
        return tree;
    }

    private static Outcome done(Run run) {
        Outcome outcome = run.go();
        assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
        return outcome;
    }

    /// Runs Maven. What it has to download is kept in a repository of the tests', above the user's own.
    private static Outcome maven(Path tree, String repository, List<String> before, String... arguments) {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                tree.resolve("mvnw").toString(),
                "-q",
                "-Dmaven.repo.local=" + Product.TARGET.resolve("maven-" + repository),
                "-Dmaven.repo.local.tail=" + System.getProperty("user.home") + "/.m2/repository"));
        command.addAll(List.of(arguments));
        return done(Run.command(command.toArray(String[]::new)).patient());
    }

    private static List<String> artifacts() throws IOException {
        try (Stream<Path> folders = Files.list(staging)) {
            return folders.map(folder -> folder.getFileName().toString()).toList();
        }
    }

    private static List<String> entries(String artifact, String ending) throws IOException {
        try (ZipFile jar = new ZipFile(file(artifact, ending).toFile())) {
            return jar.stream().map(entry -> entry.getName()).toList();
        }
    }

    /// Returns a file of the only version. Snapshots have the time of their publication in their names.
    private static Path file(String artifact, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(staging.resolve(artifact))) {
            return files.filter(file -> file.getFileName().toString().matches(artifact + "-[0-9.-]+" + ending))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + artifact + ending));
        }
    }

    private static Document description(String artifact) throws IOException {
        try {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(file(artifact, ".pom").toFile());
        } catch (ParserConfigurationException | SAXException failure) {
            throw new IOException(artifact, failure);
        }
    }

    private static List<String> all(Document document, String path) {
        try {
            NodeList nodes = (NodeList)
                    XPathFactory.newDefaultInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) texts.add(nodes.item(i).getTextContent());
            return texts;
        } catch (XPathExpressionException failure) {
            throw new IllegalArgumentException(path, failure);
        }
    }
}
