/// The job that answers questions on Apache Spark, on the user's cluster.
@NullMarked
package io.rocprofiler.spark;

import org.jspecify.annotations.NullMarked;
