package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.ApiTable;
import io.rocprofiler.abi.ApiTables;
import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.CallbackTracingKind;
import io.rocprofiler.abi.HipCompilerApiId;
import io.rocprofiler.abi.HsaCoreApiId;
import io.rocprofiler.abi.NativeFrame;
import io.rocprofiler.abi.NativeSlot;
import org.jspecify.annotations.Nullable;

/// Where [CodeObjects] learns of what happens: inside the traced calls, as AMD's wrappers lie. They see every call,
/// as a context that starts later must find the kernels numbered.
final class CodeObjectHooks {
    private CodeObjectHooks() {}

    /// Whether any context, active or not, needs to know what is loaded.
    static boolean isWanted() {
        return Slots.isAsked(CallbackTracingKind.CODE_OBJECT, null)
                || Slots.isAsked(CallbackTracingKind.KERNEL_DISPATCH, BufferTracingKind.KERNEL_DISPATCH);
    }

    /// Whether a table has functions with such a hook.
    static boolean concern(ApiTable table) {
        if (table == ApiTables.HSA_CORE) return isWanted();
        return table == ApiTables.HIP_COMPILER && isWanted() && CodeObjectListeners.wantHostKernels();
    }

    static @Nullable SlotHook of(ApiTable table, int operation) {
        if (!concern(table)) return null;
        if (table == ApiTables.HIP_COMPILER) return ofCompiler(operation);
        return switch (operation) {
            case HsaCoreApiId.hsa_executable_freeze -> new Freeze();
            case HsaCoreApiId.hsa_executable_destroy -> new Destroy();
            default -> null;
        };
    }

    private static @Nullable SlotHook ofCompiler(int operation) {
        return switch (operation) {
            case HipCompilerApiId.__hipRegisterFunction -> new RegisterFunction();
            case HipCompilerApiId.__hipUnregisterFatBinary -> new UnregisterFatBinary();
            default -> null;
        };
    }

    /// Of the runtime whose function is called.
    private static int instance(long frame) {
        return Memory.getInt(Memory.getLong(frame + NativeFrame.SLOT) + NativeSlot.INSTANCE);
    }

    /// Awake without any context that listens.
    private abstract static class Watch extends SlotHook {
        Watch() {
            super(null);
        }

        @Override
        @Nullable
        Event enter(long thread, long frame) {
            return null;
        }

        @Override
        void exit(@Nullable Event none, long thread, long frame) {}

        @Override
        final boolean isAlwaysAwake() {
            return true;
        }
    }

    private static final class Freeze extends Watch {
        @Override
        void exit(@Nullable Event none, long thread, long frame) {
            if (succeeded(frame)) CodeObjects.frozen(instance(frame), argument(frame, 0), thread);
        }
    }

    /// Before the runtime's function: tools may still look at the code.
    private static final class Destroy extends Watch {
        @Override
        @Nullable
        Event enter(long thread, long frame) {
            CodeObjects.destroyed(instance(frame), argument(frame, 0), thread);
            return null;
        }
    }

    private static final class RegisterFunction extends Watch {
        private final int[] sources = HostFunction.sources();

        @Override
        void exit(@Nullable Event none, long thread, long frame) {
            HostFunction host = HostFunction.of(frame, sources);
            if (host != null) CodeObjects.registered(host, thread);
        }
    }

    private static final class UnregisterFatBinary extends Watch {
        @Override
        void exit(@Nullable Event none, long thread, long frame) {
            CodeObjects.unregistered(argument(frame, 0));
        }
    }
}
