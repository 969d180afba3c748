package io.rocprofiler.sdk.internal.seam;

/// The C library of a real process.
public final class NativeCLibrary implements CLibrary {
    public static final CLibrary PROCESS = new NativeCLibrary();

    private NativeCLibrary() {}

    @Override
    public long find(String function) {
        long address = Native.visibleFunction(function);
        if (address == 0) throw new IllegalStateException("the process has no function " + function);
        return address;
    }

    @Override
    public long call(long function, long a0, long a1, long a2) {
        return Native.invoke(function, a0, a1, a2, 0, 0, 0);
    }
}
