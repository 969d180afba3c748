/// The dataset of a large parallel job.
package io.rocprofiler.bench.ranks;
