package io.rocprofiler.collector;

record FakeCallCounts(long abandoned, long passedThrough) implements CallCounts {}
