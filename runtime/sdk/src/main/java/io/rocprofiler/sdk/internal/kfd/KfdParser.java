package io.rocprofiler.sdk.internal.kfd;

import io.rocprofiler.abi.KfdSmiEvent;

/// Reads one line of the driver's event log (`kfd_smi_events.c`; the formats `KFD_EVENT_FMT_*` of newer
/// `linux/kfd_ioctl.h`). Every line begins with the event's number in hexadecimal, nanoseconds, and the process:
///
/// ```
/// 5 ns -pid @page(pages) from->to prefetch:preferred trigger    a migration begins
/// 6 ns -pid @page(pages) from->to trigger [error]               it ends
/// 7 ns -pid @page(gpu) R|W                                       a page fault
/// 8 ns -pid @page(gpu) M|U                                       is solved: migrated, updated
/// 9 ns -pid gpu trigger                                          a process's queues are evicted
/// a ns -pid gpu [R]                                              and restored; R: not yet
/// b ns -pid @page(pages) gpu trigger                             pages are unmapped
/// e ns -pid count                                                events were dropped
/// ```
///
/// Pages and GPUs are hexadecimal, the rest decimal. Further fields of newer drivers are ignored.
///
/// Thread rule: one thread at a time.
final class KfdParser {
    private static final int HEX = 16;
    private static final int DECIMAL = 10;
    private static final int LONGEST_HEX = 16;
    private static final int LONGEST_DECIMAL = 19;

    private byte[] text = {};
    private int at;
    private int end;
    private boolean good;

    /// Reads `line[from, to)`.
    ///
    /// @return whether the line is one of the eight events; if so, `event` holds it
    boolean parse(byte[] line, int from, int to, KfdEvent event) {
        text = line;
        at = from;
        end = to;
        good = true;
        event.clear();
        KfdSmiEvent type = KfdSmiEvent.of(hex32());
        if (!good || type == null) return false;
        event.type = type;
        space();
        event.timestampNanos = number(DECIMAL);
        space();
        expect('-');
        event.pid = decimal31();
        space();
        body(type, event);
        return good && atBoundary();
    }

    private void body(KfdSmiEvent type, KfdEvent event) {
        switch (type) {
            case MIGRATE_START -> {
                migration(event);
                space();
                event.prefetchGpu = hex32();
                expect(':');
                event.preferredGpu = hex32();
                space();
                event.trigger = trigger(KfdEvent.MIGRATE_TRIGGERS);
            }
            case MIGRATE_END -> {
                migration(event);
                space();
                event.trigger = trigger(KfdEvent.MIGRATE_TRIGGERS);
                if (optionalSpace()) event.errorCode = signed();
            }
            case PAGE_FAULT_START -> fault(event, KfdEvent.READ_FAULT, KfdEvent.WRITE_FAULT);
            case PAGE_FAULT_END -> fault(event, KfdEvent.MIGRATED, KfdEvent.UPDATED);
            case QUEUE_EVICTION -> {
                event.gpu = hex32();
                space();
                event.trigger = trigger(KfdEvent.EVICTION_TRIGGERS);
            }
            case QUEUE_RESTORE -> {
                event.gpu = hex32();
                if (optionalSpace()) event.letter = (char) text[at++]; // the driver writes a zero byte for "no letter"
            }
            case UNMAP_FROM_GPU -> {
                pages(event);
                space();
                event.gpu = hex32();
                space();
                event.trigger = trigger(KfdEvent.UNMAP_TRIGGERS);
            }
            case DROPPED_EVENT -> event.dropped = decimal31();
            default -> good = false;
        }
    }

    private void migration(KfdEvent event) {
        pages(event);
        space();
        event.gpu = hex32();
        expect('-');
        expect('>');
        event.toGpu = hex32();
    }

    private void pages(KfdEvent event) {
        expect('@');
        event.firstPage = number(HEX);
        expect('(');
        event.pages = number(HEX);
        expect(')');
    }

    private void fault(KfdEvent event, char one, char other) {
        expect('@');
        event.firstPage = number(HEX);
        expect('(');
        event.gpu = hex32();
        expect(')');
        space();
        event.letter = at < end ? (char) text[at++] : 0;
        good &= event.letter == one || event.letter == other;
    }

    /// Parses a trigger, and accepts only known operations: below `known`.
    private int trigger(int known) {
        int value = decimal31();
        good &= value < known;
        return value;
    }

    private int signed() {
        boolean negative = at < end && text[at] == '-';
        if (negative) at++;
        int value = decimal31();
        return negative ? -value : value;
    }

    private int decimal31() {
        long value = number(DECIMAL);
        good &= value <= Integer.MAX_VALUE;
        return (int) value;
    }

    private int hex32() {
        long value = number(HEX);
        good &= value >>> Integer.SIZE == 0;
        return (int) value;
    }

    /// Parses an unsigned number of at least one digit that fits 64 bits.
    private long number(int radix) {
        int first = at;
        int longest = radix == HEX ? LONGEST_HEX : LONGEST_DECIMAL;
        long value = 0;
        while (at < end && at - first < longest) {
            int digit = Character.digit(text[at], radix);
            if (digit < 0) break;
            value = radix * value + digit;
            at++;
        }
        good &= at > first && (radix == HEX || value >= 0);
        return value;
    }

    private void expect(char wanted) {
        if (at < end && text[at] == wanted) at++;
        else good = false;
    }

    private void space() {
        expect(' ');
    }

    /// Skips a space if another field follows it.
    private boolean optionalSpace() {
        if (!good || at + 1 >= end || text[at] != ' ') return false;
        at++;
        return true;
    }

    /// Whether the last field ends here: a number followed by other characters is invalid.
    private boolean atBoundary() {
        return at == end || text[at] == ' ' || text[at] == 0;
    }
}
