package io.rocprofiler.conformance;

import java.nio.file.Path;

/// The locations of the installed product, the clients compiled against it and their sources.
public final class Product {
    public static final Path HOME = property("rocprofiler.home", "../../dist/target/rocprofiler");
    public static final Path CLIENTS = property("rocprofiler.clients", "target/clients");
    public static final Path SOURCES = property("rocprofiler.sources", "src/test");
    public static final Path TARGET = CLIENTS.getParent();

    /// The JDK that runs the tests; the product needs none.
    public static final Path JDK = Path.of(System.getProperty("java.home"));

    private Product() {}

    public static String client(String name) {
        return CLIENTS.resolve(name).toString();
    }

    public static String tool(String name) {
        return CLIENTS.resolve(name + "_tool.so").toString();
    }

    public static String file(String pathInHome) {
        return HOME.resolve(pathInHome).toString();
    }

    private static Path property(String name, String otherwise) {
        return Path.of(System.getProperty(name, otherwise)).toAbsolutePath().normalize();
    }
}
