package io.rocprofiler.sdk.internal.kfd;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.KfdSmiEvent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The eight formats of the driver's event lines (`kfd/kfd.cpp` of rocprofiler-sdk 1.0.0), and malformed lines.
class KfdParserTest {
    private final KfdParser parser = new KfdParser();
    private final KfdEvent event = new KfdEvent();

    private boolean parse(String line) {
        byte[] bytes = ("before\n" + line + "\nafter").getBytes(StandardCharsets.ISO_8859_1);
        return parser.parse(bytes, 7, bytes.length - 6, event);
    }

    private String fields(String line) {
        assertThat(parse(line)).as(line).isTrue();
        return event.type + " ns=" + event.timestampNanos + " pid=" + event.pid + " page="
                + Long.toHexString(event.firstPage) + "+" + Long.toHexString(event.pages) + " gpu="
                + Integer.toHexString(event.gpu) + ">" + Integer.toHexString(event.toGpu) + " prefetch="
                + Integer.toHexString(event.prefetchGpu) + " preferred=" + Integer.toHexString(event.preferredGpu)
                + " trigger=" + event.trigger + " error=" + event.errorCode + " letter=" + (int) event.letter
                + " dropped=" + event.dropped;
    }

    @Test
    void aMigrationBegins() {
        assertThat(fields("5 24601738586508 -52990 @7f3f15200(2c02) 0->1ea0 1ea0:c499 1"))
                .isEqualTo("MIGRATE_START ns=24601738586508 pid=52990 page=7f3f15200+2c02 gpu=0>1ea0"
                        + " prefetch=1ea0 preferred=c499 trigger=1 error=0 letter=0 dropped=0");
    }

    @Test
    void aMigrationEndsWithAnError() {
        assertThat(fields("6 24602910515905 -52990 @7f3f15200(2c02) 1ea0->0 2 -12"))
                .isEqualTo("MIGRATE_END ns=24602910515905 pid=52990 page=7f3f15200+2c02 gpu=1ea0>0"
                        + " prefetch=0 preferred=0 trigger=2 error=-12 letter=0 dropped=0");
    }

    /// Drivers before about 6.12 do not report the error.
    @Test
    void aMigrationEndsWithoutAnError() {
        assertThat(fields("6 7 -1 @1(1) 0->1 3"))
                .isEqualTo("MIGRATE_END ns=7 pid=1 page=1+1 gpu=0>1 prefetch=0 preferred=0 trigger=3 error=0"
                        + " letter=0 dropped=0");
    }

    @Test
    void aFaultBeginsWithReadingOrWriting() {
        assertThat(fields("7 30507688414784 -6893 @7fa608127(ad5c) R"))
                .isEqualTo("PAGE_FAULT_START ns=30507688414784 pid=6893 page=7fa608127+0 gpu=ad5c>0 prefetch=0"
                        + " preferred=0 trigger=0 error=0 letter=82 dropped=0");
        assertThat(parse("7 1 -2 @3(4) W")).isTrue();
        assertThat(event.letter).isEqualTo('W');
    }

    @Test
    void aFaultIsSolvedByMigratingOrUpdating() {
        assertThat(fields("8 30507688514376 -6893 @7fa608127(ad5c) U"))
                .isEqualTo("PAGE_FAULT_END ns=30507688514376 pid=6893 page=7fa608127+0 gpu=ad5c>0 prefetch=0"
                        + " preferred=0 trigger=0 error=0 letter=85 dropped=0");
        assertThat(parse("8 1 -2 @3(4) M")).isTrue();
        assertThat(event.letter).isEqualTo('M');
    }

    @Test
    void queuesAreEvicted() {
        assertThat(fields("9 38086928279363 -25752 1ea0 5"))
                .isEqualTo("QUEUE_EVICTION ns=38086928279363 pid=25752 page=0+0 gpu=1ea0>0 prefetch=0 preferred=0"
                        + " trigger=5 error=0 letter=0 dropped=0");
    }

    @Test
    void queuesAreRestoredOrPutOff() {
        assertThat(fields("a 38652512365099 -31057 fc7d"))
                .isEqualTo("QUEUE_RESTORE ns=38652512365099 pid=31057 page=0+0 gpu=fc7d>0 prefetch=0 preferred=0"
                        + " trigger=0 error=0 letter=0 dropped=0");
        assertThat(parse("a 1 -2 3 R")).isTrue();
        assertThat(event.letter).isEqualTo('R');
        // printf's %c of 0 is a byte in the kernel's text.
        assertThat(parse("a 1 -2 3 \0")).isTrue();
        assertThat(event.letter).isEqualTo((char) 0);
        assertThat(parse("a 1 -2 3 ")).isTrue();
        assertThat(event.letter).isEqualTo((char) 0);
    }

    @Test
    void pagesAreUnmapped() {
        assertThat(fields("b 25203214457186 -52990 @7f93ac200(200) 1ea0 2"))
                .isEqualTo("UNMAP_FROM_GPU ns=25203214457186 pid=52990 page=7f93ac200+200 gpu=1ea0>0 prefetch=0"
                        + " preferred=0 trigger=2 error=0 letter=0 dropped=0");
    }

    @Test
    void eventsWereDropped() {
        assertThat(fields("e 28203445217186 -23990 5"))
                .isEqualTo("DROPPED_EVENT ns=28203445217186 pid=23990 page=0+0 gpu=0>0 prefetch=0 preferred=0"
                        + " trigger=0 error=0 letter=0 dropped=5");
    }

    @Test
    void theLargestNumbersFit() {
        assertThat(fields(
                        "5 9223372036854775807 -2147483647 @fffffffffffff(ffffffffffffffff) ffffffff->FFFFFFFF 0:0 3"))
                .isEqualTo("MIGRATE_START ns=9223372036854775807 pid=2147483647 page=fffffffffffff+ffffffffffffffff"
                        + " gpu=ffffffff>ffffffff prefetch=0 preferred=0 trigger=3 error=0 letter=0 dropped=0");
    }

    /// Newer drivers may append fields to a line.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "5 1 -2 @3(4) 5->6 7:8 1 and more",
                "6 1 -2 @3(4) 5->6 1 0 and more",
                "7 1 -2 @3(4) R and more",
                "9 1 -2 3 4 and more",
                "b 1 -2 @3(4) 5 1 and more",
                "e 1 -2 3 and more"
            })
    void whatFollowsIsLeftToNewerDrivers(String line) {
        assertThat(parse(line)).isTrue();
        assertThat(event.timestampNanos).isEqualTo(1);
        assertThat(event.pid).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "5",
                "5 ",
                "x",
                "hello",
                "-5 1 -2 @3(4) 5->6 7:8 1",
                "0 1 -2 3",
                "1 2a:app",
                "2 1:2",
                "3 1 reset",
                "c 1 -2 3 4",
                "d 1 -2 3 4",
                "f 1 -2 3 4",
                "100000005 1 -2 @3(4) 5->6 7:8 1",
                "ffffffffffffffff 1 -2 3",
                // Each line has one error.
                "5 1 2 @3(4) 5->6 7:8 1",
                "5 1 --2 @3(4) 5->6 7:8 1",
                "5 1 -2 3(4) 5->6 7:8 1",
                "5 1 -2 @(4) 5->6 7:8 1",
                "5 1 -2 @3 4 5->6 7:8 1",
                "5 1 -2 @3(4 5->6 7:8 1",
                "5 1 -2 @3(4) 5>6 7:8 1",
                "5 1 -2 @3(4) 5-6 7:8 1",
                "5 1 -2 @3(4) 5->6 7 8 1",
                "5 1 -2 @3(4) 5->6 7:8",
                "5 1 -2 @3(4) 5->6 7:8 ",
                "5 1 -2 @3(4) 5->6 7:8 x",
                "5 1 -2 @3(4) 5->6 7:8 1x",
                "5 1 -2 @3(4) 5->6 7:8 4",
                "5 1 -2 @3(4) 5->6 7:8 -1",
                "5 1  -2 @3(4) 5->6 7:8 1",
                " 5 1 -2 @3(4) 5->6 7:8 1",
                "5 1 -2 @3(4) 100000000->6 7:8 1",
                "5 9223372036854775808 -2 @3(4) 5->6 7:8 1",
                "5 99999999999999999999 -2 @3(4) 5->6 7:8 1",
                "5 1 -2147483648 @3(4) 5->6 7:8 1",
                "5 1 -2 @10000000000000000(4) 5->6 7:8 1",
                "6 1 -2 @3(4) 5->6",
                "6 1 -2 @3(4) 5->6 4",
                "6 1 -2 @3(4) 5->6 1 x",
                "6 1 -2 @3(4) 5->6 1 -",
                "6 1 -2 @3(4) 5->6 1 99999999999",
                "7 1 -2 @3(4) M",
                "7 1 -2 @3(4) RW",
                "7 1 -2 @3(4) ",
                "7 1 -2 @3(4)",
                "7 1 -2 @3(4)R",
                "8 1 -2 @3(4) R",
                "9 1 -2 3",
                "9 1 -2 3 6",
                "9 1 -2 x 1",
                "a 1 -2",
                "a 1 -2 x",
                "a 1 -2 3R",
                "b 1 -2 @3(4) 5",
                "b 1 -2 @3(4) 5 3",
                "e 1 -2",
                "e 1 -2 x",
                "e 1 -2 99999999999",
                "\u00ff\u0000\u0001",
                "5\t1\t-2"
            })
    void anythingElseIsNoEvent(String line) {
        assertThat(parse(line)).isFalse();
    }

    @Test
    void nothingOfALineStaysForTheNext() {
        assertThat(parse("5 1 -2 @3(4) 5->6 7:8 1")).isTrue();
        assertThat(fields("e 9 -8 7"))
                .isEqualTo("DROPPED_EVENT ns=9 pid=8 page=0+0 gpu=0>0 prefetch=0 preferred=0 trigger=0 error=0"
                        + " letter=0 dropped=7");
    }

    @Test
    void aLineEndsWhereItIsSaidTo() {
        byte[] text = "9 1 -2 3 12".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(parser.parse(text, 0, text.length, event)).isFalse();
        assertThat(parser.parse(text, 0, text.length - 1, event)).isTrue();
        assertThat(event.trigger).isEqualTo(1);
        assertThat(event.type).isEqualTo(KfdSmiEvent.QUEUE_EVICTION);
        for (int end = 0; end < text.length - 2; end++) {
            assertThat(parser.parse(text, 0, end, event)).isFalse();
        }
    }
}
