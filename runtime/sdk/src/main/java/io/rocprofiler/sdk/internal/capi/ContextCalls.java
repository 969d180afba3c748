package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.registration.Contexts;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import io.rocprofiler.sdk.internal.registration.Window;
import io.rocprofiler.sdk.internal.seam.CArguments;
import io.rocprofiler.sdk.internal.seam.Memory;
import org.jspecify.annotations.Nullable;

/// The C functions for contexts. A context id is one word.
final class ContextCalls {
    private final Window window;
    private final Contexts contexts;

    ContextCalls(Registration registration) {
        window = registration.window();
        contexts = registration.contexts();
    }

    /// `(rocprofiler_context_id_t* context_id)`: the id must be zero; this check precedes that of the window.
    Status create(CArguments args) {
        if (args.word(0) == 0) return Status.ERROR_INVALID_ARGUMENT;
        if (Memory.getLong(args.word(0)) != 0) return Status.ERROR_CONTEXT_ID_NOT_ZERO;
        if (!window.isOpen()) return Status.ERROR_CONFIGURATION_LOCKED;
        ToolContext context = contexts.create();
        // Inside a tool's configure function, no client exists yet to own a context. AMD's library aborts here.
        if (context == null) return Status.ERROR_CONFIGURATION_LOCKED;
        Memory.putLong(args.word(0), context.handle());
        return Status.SUCCESS;
    }

    /// `(rocprofiler_context_id_t context_id)`
    Status start(CArguments args) {
        if (contexts.isOver(args.word(0))) return Status.ERROR_CONFIGURATION_LOCKED;
        return contexts.start(contexts.find(args.word(0)));
    }

    /// `(rocprofiler_context_id_t context_id)`
    Status stop(CArguments args) {
        if (contexts.isOver(args.word(0))) return Status.SUCCESS;
        return contexts.stop(contexts.find(args.word(0)));
    }

    /// `(rocprofiler_context_id_t context_id, int* status)`
    Status isActive(CArguments args) {
        ToolContext context = contexts.find(args.word(0));
        return answer(args, context, context != null && context.active());
    }

    /// `(rocprofiler_context_id_t context_id, int* status)`: 1 means valid, as in AMD's code; AMD's header states
    /// the opposite.
    Status isValid(CArguments args) {
        ToolContext context = contexts.find(args.word(0));
        return answer(args, context, context != null);
    }

    private static Status answer(CArguments args, @Nullable ToolContext context, boolean value) {
        if (args.word(1) == 0) return Status.ERROR_INVALID_ARGUMENT;
        Memory.putInt(args.word(1), value ? 1 : 0);
        return context == null ? Status.ERROR_CONTEXT_NOT_FOUND : Status.SUCCESS;
    }
}
