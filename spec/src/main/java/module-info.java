/// The ABI as data and the generator that turns it into Java and C. Runs at build time only.
module io.rocprofiler.facts {
    requires static org.jspecify;
    requires tools.jackson.databind;
}
