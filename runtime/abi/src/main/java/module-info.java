/// ROCm's ABI as Java constants: data, no behaviour.
module io.rocprofiler.abi {
    requires static org.jspecify;

    // Layouts, enumerations and tables: tools read records with them.
    exports io.rocprofiler.abi;
}
