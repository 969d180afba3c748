package io.rocprofiler.trace.problem;

/// A defect of a trace, and what was recovered despite it. Prints as one line.
public record Problem(String place, String wrong, String recovered) {

    @Override
    public String toString() {
        return place + ": " + wrong + "; " + recovered;
    }
}
