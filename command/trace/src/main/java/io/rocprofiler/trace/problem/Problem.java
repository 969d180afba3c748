package io.rocprofiler.trace.problem;

/// One thing that is wrong with a trace, and what could be read all the same. Prints as one line.
public record Problem(String place, String wrong, String recovered) {

    @Override
    public String toString() {
        return place + ": " + wrong + "; " + recovered;
    }
}
