package io.rocprofiler.conformance.project;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.rocprofiler.conformance.Product;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The engine's packages, read from the installed jar: dependencies between them point down this list only. Other
/// orders would also do, if without circles ([JavaCirclesTest]).
@Tag("architecture")
final class EngineRoomsTest {
    private static final String INTERNAL = "io.rocprofiler.sdk.internal.";

    private static final List<String> BOTTOM_TO_TOP = List.of(
            "program",
            "description",
            "seam",
            "argument",
            "agent",
            "buffer",
            "plan",
            "image",
            "call",
            "marker",
            "stream",
            "ompt",
            "hsa",
            "codeobject",
            "gpu",
            "kfd",
            "registration",
            "view",
            "tool",
            "capi",
            "boot");

    private static JavaClasses engine;

    @BeforeAll
    static void read() throws IOException {
        engine = new ClassFileImporter().importJar(new JarFile(Product.file("lib/java/rocprofiler-sdk.jar")));
        assertThat(engine).hasSizeGreaterThan(200);
    }

    @Test
    void every_class_of_the_engine_is_in_a_room_of_the_list() {
        TreeSet<String> rooms = new TreeSet<>();
        for (JavaClass type : engine)
            if (type.getPackageName().startsWith(INTERNAL))
                rooms.add(type.getPackageName().substring(INTERNAL.length()));
        assertThat(rooms).containsExactlyElementsOf(new TreeSet<>(BOTTOM_TO_TOP));
    }

    @Test
    void no_arrow_goes_up() {
        for (int room = 0; room < BOTTOM_TO_TOP.size() - 1; room++) {
            String[] above = BOTTOM_TO_TOP.subList(room + 1, BOTTOM_TO_TOP.size()).stream()
                    .map(name -> INTERNAL + name)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(INTERNAL + BOTTOM_TO_TOP.get(room))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .check(engine);
        }
    }
}
