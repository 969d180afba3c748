package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;

/// The C functions for registration and internal threads. Arguments are numbered as in the C prototypes.
final class RegistrationCalls {
    private static final int MAX_LIBRARY_NAME_BYTES = 64;

    private final Registration registration;

    RegistrationCalls(Registration registration) {
        this.registration = registration;
    }

    /// `int (const char* name, uint64_t lib_version, uint64_t lib_instance, void** tables, uint64_t num_tables)`
    int setApiTable(CArguments args) {
        String library = CStrings.read(args.word(0), MAX_LIBRARY_NAME_BYTES);
        if (library == null) return Status.ERROR_INVALID_ARGUMENT.value();
        return registration.setApiTable(library, args.word(1), args.word(2), args.word(3), args.word(4));
    }

    /// `(rocprofiler_configure_func_t configure_func)`
    Status forceConfigure(CArguments args) {
        return registration.force(args.word(0));
    }

    /// `()`
    Status attach() {
        return registration.attach();
    }

    /// `()`
    Status detach() {
        return registration.detach();
    }

    /// `(int* status)`
    Status isInitialized(CArguments args) {
        return answer(args, registration.window().initStatus());
    }

    /// `(int* status)`
    Status isFinalized(CArguments args) {
        return answer(args, registration.window().finiStatus());
    }

    /// `(precreate, postcreate, int libs, void* data)`: at any time.
    Status atInternalThreadCreate(CArguments args) {
        return registration.threads().observe(args.word(0), args.word(1), args.number(2), args.word(3));
    }

    /// `(rocprofiler_callback_thread_t* cb_thread_id)`
    Status createCallbackThread(CArguments args) {
        if (registration.window().isLocked()) return Status.ERROR_CONFIGURATION_LOCKED;
        if (args.word(0) == 0) return Status.ERROR_INVALID_ARGUMENT;
        Memory.putLong(args.word(0), registration.threads().create());
        return Status.SUCCESS;
    }

    private static Status answer(CArguments args, int value) {
        if (args.word(0) == 0) return Status.ERROR_INVALID_ARGUMENT;
        Memory.putInt(args.word(0), value);
        return Status.SUCCESS;
    }
}
