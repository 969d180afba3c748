/// A synthetic run of any size, as the collector would have written it, to measure what reads runs.
package io.rocprofiler.bench.synthetic;
