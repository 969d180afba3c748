package io.rocprofiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/// Compiles a Java tool of the tests against the installed product, as its author would, into a jar.
public final class JavaTool {
    /// The complete compile-time class path of a Java program.
    public static final String CLASS_PATH = String.join(
            ":",
            Product.file("lib/java/rocprofiler-sdk.jar"),
            Product.file("lib/java/rocprofiler-abi.jar"),
            Product.file("lib/java/rocprofiler-roctx.jar"),
            Product.file("lib/java/rocprofiler-roctracer.jar"));

    private JavaTool() {}

    public static String jar(String name) {
        return jar(name, Integer.toString(Runtime.version().feature()));
    }

    /// Returns a jar for a release of Java and later ones.
    public static String jar(String name, String release) {
        try {
            // Of this call alone: tests in another process may use a jar of the same name.
            Path folder =
                    Files.createTempDirectory(Files.createDirectories(Product.TARGET.resolve("java-tools")), name);
            Path jar = folder.resolve(name + ".jar");
            Path classes = Files.createDirectory(folder.resolve("classes"));
            run(
                    "javac",
                    "--release",
                    release,
                    "-cp",
                    CLASS_PATH,
                    "-d",
                    classes.toString(),
                    Product.SOURCES.resolve("tools/" + name + ".java").toString());
            Path services = Files.createDirectories(classes.resolve("META-INF/services"));
            Files.writeString(services.resolve("io.rocprofiler.sdk.Tool"), name + "\n");
            run("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
            return jar.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(String tool, String... arguments) {
        int status = ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments);
        assertThat(status).as(tool).isZero();
    }
}
