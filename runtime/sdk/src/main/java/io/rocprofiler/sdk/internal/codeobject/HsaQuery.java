package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.HsaAgentInfo;
import io.rocprofiler.abi.HsaExecutableSymbolInfo;
import io.rocprofiler.abi.HsaVenAmdLoaderLoadedCodeObjectInfo;
import io.rocprofiler.abi.internal.NativeLink;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.HandleList;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;

/// Queries one HSA runtime for its loaded code. A query that fails returns 0.
///
/// Thread rule: one thread, from construction to [#close].
final class HsaQuery implements AutoCloseable {
    /// The size that `hsa_agent_get_info` writes for HSA_AGENT_INFO_NAME.
    private static final int AGENT_NAME_BYTES = 64;

    /// A longer name or uri is left empty: the length comes from another library.
    private static final int MAX_TEXT_BYTES = 1 << 20;

    private final HsaLoader loader;

    /// Lifetime: closed by [#close]; the runtime keeps no pointer into it.
    private final Arena arena = Arena.ofConfined();

    private final long answer =
            arena.allocate(AGENT_NAME_BYTES + Long.BYTES, Long.BYTES).address();
    private final HandleList handles = new HandleList(arena);

    HsaQuery(HsaLoader loader) {
        this.loader = loader;
    }

    @Override
    public void close() {
        arena.close();
    }

    /// Handles of the loaded code objects of an executable.
    long[] codeObjects(long executable) {
        long collect = Native.linked(NativeLink.COLLECT_OBJECT);
        do {
            Native.invoke(loader.iterateCodeObjects(), executable, collect, handles.address(), 0, 0, 0);
        } while (handles.isTooShort());
        return handles.take();
    }

    /// Handles of the symbols of an executable for an agent.
    long[] symbols(long executable, long agent) {
        long collect = Native.linked(NativeLink.COLLECT_SYMBOL);
        do {
            Native.invoke(loader.iterateAgentSymbols, executable, agent, collect, handles.address(), 0, 0);
        } while (handles.isTooShort());
        return handles.take();
    }

    /// Returns a numeric attribute of a loaded code object, of any size up to eight bytes.
    long number(long codeObject, HsaVenAmdLoaderLoadedCodeObjectInfo attribute) {
        return ask(loader.codeObjectInfo(), codeObject, attribute.value());
    }

    /// Returns a numeric attribute of a symbol.
    long number(long symbol, HsaExecutableSymbolInfo attribute) {
        return ask(loader.symbolInfo, symbol, attribute.value());
    }

    private long ask(long function, long handle, int attribute) {
        Memory.putLong(answer, 0);
        int status = (int) Native.invoke(function, handle, attribute, answer, 0, 0, 0);
        return status == 0 ? Memory.getLong(answer) : 0;
    }

    /// Returns the address of a code object's uri, a C string that is valid until the process exits.
    long uri(long codeObject) {
        long length = number(codeObject, HsaVenAmdLoaderLoadedCodeObjectInfo.URI_LENGTH);
        int attribute = HsaVenAmdLoaderLoadedCodeObjectInfo.URI.value();
        return text(loader.codeObjectInfo(), codeObject, attribute, length);
    }

    /// Returns the address of a symbol's name, a C string that is valid until the process exits.
    long name(long symbol) {
        long length = number(symbol, HsaExecutableSymbolInfo.NAME_LENGTH);
        return text(loader.symbolInfo, symbol, HsaExecutableSymbolInfo.NAME.value(), length);
    }

    /// Reads a text, to which runtimes append no terminating zero.
    private long text(long function, long handle, int attribute, long length) {
        long room = Math.min(length & 0xFFFF_FFFFL, MAX_TEXT_BYTES);
        try (Arena owner = Arena.ofConfined()) {
            long text = owner.allocate(room + 1, 1).address();
            if (room == (length & 0xFFFF_FFFFL)) Native.invoke(function, handle, attribute, text, 0, 0, 0);
            return CStrings.intern(text);
        }
    }

    /// Returns the host address for a device address, or 0 if the host cannot read it.
    long hostAddress(long deviceAddress) {
        if (loader.hostAddress() == 0 || deviceAddress == 0) return 0;
        Memory.putLong(answer, 0);
        int status = (int) Native.invoke(loader.hostAddress(), deviceAddress, answer, 0, 0, 0, 0);
        return status == 0 ? Memory.getLong(answer) : 0;
    }

    /// Returns the name of an agent's processor, such as `gfx90a`; empty if the query fails.
    String agentName(long agent) {
        if (loader.agentInfo == 0) return "";
        Memory.zero(answer, AGENT_NAME_BYTES + Long.BYTES);
        int status = (int) Native.invoke(loader.agentInfo, agent, HsaAgentInfo.NAME.value(), answer, 0, 0, 0);
        String name = status == 0 ? CStrings.read(answer, AGENT_NAME_BYTES) : null;
        return name == null ? "" : name;
    }
}
