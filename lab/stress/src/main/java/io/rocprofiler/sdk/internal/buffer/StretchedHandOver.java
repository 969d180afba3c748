package io.rocprofiler.sdk.internal.buffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIIII_Result;

/// A thread writes four records to its stretch. Another takes a second stretch, writes to it, and then revokes and
/// delivers both stretches.
@JCStressTest
@Outcome(
        id = {"1, 1, 1, 1, 1", "1, 1, 1, 2, 1", "1, 1, 2, 2, 1", "1, 2, 2, 2, 1", "2, 2, 2, 2, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Each is delivered, once, and those of one thread in its order.")
@Outcome(expect = Expect.FORBIDDEN, desc = "0 is lost, 3 delivered twice, 4 not whole; or out of order.")
@State
public class StretchedHandOver {
    /// Two stretches per half.
    private static final Rig.Pool RIGS = new Rig.Pool(1 << 14, 64, settings -> new StretchedBuffer(settings, 0));

    private final Rig rig = RIGS.take();

    @Actor
    public void writer() {
        rig.write(rig.first, 0);
        rig.write(rig.first, 1);
        rig.write(rig.first, 2);
        rig.write(rig.first, 3);
    }

    @Actor
    public void writerAndDelivery() {
        rig.write(rig.second, 4);
        rig.deliver(Rig.BY_ACTOR);
    }

    @Arbiter
    public void rest(IIIII_Result result) {
        rig.deliver(Rig.BY_ARBITER);
        result.r1 = rig.fate(0);
        result.r2 = rig.fate(1);
        result.r3 = rig.fate(2);
        result.r4 = rig.fate(3);
        result.r5 = rig.fate(4);
        RIGS.giveBack(rig);
    }
}
