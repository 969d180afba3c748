package io.rocprofiler.collector;

record FakeCallCounts(long open, long abandoned, long passedThrough) implements CallCounts {}
