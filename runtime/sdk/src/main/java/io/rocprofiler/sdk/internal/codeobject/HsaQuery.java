package io.rocprofiler.sdk.internal.codeobject;

import io.rocprofiler.abi.HsaAgentInfo;
import io.rocprofiler.abi.HsaExecutableSymbolInfo;
import io.rocprofiler.abi.HsaVenAmdLoaderLoadedCodeObjectInfo;
import io.rocprofiler.abi.NativeLink;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.HandleList;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.Native;
import java.lang.foreign.Arena;

/// Questions to one HSA runtime about what it has loaded. A question that the runtime refuses is answered with 0.
///
/// Thread rule: one thread, from its making to [#close].
final class HsaQuery implements AutoCloseable {
    /// As `hsa_agent_get_info` writes it for HSA_AGENT_INFO_NAME.
    private static final int AGENT_NAME_BYTES = 64;

    /// A name or uri that is longer is left empty: the length is a number that somebody else wrote.
    private static final int MAX_TEXT_BYTES = 1 << 20;

    private final HsaLoader loader;

    /// Lifetime: closed by [#close]; the runtime holds nothing in it.
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

    /// Handles of the symbols that an executable has for an agent.
    long[] symbols(long executable, long agent) {
        long collect = Native.linked(NativeLink.COLLECT_SYMBOL);
        do {
            Native.invoke(loader.iterateAgentSymbols, executable, agent, collect, handles.address(), 0, 0);
        } while (handles.isTooShort());
        return handles.take();
    }

    /// A number of a loaded code object, of any size up to eight bytes.
    long number(long codeObject, HsaVenAmdLoaderLoadedCodeObjectInfo attribute) {
        return ask(loader.codeObjectInfo(), codeObject, attribute.value());
    }

    /// A number of a symbol.
    long number(long symbol, HsaExecutableSymbolInfo attribute) {
        return ask(loader.symbolInfo, symbol, attribute.value());
    }

    private long ask(long function, long handle, int attribute) {
        Memory.putLong(answer, 0);
        int status = (int) Native.invoke(function, handle, attribute, answer, 0, 0, 0);
        return status == 0 ? Memory.getLong(answer) : 0;
    }

    /// The address of a code object's uri, as a C string in memory of `owner`.
    long uri(long codeObject, Arena owner) {
        long length = number(codeObject, HsaVenAmdLoaderLoadedCodeObjectInfo.URI_LENGTH);
        int attribute = HsaVenAmdLoaderLoadedCodeObjectInfo.URI.value();
        return text(loader.codeObjectInfo(), codeObject, attribute, length, owner);
    }

    /// The address of a symbol's name, as a C string in memory of `owner`.
    long name(long symbol, Arena owner) {
        long length = number(symbol, HsaExecutableSymbolInfo.NAME_LENGTH);
        return text(loader.symbolInfo, symbol, HsaExecutableSymbolInfo.NAME.value(), length, owner);
    }

    /// Runtimes write no zero at the end of a text.
    private static long text(long function, long handle, int attribute, long length, Arena owner) {
        long room = Math.min(length & 0xFFFF_FFFFL, MAX_TEXT_BYTES);
        long text = owner.allocate(room + 1, 1).address();
        if (room == (length & 0xFFFF_FFFFL)) Native.invoke(function, handle, attribute, text, 0, 0, 0);
        return text;
    }

    /// Where the host can read what lies at a device's address, or 0.
    long hostAddress(long deviceAddress) {
        if (loader.hostAddress() == 0 || deviceAddress == 0) return 0;
        Memory.putLong(answer, 0);
        int status = (int) Native.invoke(loader.hostAddress(), deviceAddress, answer, 0, 0, 0, 0);
        return status == 0 ? Memory.getLong(answer) : 0;
    }

    /// The name of an agent's processor, `gfx90a` for example; empty if the runtime does not tell.
    String agentName(long agent) {
        if (loader.agentInfo == 0) return "";
        Memory.zero(answer, AGENT_NAME_BYTES + Long.BYTES);
        int status = (int) Native.invoke(loader.agentInfo, agent, HsaAgentInfo.NAME.value(), answer, 0, 0, 0);
        String name = status == 0 ? CStrings.read(answer, AGENT_NAME_BYTES) : null;
        return name == null ? "" : name;
    }
}
