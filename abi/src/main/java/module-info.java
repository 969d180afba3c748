/// ROCm's ABI as Java constants: data, no behaviour.
module io.rocprofiler.abi {
    requires static org.jspecify;
}
