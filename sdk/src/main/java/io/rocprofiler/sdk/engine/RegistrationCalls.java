package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeCalls;
import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.Status;

/// The C functions around registration and internal threads. Arguments are numbered as in the C prototypes.
final class RegistrationCalls {
    private static final int MAX_LIBRARY_NAME_BYTES = 64;

    /// Where the C half finds an answer.
    private static final int ANSWER = NativeConstants.ANSWER_WORD * Long.BYTES;

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

    /// What the C half calls for itself, above the numbers of exported functions.
    long internal(int function, CArguments args) {
        switch (function) {
            case NativeCalls.FINALIZE -> {
                Ompt.processEnds();
                registration.finalizeProcess();
            }
            case NativeCalls.INITIALIZE -> {
                return registration.begin() ? 1 : 0;
            }
            case NativeCalls.FINALIZE_CLIENT -> registration.finalizeClient(args.number(0));
            case NativeCalls.OMPT_INITIALIZE -> registration.openMpCame();
            case NativeCalls.OMPT_EVENT -> {
                return Ompt.event(args.address());
            }
            case NativeCalls.QUEUE_MADE -> GpuWork.queueMade(args.word(0));
            case NativeCalls.QUEUE_ENDS -> GpuWork.queueEnds(args.word(0));
            case NativeCalls.QUEUE_WRITE -> {
                return Dispatches.write(args.address()) ? 1 : 0;
            }
            case NativeCalls.WORK_DONE -> GpuWork.done(args.address());
            case NativeCalls.COPY_BEGINS -> {
                return Copies.begin(args.address()) ? 1 : 0;
            }
            case NativeCalls.COPY_DONE -> Copies.done(args.address());
            default -> {
                return duringCall(function, args);
            }
        }
        return 0;
    }

    /// What the C half asks for in the middle of a call that it traces by itself.
    private static long duringCall(int function, CArguments args) {
        long answer = args.address() + ANSWER;
        switch (function) {
            case NativeCalls.KEPT_REFILL ->
                Memory.putLong(answer, ChunkBuffer.at(args.number(0)).refill() ? 1 : 0);
            case NativeCalls.KEPT_DROPPED -> ChunkBuffer.at(args.number(0)).drop();
            case NativeCalls.MANY -> Upcalls.linkInBackground();
            case NativeCalls.VIRTUAL_ID -> VirtualIds.answer(args.number(0), args.word(1));
            case NativeCalls.STREAM_NUMBER -> Memory.putLong(answer, HipStreams.number(args.word(0)));
            default -> {
                return Status.ERROR_NOT_IMPLEMENTED.value();
            }
        }
        return 0;
    }

    private static Status answer(CArguments args, int value) {
        if (args.word(0) == 0) return Status.ERROR_INVALID_ARGUMENT;
        Memory.putInt(args.word(0), value);
        return Status.SUCCESS;
    }
}
