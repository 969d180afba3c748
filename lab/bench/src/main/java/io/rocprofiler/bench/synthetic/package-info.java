/// Writes synthetic runs of any size in the collector's format, to measure the programs that read runs.
package io.rocprofiler.bench.synthetic;
