package io.rocprofiler.sdk.engine;

import io.rocprofiler.abi.NativeConstants;
import io.rocprofiler.abi.Status;

/// The C functions around registration and internal threads. Arguments are numbered as in the C prototypes.
final class RegistrationCalls {
    private static final int MAX_LIBRARY_NAME_BYTES = 64;

    /// What the C half calls for itself, above the numbers of exported functions (`facts/native.json`).
    private static final int FINALIZE = NativeConstants.CALL_FINALIZE;

    private static final int FINALIZE_CLIENT = NativeConstants.CALL_FINALIZE_CLIENT;
    private static final int INITIALIZE = NativeConstants.CALL_INITIALIZE;
    private static final int OMPT_INITIALIZE = NativeConstants.CALL_OMPT_INITIALIZE;
    private static final int OMPT_EVENT = NativeConstants.CALL_OMPT_EVENT;
    private static final int QUEUE_MADE = NativeConstants.CALL_QUEUE_MADE;
    private static final int QUEUE_ENDS = NativeConstants.CALL_QUEUE_ENDS;
    private static final int QUEUE_WRITE = NativeConstants.CALL_QUEUE_WRITE;
    private static final int WORK_DONE = NativeConstants.CALL_WORK_DONE;
    private static final int COPY_BEGINS = NativeConstants.CALL_COPY_BEGINS;
    private static final int COPY_DONE = NativeConstants.CALL_COPY_DONE;
    private static final int KEPT_REFILL = NativeConstants.CALL_KEPT_REFILL;
    private static final int KEPT_DROPPED = NativeConstants.CALL_KEPT_DROPPED;
    private static final int STREAM_NUMBER = NativeConstants.CALL_STREAM_NUMBER;
    private static final int MANY = NativeConstants.CALL_MANY;

    private static final int VIRTUAL_ID = NativeConstants.CALL_VIRTUAL_ID;

    /// Where the last three leave their answer.
    private static final int ANSWER = 3 * Long.BYTES;

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

    /// `()` from exit handlers and constructors, or `(uint32_t client_handle)` from the function that tools get.
    long internal(int function, CArguments args) {
        switch (function) {
            case FINALIZE -> {
                Ompt.processEnds();
                registration.finalizeProcess();
            }
            case INITIALIZE -> {
                return registration.begin() ? 1 : 0;
            }
            case FINALIZE_CLIENT -> registration.finalizeClient(args.number(0));
            case OMPT_INITIALIZE -> registration.openMpCame();
            case OMPT_EVENT -> {
                return Ompt.event(args.address());
            }
            case QUEUE_MADE -> GpuWork.queueMade(args.word(0));
            case QUEUE_ENDS -> GpuWork.queueEnds(args.word(0));
            case QUEUE_WRITE -> {
                return Dispatches.write(args.address()) ? 1 : 0;
            }
            case WORK_DONE -> GpuWork.done(args.address());
            case COPY_BEGINS -> {
                return Copies.begin(args.address()) ? 1 : 0;
            }
            case COPY_DONE -> Copies.done(args.address());
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
            case KEPT_REFILL ->
                Memory.putLong(answer, ChunkBuffer.at(args.number(0)).refill() ? 1 : 0);
            case KEPT_DROPPED -> ChunkBuffer.at(args.number(0)).drop();
            case MANY -> Upcalls.linkInBackground();
            case VIRTUAL_ID -> VirtualIds.answer(args.number(0), args.word(1));
            case STREAM_NUMBER -> Memory.putLong(answer, HipStreams.number(args.word(0)));
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
