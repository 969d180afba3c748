package io.rocprofiler.sdk.internal.buffer;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Two threads write a record each, and a half has room for one: the thread that finds it full marks the rest of it
/// as empty and swaps the halves itself, while the other may deliver.
@JCStressTest
@Outcome(
        id = {"1, 1", "2, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Each is delivered, once; what was complete before the delivery is, by it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "0 is lost, 3 delivered twice, 4 not whole; or out of order.")
@State
public class FullHandOver {
    private static final Rig.Pool RIGS = new Rig.Pool(4096, 2056, SharedBuffer::new);

    private final Rig rig = RIGS.take();

    @Actor
    public void writer() {
        rig.write(rig.first, 0);
    }

    @Actor
    public void writerAndDelivery() {
        rig.write(rig.second, 1);
        rig.deliver(Rig.BY_ACTOR);
    }

    @Arbiter
    public void rest(II_Result result) {
        rig.deliver(Rig.BY_ARBITER);
        result.r1 = rig.fate(0);
        result.r2 = rig.fate(1);
        RIGS.giveBack(rig);
    }
}
