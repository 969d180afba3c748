package io.rocprofiler.roctracer;

import io.rocprofiler.abi.HsaEvtData;
import io.rocprofiler.abi.HsaEvtId;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// An HSA event (`hsa_evt_data_t`): memory, copies, code.
public final class EventCallback extends TracerCallback {
    EventCallback() {}

    /// {@return the event, or null for one newer than this library}
    public @Nullable HsaEvtId event() {
        return HsaEvtId.of(operationValue());
    }

    /// {@return the address that was allocated, freed, or made accessible; for a copy its destination}
    public long address() {
        return Memory.getLong(data()
                + switch (known()) {
                    case ALLOCATE -> HsaEvtData.ALLOCATE_PTR;
                    case DEVICE -> HsaEvtData.DEVICE_PTR;
                    case MEMCOPY -> HsaEvtData.MEMCOPY_DST;
                    case CODEOBJ -> HsaEvtData.CODEOBJ_LOAD_BASE;
                    default -> throw lacks("address");
                });
    }

    /// {@return the size of an allocation, 0 when it is freed; of a copy; of loaded code}
    public long sizeBytes() {
        return Memory.getLong(data()
                + switch (known()) {
                    case ALLOCATE -> HsaEvtData.ALLOCATE_SIZE;
                    case MEMCOPY -> HsaEvtData.MEMCOPY_SIZE;
                    case CODEOBJ -> HsaEvtData.CODEOBJ_LOAD_SIZE;
                    default -> throw lacks("sizeBytes");
                });
    }

    /// {@return the URI from which code was loaded}
    public @Nullable String uri() {
        if (event() != HsaEvtId.CODEOBJ) throw lacks("uri");
        return Memory.string(Memory.getLong(data() + HsaEvtData.CODEOBJ_URI));
    }

    /// {@return whether the event unloads code}
    public boolean isUnload() {
        if (event() != HsaEvtId.CODEOBJ) throw lacks("isUnload");
        return Memory.getInt(data() + HsaEvtData.CODEOBJ_UNLOAD) != 0;
    }

    /// {@return the whole struct, valid until the handler returns, for use with the offsets of [HsaEvtData]}
    public MemorySegment segment() {
        return lend(data(), HsaEvtData.SIZEOF);
    }

    private HsaEvtId known() {
        HsaEvtId event = event();
        if (event == null) throw lacks("known layout");
        return event;
    }

    private IllegalStateException lacks(String what) {
        return new IllegalStateException("event=" + operation() + " has no " + what);
    }
}
