package io.rocprofiler.sdk.internal.registration;

import io.rocprofiler.abi.ClientId;
import io.rocprofiler.abi.ToolConfigureAttachResult;
import io.rocprofiler.abi.ToolConfigureResult;
import io.rocprofiler.abi.internal.SdkVersion;
import io.rocprofiler.sdk.internal.plan.Client;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.ToolFailure;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/// A tool loaded from a native library: functions it exports and functions it passes to the engine.
///
/// The engine validates every pointer before it reads it: a pointer to an unmapped address drops the tool and
/// leaves the program running.
final class NativeClient extends Client {
    private static final int MAX_NAME_BYTES = 256;

    private final NativePlatform platform;
    private final DiscoveredTool tool;
    private long initialize;
    private long finish;
    private long toolData;
    private final boolean attachable;
    private long attach;
    private long detach;
    private long sessionData;

    /// @param attachable whether the tool comes while the program is running
    NativeClient(int priority, int id, DiscoveredTool tool, NativePlatform platform, boolean attachable) {
        super(priority, id);
        this.tool = tool;
        this.attachable = attachable;
        this.platform = platform;
    }

    /// Whether this is the tool's function.
    boolean isOf(long configureFunction) {
        return tool.configureFunction() == configureFunction;
    }

    /// The tool's own name, otherwise the origin of the tool.
    @Override
    public String name() {
        long address = Memory.getLong(idAddress() + ClientId.NAME);
        if (address == 0 || !platform.readable(address, 1)) return tool.name();
        String name = CStrings.read(address, MAX_NAME_BYTES);
        return name == null || name.isEmpty() ? tool.name() : name;
    }

    @Override
    public boolean configure() {
        long result = ask(tool.configureFunction());
        if (result == 0) return false;
        long size = checkedSize(result);
        initialize = function(field(result, ToolConfigureResult.INITIALIZE, size), "initialize");
        finish = function(field(result, ToolConfigureResult.FINALIZE, size), "finalize");
        toolData = field(result, ToolConfigureResult.TOOL_DATA, size);
        if (attachable && tool.configureAttachFunction() != 0) configureAttach();
        return true;
    }

    private void configureAttach() {
        long result = ask(tool.configureAttachFunction());
        if (result == 0) return;
        long size = checkedSize(result);
        attach = function(field(result, ToolConfigureAttachResult.TOOL_ATTACH, size), "tool_attach");
        detach = function(field(result, ToolConfigureAttachResult.TOOL_DETACH, size), "tool_detach");
        sessionData = field(result, ToolConfigureAttachResult.TOOL_DATA, size);
    }

    private long ask(long configure) {
        long version = CStrings.intern(SdkVersion.TEXT);
        return platform.invoke(configure, SdkVersion.NUMBER, version, priority(), idAddress(), 0, 0);
    }

    private long checkedSize(long result) {
        long size = size(result);
        if (platform.readable(result, size)) return size;
        throw new ToolFailure("its result is no readable address: 0x" + Long.toHexString(result));
    }

    /// Returns the valid size of the result: a tool compiled against older headers has a shorter one, a newer
    /// tool's is longer. A size below that of the field itself counts as not filled in: all fields are read, as
    /// AMD's library does without a check. Both results have four words.
    private long size(long result) {
        if (!platform.readable(result, Long.BYTES)) return ToolConfigureResult.SIZEOF;
        long size = Memory.getLong(result + ToolConfigureResult.SIZE);
        return size < Long.BYTES ? ToolConfigureResult.SIZEOF : Math.min(size, ToolConfigureResult.SIZEOF);
    }

    private static long field(long result, int offset, long size) {
        return offset + Long.BYTES <= size ? Memory.getLong(result + offset) : 0;
    }

    private long function(long function, String field) {
        if (function == 0 || platform.readable(function, 1)) return function;
        throw new ToolFailure("the field " + field + " of its result is no function: 0x" + Long.toHexString(function));
    }

    /// Ignores the result of the tool's function, as AMD's library does.
    @Override
    public void initialize() {
        if (initialize != 0) platform.invoke(initialize, platform.finalizeClientFunction(), toolData, 0, 0, 0, 0);
    }

    @Override
    public boolean isNative() {
        return true;
    }

    @Override
    public boolean isAttachable() {
        return attachable;
    }

    /// A result other than 0 means that the tool could not attach.
    @Override
    public boolean attach(long[] contexts) {
        if (attach == 0) return false;
        try (Arena arena = Arena.ofConfined()) {
            long handles = arena.allocateFrom(ValueLayout.JAVA_LONG, contexts).address();
            long function = platform.detachClientFunction();
            int result = (int) platform.invoke(attach, function, handles, contexts.length, sessionData, 0, 0);
            if (result != 0) throw new ToolFailure("it returned " + result);
        }
        return true;
    }

    @Override
    public void detach() {
        if (detach != 0) platform.invoke(detach, sessionData, 0, 0, 0, 0, 0);
    }

    /// Functions of a C tool are called through the C ABI.
    @Override
    public boolean outlivesHooks() {
        return true;
    }

    @Override
    public void finish() {
        if (finish != 0) platform.invokeLimited(finish, toolData);
    }
}
