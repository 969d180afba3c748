import io.rocprofiler.roctx.Range;
import io.rocprofiler.roctx.Roctx;

/// OldHost: a program for Java 17, of which every call of ROC-TX is allowed to do nothing.
public final class OldHost {
    private OldHost() {}

    public static void main(String[] args) {
        try (Range outer = Roctx.range("outer")) {
            Roctx.mark(null);
            System.out.println(Roctx.push("a") + " " + Roctx.push("b") + " " + Roctx.pop() + " " + Roctx.pop() + " " + Roctx.pop());
            Roctx.stop(Roctx.start("process"));
            outer.close();
        }
        Roctx.pause();
        Roctx.resume();
        Roctx.pause(1);
        Roctx.resume(1);
        Roctx.nameThread("main");
        Roctx.nameDevice(0, "first");
        Roctx.nameStream(1, "stream");
        Roctx.nameAgent(1, "agent");
        System.out.println(Roctx.isListening() + " " + (Roctx.threadId() > 0));
    }
}
