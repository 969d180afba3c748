import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;

/// Prints whose class loader its threads have, and what its shutdown hook does after it was closed.
public final class HookingTool implements Tool {
    public HookingTool() {
        say("constructor");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.println("hook")));
    }

    @Override
    public String name() {
        return "hooking";
    }

    @Override
    public void initialize(Setup setup) {
        say("initialize");
        setup.context().callbacks(CallbackTracingKind.MARKER_CORE_API, record -> {}).start();
    }

    @Override
    public void close() {
        say("close");
    }

    private static void say(String where) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        System.err.println(where + " " + (loader == HookingTool.class.getClassLoader()));
    }
}
