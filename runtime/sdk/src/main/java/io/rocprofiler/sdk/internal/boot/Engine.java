package io.rocprofiler.sdk.internal.boot;

import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.agent.Agents;
import io.rocprofiler.sdk.internal.agent.HsaQueries;
import io.rocprofiler.sdk.internal.call.CallWarmUp;
import io.rocprofiler.sdk.internal.capi.CApi;
import io.rocprofiler.sdk.internal.capi.EngineCalls;
import io.rocprofiler.sdk.internal.codeobject.CodeObjectHooks;
import io.rocprofiler.sdk.internal.codeobject.CodeObjects;
import io.rocprofiler.sdk.internal.gpu.GpuWork;
import io.rocprofiler.sdk.internal.gpu.HipGraphs;
import io.rocprofiler.sdk.internal.hsa.HsaFunctions;
import io.rocprofiler.sdk.internal.hsa.HsaPools;
import io.rocprofiler.sdk.internal.hsa.MemoryAllocations;
import io.rocprofiler.sdk.internal.hsa.NativeHsaQueries;
import io.rocprofiler.sdk.internal.hsa.ScratchEvents;
import io.rocprofiler.sdk.internal.marker.Ranges;
import io.rocprofiler.sdk.internal.ompt.Ompt;
import io.rocprofiler.sdk.internal.plan.EventService;
import io.rocprofiler.sdk.internal.plan.EventServices;
import io.rocprofiler.sdk.internal.plan.EventSlots;
import io.rocprofiler.sdk.internal.plan.PacketService;
import io.rocprofiler.sdk.internal.plan.Slots;
import io.rocprofiler.sdk.internal.program.ProgramCalls;
import io.rocprofiler.sdk.internal.registration.Registration;
import io.rocprofiler.sdk.internal.registration.RuntimeInitialization;
import io.rocprofiler.sdk.internal.seam.Native;
import io.rocprofiler.sdk.internal.stream.HipStreams;
import io.rocprofiler.sdk.internal.tool.JavaTools;
import io.rocprofiler.sdk.internal.tool.MarkerWarmUp;
import java.util.List;

/// The engine of one process: creates each part once and passes it its dependencies.
///
/// Nothing here needs the native half, which may not be loaded yet.
public final class Engine {
    private static final Engine PROCESS = new Engine();

    static {
        ProgramCalls.install(new RegisteringProgram(PROCESS.registration));
    }

    private final Registration registration;
    private final CallWarmUp warmUp;
    private final GpuWork gpu;
    private final CApi calls;

    private Engine() {
        HsaFunctions functions = new HsaFunctions();
        HsaQueries hsa = new NativeHsaQueries(functions);
        Slots slots = new Slots();
        EventSlots events = new EventSlots(slots);
        ThisProcess platform = new ThisProcess(hsa, slots, events);
        registration = new Registration(platform, new JavaTools());
        warmUp = new CallWarmUp(new MarkerWarmUp.Maker(registration));
        Agents agents = registration.agents();
        CodeObjects code = new CodeObjects(events, agents, () -> Native.linked(NativeLink.KERNEL_IDS));
        Ompt ompt = new Ompt(events);
        List<PacketService> aroundPackets = List.of();
        gpu = new GpuWork(events, functions, agents, code, registration.threads(), aroundPackets);
        HipGraphs graphs = new HipGraphs(events);
        HipStreams streams = new HipStreams(events);
        // In the order in which they are notified of a runtime and finalized.
        List<EventService> services = List.of(
                functions,
                new RuntimeInitialization(events),
                ompt,
                graphs,
                gpu,
                new CodeObjectHooks(events, code),
                new Ranges(),
                streams,
                new ScratchEvents(events, agents, hsa),
                new MemoryAllocations(events, new HsaPools(agents, hsa)));
        platform.use(new EventServices(services), warmUp, code, streams);
        calls = new CApi(registration, new EngineCalls(registration, ompt, gpu, graphs, streams));
    }

    static Engine process() {
        return PROCESS;
    }

    Registration registration() {
        return registration;
    }

    CallWarmUp warmUp() {
        return warmUp;
    }

    GpuWork gpu() {
        return gpu;
    }

    CApi calls() {
        return calls;
    }
}
