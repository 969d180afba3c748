import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;

/// A tool that throws in [#initialize].
public final class ThrowingTool implements Tool {
    @Override
    public String name() {
        return "throwing";
    }

    @Override
    public void initialize(Setup setup) {
        throw new IllegalStateException("no configuration file");
    }
}
