import io.rocprofiler.abi.CallbackPhase;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.CodeObjectStorageType;
import io.rocprofiler.sdk.CallbackRecord;
import io.rocprofiler.sdk.CodeObjectLoad;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.Setup;
import io.rocprofiler.sdk.Tool;

/// Code objects: prints the code loaded on the GPUs and the kernels in it.
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
        // A separate context that always runs: one started later misses the code that is already loaded.
        setup.context()
                .callbacks(CallbackTracingKind.CODE_OBJECT, CodeObjects::onCodeObject)
                .build()
                .start();
    }

    /// Called for LOAD on the thread that made the code usable, and for UNLOAD before the code is removed, at the
    /// latest when the program ends; the kernels of an object are unloaded with it. UNLOAD gets the `userData` that
    /// LOAD of the same object or kernel left.
    private static void onCodeObject(CallbackRecord record) {
        boolean loads = record.phase() == CallbackPhase.LOAD;
        String verb = loads ? "load" : "unload";
        switch (record) {
            case CodeObjectLoad object ->
                System.err.printf("%s code object %d from %s%n", verb, object.codeObjectId(), storage(object));
            case KernelSymbol kernel -> {
                // Records of dispatches name a kernel only by its id: a tool that wants names must keep them.
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
