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
/// Those types are sealed, so that a release can add methods to them without breaking a tool. It may break a test
/// double, by the same methods: implement what your test needs, or make the double with `java.lang.reflect.Proxy`.
/// The engine accepts none of them.
public final class Doubles {
    private Doubles() {}

    /// Stands for an [Agent].
    public non-sealed interface OfAgent extends Agent {}

    /// Stands for an [ApiCall].
    public non-sealed interface OfApiCall extends ApiCall {}

    /// Stands for an [ApiRecord].
    public non-sealed interface OfApiRecord extends ApiRecord {}

    /// Stands for an [ApiValue].
    public non-sealed interface OfApiValue extends ApiValue {}

    /// Stands for a [Buffer].
    public non-sealed interface OfBuffer extends Buffer {}

    /// Stands for a [BufferBuilder].
    public non-sealed interface OfBufferBuilder extends BufferBuilder {}

    /// Stands for a [CallbackThread].
    public non-sealed interface OfCallbackThread extends CallbackThread {}

    /// Stands for a [CodeObjectLoad].
    public non-sealed interface OfCodeObjectLoad extends CodeObjectLoad {}

    /// Stands for a [Context].
    public non-sealed interface OfContext extends Context {}

    /// Stands for a [ContextBuilder].
    public non-sealed interface OfContextBuilder extends ContextBuilder {}

    /// Stands for an [ExternalCorrelation].
    public non-sealed interface OfExternalCorrelation extends ExternalCorrelation {}

    /// Stands for a [HipStreamEvent].
    public non-sealed interface OfHipStreamEvent extends HipStreamEvent {}

    /// Stands for a [HostKernelSymbol].
    public non-sealed interface OfHostKernelSymbol extends HostKernelSymbol {}

    /// Stands for an [InterceptedTable].
    public non-sealed interface OfInterceptedTable extends InterceptedTable {}

    /// Stands for a [KernelDispatch].
    public non-sealed interface OfKernelDispatch extends KernelDispatch {}

    /// Stands for a [KernelDispatchRecord].
    public non-sealed interface OfKernelDispatchRecord extends KernelDispatchRecord {}

    /// Stands for a [KernelInfo].
    public non-sealed interface OfKernelInfo extends KernelInfo {}

    /// Stands for a [KernelSymbol].
    public non-sealed interface OfKernelSymbol extends KernelSymbol {}

    /// Stands for a [KfdDroppedEventsRecord].
    public non-sealed interface OfKfdDroppedEventsRecord extends KfdDroppedEventsRecord {}

    /// Stands for a [KfdPageFaultRecord].
    public non-sealed interface OfKfdPageFaultRecord extends KfdPageFaultRecord {}

    /// Stands for a [KfdPageMigrateRecord].
    public non-sealed interface OfKfdPageMigrateRecord extends KfdPageMigrateRecord {}

    /// Stands for a [KfdQueueRecord].
    public non-sealed interface OfKfdQueueRecord extends KfdQueueRecord {}

    /// Stands for a [KfdUnmapFromGpuRecord].
    public non-sealed interface OfKfdUnmapFromGpuRecord extends KfdUnmapFromGpuRecord {}

    /// Stands for a [MemoryAllocation].
    public non-sealed interface OfMemoryAllocation extends MemoryAllocation {}

    /// Stands for a [MemoryAllocationRecord].
    public non-sealed interface OfMemoryAllocationRecord extends MemoryAllocationRecord {}

    /// Stands for a [MemoryCopy].
    public non-sealed interface OfMemoryCopy extends MemoryCopy {}

    /// Stands for a [MemoryCopyRecord].
    public non-sealed interface OfMemoryCopyRecord extends MemoryCopyRecord {}

    /// Stands for an [OmptEvent].
    public non-sealed interface OfOmptEvent extends OmptEvent {}

    /// Stands for an [OmptRecord].
    public non-sealed interface OfOmptRecord extends OmptRecord {}

    /// Stands for an [OtherEvent].
    public non-sealed interface OfOtherEvent extends OtherEvent {}

    /// Stands for an [OtherRecord].
    public non-sealed interface OfOtherRecord extends OtherRecord {}

    /// Stands for a [RecordBatch].
    public non-sealed interface OfRecordBatch extends RecordBatch {}

    /// Stands for a [Registration].
    public non-sealed interface OfRegistration extends Registration {}

    /// Stands for a [RetirementRecord].
    public non-sealed interface OfRetirementRecord extends RetirementRecord {}

    /// Stands for a [RuntimeInitialization].
    public non-sealed interface OfRuntimeInitialization extends RuntimeInitialization {}

    /// Stands for a [RuntimeInitializationRecord].
    public non-sealed interface OfRuntimeInitializationRecord extends RuntimeInitializationRecord {}

    /// Stands for a [ScratchMemory].
    public non-sealed interface OfScratchMemory extends ScratchMemory {}

    /// Stands for a [ScratchMemoryRecord].
    public non-sealed interface OfScratchMemoryRecord extends ScratchMemoryRecord {}

    /// Stands for a [Setup].
    public non-sealed interface OfSetup extends Setup {}

    /// Stands for an [Agent.Compute].
    public non-sealed interface OfCompute extends Agent.Compute {}

    /// Stands for an [Agent.Extent].
    public non-sealed interface OfExtent extends Agent.Extent {}

    /// Stands for an [Agent.Device].
    public non-sealed interface OfDevice extends Agent.Device {}

    /// Stands for an [Agent.Engines].
    public non-sealed interface OfEngines extends Agent.Engines {}

    /// Stands for an [Agent.Visibility].
    public non-sealed interface OfVisibility extends Agent.Visibility {}

    /// Stands for an [Agent.MemoryBank].
    public non-sealed interface OfMemoryBank extends Agent.MemoryBank {}

    /// Stands for an [Agent.Cache].
    public non-sealed interface OfCache extends Agent.Cache {}

    /// Stands for an [Agent.IoLink].
    public non-sealed interface OfIoLink extends Agent.IoLink {}
}
