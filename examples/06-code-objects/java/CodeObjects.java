import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.CodeObjectLoad;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;

/// Code objects: which code is loaded on the GPUs, and which kernels are in it.
///
/// ```
/// ROCPROFILER_JAVA_TOOLS=./tool.jar ../01-matrix-transpose/transpose 16 1
/// ```
public final class CodeObjects implements Tool {
    @Override
    public String name() {
        return "code-objects";
    }

    @Override
    public void initialize(Setup setup) {
        // A context of its own that always runs: one that starts late never hears of what is loaded already.
        setup.context()
                .callbacks(CallbackTracingKind.CODE_OBJECT, CodeObjects::onCodeObject)
                .build()
                .start();
    }

    /// LOAD: on the thread that made the code usable. UNLOAD: before it goes, at the latest when the program ends;
    /// the kernels of an object follow it then, too. What LOAD left in `userData`, UNLOAD of the same object or
    /// kernel finds.
    private static void onCodeObject(CallbackRecord record) {
        boolean loads = record.phase() == CallbackPhase.LOAD;
        String verb = loads ? "load" : "unload";
        switch (record) {
            case CodeObjectLoad object ->
                System.err.printf("%s code object %d from %s%n", verb, object.codeObjectId(), storage(object));
            case KernelSymbol kernel -> {
                // Records of dispatches name a kernel by its id only: a tool that wants names keeps them from here.
                if (loads) kernel.userData(kernel.kernelId());
                System.err.printf(
                        "%s kernel %d %s of code object %d%s%n",
                        verb,
                        kernel.kernelId(),
                        kernel.kernelName(),
                        kernel.codeObjectId(),
                        kernel.userData() == kernel.kernelId() ? "" : ", never loaded");
            }
            default -> {}
        }
    }

    private static String storage(CodeObjectLoad object) {
        return object.storageType() == CodeObjectStorageType.FILE ? "file" : "memory";
    }
}
