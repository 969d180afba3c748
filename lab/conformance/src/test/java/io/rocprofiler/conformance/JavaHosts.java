package io.rocprofiler.conformance;

/// Runs Java programs that have the product's jars on their class path.
public final class JavaHosts {
    private static final String JAVA = Product.JDK.resolve("bin/java").toString();

    private JavaHosts() {}

    /// Returns a run on the software GPU, with native access.
    public static Run program(String main, String argument) {
        return program("--enable-native-access=ALL-UNNAMED", main, argument);
    }

    public static Run program(String option, String main, String argument) {
        return Run.command(JAVA, option, "-cp", classPath(main), main, argument)
                .onSoftgpu()
                .with("ROCPROFILER_HOME", Product.HOME.toString());
    }

    public static String classPath(String main) {
        return JavaTool.jar(main) + ":" + JavaTool.CLASS_PATH;
    }
}
