package io.rocprofiler.sdk.internal.kfd;

/// Splits the text of one source into lines: a read may end in the middle of a line.
///
/// Thread rule: one thread.
final class KfdLines {
    /// The driver's lines have at most 96 characters (`KFD_SMI_EVENT_MSG_SIZE`). A longer one is garbage, and is
    /// skipped up to its end.
    private static final int LONGEST = 1024;

    /// Receives the bytes `[from, to)` of each line, without its end.
    interface Handler {
        void line(byte[] text, int from, int to);
    }

    private final Handler handler;
    private final byte[] rest = new byte[LONGEST];
    private int length;
    private boolean tooLong;

    KfdLines(Handler handler) {
        this.handler = handler;
    }

    void feed(byte[] text, int count) {
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (text[i] != '\n') continue;
            if (length == 0 && !tooLong) handler.line(text, from, i);
            else finish(text, from, i);
            from = i + 1;
        }
        keep(text, from, count);
    }

    private void finish(byte[] text, int from, int to) {
        keep(text, from, to);
        if (!tooLong) handler.line(rest, 0, length);
        length = 0;
        tooLong = false;
    }

    private void keep(byte[] text, int from, int to) {
        int more = to - from;
        if (tooLong || length + more > LONGEST) {
            tooLong = true;
            length = 0;
            return;
        }
        System.arraycopy(text, from, rest, length, more);
        length += more;
    }
}
