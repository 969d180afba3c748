package io.rocprofiler.sdk.internal.capi;

import io.rocprofiler.abi.CounterFlag;
import io.rocprofiler.abi.Status;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.ToolContext;
import io.rocprofiler.sdk.internal.seam.CArguments;

/// The C functions for hardware counters. The engine defines no counters, so every id of a counter or a
/// configuration is unknown.
///
/// The checks of AMD's library come first, in its order; a null pointer that it would dereference is an invalid
/// argument after them.
final class CounterCalls {
    private final Registration registration;
    private final Devices devices;

    CounterCalls(Registration registration, Devices devices) {
        this.registration = registration;
        this.devices = devices;
    }

    /// `(context, dispatch_callback, void* dispatch_callback_args, record_callback, void* record_callback_args)`: at
    /// any time.
    Status callbackDispatch(CArguments args) {
        return countDispatches(args.word(0), args.word(1), true);
    }

    /// `(context, buffer, dispatch_callback, void* callback_data_args)`: at any time.
    Status bufferDispatch(CArguments args) {
        return countDispatches(
                args.word(0), args.word(2), registration.buffers().find(args.word(1)) != null);
    }

    private Status countDispatches(long contextHandle, long callback, boolean deliverable) {
        ToolContext context = registration.contexts().find(contextHandle);
        if (context == null) return Status.ERROR_CONTEXT_INVALID;
        Status status = context.devices().mayCountDispatches();
        if (status != Status.SUCCESS) return status;
        if (!deliverable) return Status.ERROR_BUFFER_NOT_FOUND;
        return callback == 0 ? Status.ERROR_INVALID_ARGUMENT : context.devices().countDispatches();
    }

    /// `(context, buffer, agent, callback, void* user_data)`: at any time.
    Status device(CArguments args) {
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null) return Status.ERROR_CONTEXT_INVALID;
        Status status = context.devices().mayCountAgents();
        if (status != Status.SUCCESS) return status;
        status = counters(args.word(2));
        if (status != Status.SUCCESS) return status;
        if (registration.buffers().find(args.word(1)) == null) return Status.ERROR_BUFFER_NOT_FOUND;
        if (args.word(3) == 0) return Status.ERROR_INVALID_ARGUMENT;
        return context.devices().countAgent(args.word(2));
    }

    /// `(context, rocprofiler_user_data_t user_data, flags, rocprofiler_counter_record_t* output_records,
    /// size_t* rec_count)`
    Status sample(CArguments args) {
        if (args.word(0) == 0) return Status.ERROR_CONTEXT_NOT_FOUND;
        if (registration.window().finiStatus() != 0) return Status.ERROR_FINALIZED;
        ToolContext context = registration.contexts().find(args.word(0));
        if (context == null || !context.active()) return Status.ERROR_CONTEXT_NOT_STARTED;
        boolean async = args.number(2) == CounterFlag.ASYNC.value();
        if (args.word(3) != 0 && (async || args.word(4) == 0)) return Status.ERROR_INVALID_ARGUMENT;
        return Status.ERROR_HSA_NOT_LOADED;
    }

    /// `(agent, callback, void* user_data)`
    Status supported(CArguments args) {
        return counters(args.word(0));
    }

    /// `(counter, version, void* info)`, and the other functions about one counter.
    Status unknownCounter() {
        return Status.ERROR_COUNTER_NOT_FOUND;
    }

    /// `(rocprofiler_counter_instance_id_t id, rocprofiler_counter_id_t* counter_id)`
    Status counterOfRecord(CArguments args) {
        return args.word(1) == 0 ? Status.ERROR_INVALID_ARGUMENT : Status.ERROR_COUNTER_NOT_FOUND;
    }

    /// `(rocprofiler_counter_instance_id_t id, dimension, size_t* pos)`
    Status positionOfRecord(CArguments args) {
        return args.word(2) == 0 ? Status.ERROR_INVALID_ARGUMENT : Status.ERROR_DIM_NOT_FOUND;
    }

    /// `(agent, counter, size_t* instance_count)`
    Status instanceCount(CArguments args) {
        return devices.has(args.word(0)) ? Status.ERROR_COUNTER_NOT_FOUND : Status.ERROR_AGENT_NOT_FOUND;
    }

    /// `(const char* name, size_t, const char* expr, size_t, const char* description, size_t, agent,
    /// rocprofiler_counter_id_t* counter_id)`: an expression over counters, none of which is defined.
    Status create(CArguments args) {
        if (!devices.has(args.word(6))) return Status.ERROR_AGENT_NOT_FOUND;
        if (args.word(0) == 0 || args.word(2) == 0 || args.word(7) == 0) return Status.ERROR_INVALID_ARGUMENT;
        return Status.ERROR_AST_GENERATION_FAILED;
    }

    /// `(const char* yaml, size_t size, flags)`: no reader for definitions exists.
    Status loadDefinition(CArguments args) {
        if (args.word(0) == 0 || args.word(1) == 0) return Status.ERROR_INVALID_ARGUMENT;
        return CounterFlag.of(args.number(2)) == null ? Status.ERROR_INVALID_ARGUMENT : Status.ERROR;
    }

    /// `(agent, rocprofiler_counter_id_t* counters_list, size_t counters_count,
    /// rocprofiler_counter_config_id_t* config_id)`
    Status createConfig(CArguments args) {
        if (!devices.has(args.word(0))) return Status.ERROR_AGENT_NOT_FOUND;
        if (args.word(3) == 0) return Status.ERROR_INVALID_ARGUMENT;
        if (args.word(2) == 0) return Status.ERROR_NO_HARDWARE_COUNTERS;
        return args.word(1) == 0 ? Status.ERROR_INVALID_ARGUMENT : Status.ERROR_COUNTER_NOT_FOUND;
    }

    /// `(rocprofiler_counter_config_id_t config_id)`
    Status destroyConfig() {
        return Status.ERROR_CONFIG_NOT_FOUND;
    }

    private Status counters(long agent) {
        if (!devices.has(agent)) return Status.ERROR_AGENT_NOT_FOUND;
        return devices.counts(agent) ? Status.SUCCESS : Status.ERROR_AGENT_ARCH_NOT_SUPPORTED;
    }
}
