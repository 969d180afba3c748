import io.rocprofiler.sdk.Profiler;

/// A Java program that registers its own tool, without an environment variable.
///
/// ```
/// java -cp tool.jar:../01-matrix-transpose/transpose.jar:$ROOT/lib/java/'*' ProfiledTranspose 16 8
/// ```
public final class ProfiledTranspose {
    // @start region="register"
    public static void main(String[] args) throws Throwable {
        Profiler.register(new CallTable()); // before the first call of a ROCm runtime
        Transpose.main(args);
    }
    // @end
}
