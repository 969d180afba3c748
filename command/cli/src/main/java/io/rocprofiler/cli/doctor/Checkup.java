package io.rocprofiler.cli.doctor;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/// One examination of a machine: every listed check with its answer.
///
/// @param at when it began
record Checkup(Site site, Map<Check, Answer> answers, Instant at) {

    /// Something is wrong with the machine.
    private static final int FAILED = 1;

    /// Nothing is known to be wrong, but a check broke.
    private static final int BROKEN = 2;

    static Checkup of(Site site, Selection selection, Instant at) {
        Map<Check, Answer> answers = new EnumMap<>(Check.class);
        for (Check check : selection.listed()) { // a check stands behind those that it needs
            answers.put(check, selection.skipped().contains(check) ? left() : answer(site, check, answers));
        }
        return new Checkup(site, answers, at);
    }

    private static Answer left() {
        return Answer.skip("left out by --skip");
    }

    private static Answer answer(Site site, Check check, Map<Check, Answer> before) {
        for (Check need : check.needs) {
            Answer found = before.get(need);
            if (found == null || !found.isPassed()) {
                return Answer.skip(need.id + " has not passed").with("skipped_because_of", need.id);
            }
        }
        try {
            return check.examine(site);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return broken(e);
        } catch (IOException | RuntimeException e) {
            return broken(e);
        }
    }

    /// What goes wrong in one check ends no other.
    private static Answer broken(Exception e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        return Answer.error("the check broke: " + e).with("traceback", trace.toString());
    }

    long count(Answer.Status status) {
        return count(answer -> answer.status() == status);
    }

    private long count(Predicate<Answer> which) {
        return answers.values().stream().filter(which).count();
    }

    /// The exit code: what is found counts more than what broke; a warning is no failure.
    int exitCode() {
        if (count(Answer.Status.FAIL) > 0) {
            return FAILED;
        }
        return count(Answer.Status.ERROR) > 0 ? BROKEN : 0;
    }
}
