package io.rocprofiler.sdk.testing;

import io.rocprofiler.sdk.Agent;
import io.rocprofiler.sdk.ApiCall;
import io.rocprofiler.sdk.ApiRecord;
import io.rocprofiler.sdk.ApiValue;
import io.rocprofiler.sdk.Buffer;
import io.rocprofiler.sdk.BufferBuilder;
import io.rocprofiler.sdk.CallbackThread;
import io.rocprofiler.sdk.CodeObjectLoad;
import io.rocprofiler.sdk.Context;
import io.rocprofiler.sdk.ContextBuilder;
import io.rocprofiler.sdk.ExternalCorrelation;
import io.rocprofiler.sdk.HipStreamEvent;
import io.rocprofiler.sdk.HostKernelSymbol;
import io.rocprofiler.sdk.InterceptedTable;
import io.rocprofiler.sdk.KernelDispatch;
import io.rocprofiler.sdk.KernelDispatchRecord;
import io.rocprofiler.sdk.KernelInfo;
import io.rocprofiler.sdk.KernelSymbol;
import io.rocprofiler.sdk.KfdDroppedEventsRecord;
import io.rocprofiler.sdk.KfdPageFaultRecord;
import io.rocprofiler.sdk.KfdPageMigrateRecord;
import io.rocprofiler.sdk.KfdQueueRecord;
import io.rocprofiler.sdk.KfdUnmapFromGpuRecord;
import io.rocprofiler.sdk.MemoryAllocation;
import io.rocprofiler.sdk.MemoryAllocationRecord;
import io.rocprofiler.sdk.MemoryCopy;
import io.rocprofiler.sdk.MemoryCopyRecord;
import io.rocprofiler.sdk.OmptEvent;
import io.rocprofiler.sdk.OmptRecord;
import io.rocprofiler.sdk.OtherEvent;
import io.rocprofiler.sdk.OtherRecord;
import io.rocprofiler.sdk.RecordBatch;
import io.rocprofiler.sdk.Registration;
import io.rocprofiler.sdk.RetirementRecord;
import io.rocprofiler.sdk.RuntimeInitialization;
import io.rocprofiler.sdk.RuntimeInitializationRecord;
import io.rocprofiler.sdk.ScratchMemory;
import io.rocprofiler.sdk.ScratchMemoryRecord;
import io.rocprofiler.sdk.Setup;

/// What the tests of a tool implement instead of the engine's own classes: an interface for each type that only the
/// engine makes.
///
/// A release can add methods to those types without breaking a tool. It may break a test double, by the same methods:
/// implement what your test needs, or make the double with `java.lang.reflect.Proxy`. The engine accepts none of them.
public final class Doubles {
    private Doubles() {}

    /// Stands for an [Agent].
    public interface OfAgent extends Agent {}

    /// Stands for an [ApiCall].
    public interface OfApiCall extends ApiCall {}

    /// Stands for an [ApiRecord].
    public interface OfApiRecord extends ApiRecord {}

    /// Stands for an [ApiValue].
    public interface OfApiValue extends ApiValue {}

    /// Stands for a [Buffer].
    public interface OfBuffer extends Buffer {}

    /// Stands for a [BufferBuilder].
    public interface OfBufferBuilder extends BufferBuilder {}

    /// Stands for a [CallbackThread].
    public interface OfCallbackThread extends CallbackThread {}

    /// Stands for a [CodeObjectLoad].
    public interface OfCodeObjectLoad extends CodeObjectLoad {}

    /// Stands for a [Context].
    public interface OfContext extends Context {}

    /// Stands for a [ContextBuilder].
    public interface OfContextBuilder extends ContextBuilder {}

    /// Stands for an [ExternalCorrelation].
    public interface OfExternalCorrelation extends ExternalCorrelation {}

    /// Stands for a [HipStreamEvent].
    public interface OfHipStreamEvent extends HipStreamEvent {}

    /// Stands for a [HostKernelSymbol].
    public interface OfHostKernelSymbol extends HostKernelSymbol {}

    /// Stands for an [InterceptedTable].
    public interface OfInterceptedTable extends InterceptedTable {}

    /// Stands for a [KernelDispatch].
    public interface OfKernelDispatch extends KernelDispatch {}

    /// Stands for a [KernelDispatchRecord].
    public interface OfKernelDispatchRecord extends KernelDispatchRecord {}

    /// Stands for a [KernelInfo].
    public interface OfKernelInfo extends KernelInfo {}

    /// Stands for a [KernelSymbol].
    public interface OfKernelSymbol extends KernelSymbol {}

    /// Stands for a [KfdDroppedEventsRecord].
    public interface OfKfdDroppedEventsRecord extends KfdDroppedEventsRecord {}

    /// Stands for a [KfdPageFaultRecord].
    public interface OfKfdPageFaultRecord extends KfdPageFaultRecord {}

    /// Stands for a [KfdPageMigrateRecord].
    public interface OfKfdPageMigrateRecord extends KfdPageMigrateRecord {}

    /// Stands for a [KfdQueueRecord].
    public interface OfKfdQueueRecord extends KfdQueueRecord {}

    /// Stands for a [KfdUnmapFromGpuRecord].
    public interface OfKfdUnmapFromGpuRecord extends KfdUnmapFromGpuRecord {}

    /// Stands for a [MemoryAllocation].
    public interface OfMemoryAllocation extends MemoryAllocation {}

    /// Stands for a [MemoryAllocationRecord].
    public interface OfMemoryAllocationRecord extends MemoryAllocationRecord {}

    /// Stands for a [MemoryCopy].
    public interface OfMemoryCopy extends MemoryCopy {}

    /// Stands for a [MemoryCopyRecord].
    public interface OfMemoryCopyRecord extends MemoryCopyRecord {}

    /// Stands for an [OmptEvent].
    public interface OfOmptEvent extends OmptEvent {}

    /// Stands for an [OmptRecord].
    public interface OfOmptRecord extends OmptRecord {}

    /// Stands for an [OtherEvent].
    public interface OfOtherEvent extends OtherEvent {}

    /// Stands for an [OtherRecord].
    public interface OfOtherRecord extends OtherRecord {}

    /// Stands for a [RecordBatch].
    public interface OfRecordBatch extends RecordBatch {}

    /// Stands for a [Registration].
    public interface OfRegistration extends Registration {}

    /// Stands for a [RetirementRecord].
    public interface OfRetirementRecord extends RetirementRecord {}

    /// Stands for a [RuntimeInitialization].
    public interface OfRuntimeInitialization extends RuntimeInitialization {}

    /// Stands for a [RuntimeInitializationRecord].
    public interface OfRuntimeInitializationRecord extends RuntimeInitializationRecord {}

    /// Stands for a [ScratchMemory].
    public interface OfScratchMemory extends ScratchMemory {}

    /// Stands for a [ScratchMemoryRecord].
    public interface OfScratchMemoryRecord extends ScratchMemoryRecord {}

    /// Stands for a [Setup].
    public interface OfSetup extends Setup {}

    /// Stands for an [Agent.Compute].
    public interface OfCompute extends Agent.Compute {}

    /// Stands for an [Agent.Extent].
    public interface OfExtent extends Agent.Extent {}

    /// Stands for an [Agent.Device].
    public interface OfDevice extends Agent.Device {}

    /// Stands for an [Agent.Engines].
    public interface OfEngines extends Agent.Engines {}

    /// Stands for an [Agent.Visibility].
    public interface OfVisibility extends Agent.Visibility {}

    /// Stands for an [Agent.MemoryBank].
    public interface OfMemoryBank extends Agent.MemoryBank {}

    /// Stands for an [Agent.Cache].
    public interface OfCache extends Agent.Cache {}

    /// Stands for an [Agent.IoLink].
    public interface OfIoLink extends Agent.IoLink {}
}
