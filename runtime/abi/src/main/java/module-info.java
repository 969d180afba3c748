/// ROCm's ABI as Java constants: data, no behaviour.
module io.rocprofiler.abi {
    requires static org.jspecify;

    // Layouts, enumerations and tables, with which tools read records.
    exports io.rocprofiler.abi;
}
