package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.internal.ApiTable;
import io.rocprofiler.abi.internal.ApiTables;
import io.rocprofiler.abi.internal.HipCompilerApiId;
import io.rocprofiler.abi.internal.HsaCoreApiId;
import io.rocprofiler.abi.internal.NativeFrame;
import io.rocprofiler.abi.internal.NativeSlot;
import io.rocprofiler.sdk.internal.call.Event;
import io.rocprofiler.sdk.internal.call.EventHook;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.RuntimeTables;
import io.rocprofiler.sdk.internal.plan.SlotHook;
import io.rocprofiler.sdk.internal.plan.TracingContext;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The hooks that report events to [CodeObjects]: inside the traced calls, at the place of AMD's wrappers. They see
/// every call, because a context that starts later needs the numbers of all kernels.
public final class CodeObjectHooks implements EventService {
    private final EventSlots events;
    private final CodeObjects code;

    public CodeObjectHooks(EventSlots events, CodeObjects code) {
        this.events = events;
        this.code = code;
    }

    @Override
    public void runtimeRegisters(RuntimeTables runtime) {
        if (runtime.library().equals("hsa")) code.registers(runtime);
    }

    /// Finds code that a runtime already in use loaded before it was traced.
    @Override
    public void runtimeRegistered(RuntimeTables runtime, boolean isInUse) {
        if (isInUse && runtime.library().equals("hsa") && isWanted())
            code.catchUp((int) runtime.instance(), List.of(events.contexts()), Native.threadBlock());
    }

    @Override
    public void catchUp(RuntimeTables runtime, List<? extends TracingContext> came) {
        if (runtime.library().equals("hsa") && isWanted())
            code.catchUp((int) runtime.instance(), came, Native.threadBlock());
    }

    @Override
    public void finish() {
        if (isWanted()) code.close();
    }

    /// Whether any context, active or not, needs the loaded code objects.
    private boolean isWanted() {
        return events.isAsked(CallbackTracingKind.CODE_OBJECT, null)
                || events.isAsked(CallbackTracingKind.KERNEL_DISPATCH, BufferTracingKind.KERNEL_DISPATCH);
    }

    @Override
    public boolean hooks(ApiTable table) {
        if (table == ApiTables.HSA_CORE) return isWanted();
        return table == ApiTables.HIP_COMPILER && isWanted() && CodeObjectListeners.wantHostKernels(events);
    }

    @Override
    public @Nullable SlotHook innerHook(ApiTable table, int operation) {
        if (table == ApiTables.HIP_COMPILER) return ofCompiler(operation);
        return switch (operation) {
            case HsaCoreApiId.hsa_executable_freeze -> new Freeze();
            case HsaCoreApiId.hsa_executable_destroy -> new Destroy();
            default -> null;
        };
    }

    private @Nullable SlotHook ofCompiler(int operation) {
        return switch (operation) {
            case HipCompilerApiId.__hipRegisterFunction -> new RegisterFunction();
            case HipCompilerApiId.__hipUnregisterFatBinary -> new UnregisterFatBinary();
            default -> null;
        };
    }

    /// The instance of the runtime whose function is called.
    private static int instance(long frame) {
        return Memory.getInt(Memory.getLong(frame + NativeFrame.SLOT) + NativeSlot.INSTANCE);
    }

    /// A hook that is active without a listening context.
    private abstract static class Watch extends EventHook {
        Watch() {
            super(null);
        }

        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            return null;
        }

        @Override
        public void end(@Nullable Event none, long thread, long frame) {}

        @Override
        public final boolean isAlwaysAwake() {
            return true;
        }

        @Override
        public final boolean isRare() {
            return true;
        }
    }

    private final class Freeze extends Watch {
        @Override
        public void end(@Nullable Event none, long thread, long frame) {
            if (SlotHook.succeeded(frame)) code.frozen(instance(frame), SlotHook.argument(frame, 0), thread);
        }
    }

    /// Called before the runtime's function, while tools may still read the code.
    private final class Destroy extends Watch {
        @Override
        @Nullable
        public Event begin(long thread, long frame) {
            code.destroyed(instance(frame), SlotHook.argument(frame, 0), thread);
            return null;
        }
    }

    private final class RegisterFunction extends Watch {
        private final int[] sources = HostFunction.sources();

        @Override
        public void end(@Nullable Event none, long thread, long frame) {
            HostFunction host = HostFunction.of(frame, sources);
            if (host != null) code.registered(host, thread);
        }
    }

    private final class UnregisterFatBinary extends Watch {
        @Override
        public void end(@Nullable Event none, long thread, long frame) {
            code.unregistered(SlotHook.argument(frame, 0));
        }
    }
}
