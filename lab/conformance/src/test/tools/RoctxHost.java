import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.roctx.Range;
import io.rocprofiler.roctx.Roctx;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.Profiler;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;

/// RoctxHost CASE: a Java program that uses ROC-TX. Prints the results of its calls, and the events of its tool if
/// it has one.
///
/// silent   everything, without a tool tool     everything, with a tool that is registered before
public final class RoctxHost implements Tool {
    private RoctxHost() {}

    public static void main(String[] args) throws InterruptedException {
        if (args[0].equals("tool")) Profiler.register(new RoctxHost());
        everything();
        System.out.println("listening " + Roctx.isListening());
    }

    private static void everything() throws InterruptedException {
        Roctx.mark("first");
        try (Range _ = Roctx.range("range")) {
            System.out.println("push " + Roctx.push("outer"));
            System.out.println("push " + Roctx.push("inner"));
            System.out.println("pop " + Roctx.pop());
            System.out.println("pop " + Roctx.pop());
            System.out.println("pop " + Roctx.pop());
        }
        Thread.ofVirtual().start(RoctxHost::virtual).join();
        long id = Roctx.start("process");
        Thread.ofPlatform().start(() -> Roctx.stop(id)).join();
        Roctx.nameThread("main");
        Roctx.nameDevice(0, "device");
        Roctx.pause();
        Roctx.resume(Roctx.threadId());
        System.out.println("thread " + (Roctx.threadId() > 0));
    }

    private static void virtual() {
        try (Range _ = Roctx.range("virtual")) {
            System.out.println("push " + Roctx.push("again"));
            Thread.yield();
            System.out.println("pop " + Roctx.pop());
        }
    }

    @Override
    public String name() {
        return "roctx";
    }

    @Override
    public void initialize(Setup setup) {
        setup.context()
                .callbacks(CallbackTracingKind.MARKER_CORE_API, RoctxHost::show)
                .callbacks(CallbackTracingKind.MARKER_CONTROL_API, RoctxHost::show)
                .callbacks(CallbackTracingKind.MARKER_NAME_API, RoctxHost::show)
                .build()
                .start();
    }

    private static void show(io.rocprofiler.sdk.CallbackRecord record) {
        if (!(record instanceof ApiCall call) || call.phase() != CallbackPhase.ENTER) return;
        StringBuilder line = new StringBuilder("  ").append(call.operationName());
        for (int i = 0; i < call.argumentCount(); i++) {
            String name = call.argument(i).name();
            if (name.equals("message") || name.equals("name")) line.append(' ').append(call.argument(i).asString());
            if (name.equals("device_id")) line.append(' ').append(call.argument(i).asLong());
        }
        System.out.println(line);
    }
}
