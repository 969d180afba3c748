package io.rocprofiler.sdk.internal.registration;

import static io.rocprofiler.abi.internal.SdkFunction.CONTEXT_IS_ACTIVE;
import static io.rocprofiler.abi.internal.SdkFunction.CREATE_CONTEXT;
import static io.rocprofiler.abi.internal.SdkFunction.FORCE_CONFIGURE;
import static io.rocprofiler.abi.internal.SdkFunction.IS_FINALIZED;
import static io.rocprofiler.abi.internal.SdkFunction.IS_INITIALIZED;
import static io.rocprofiler.abi.internal.SdkFunction.SET_API_TABLE;
import static io.rocprofiler.abi.internal.SdkFunction.START_CONTEXT;
import static io.rocprofiler.abi.internal.SdkFunction.STOP_CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.ClientId;
import io.rocprofiler.abi.Status;
import io.rocprofiler.abi.ToolConfigureResult;
import io.rocprofiler.abi.internal.SdkFunction;
import io.rocprofiler.sdk.internal.capi.ToolProcess;
import io.rocprofiler.sdk.internal.seam.CStrings;
import io.rocprofiler.sdk.internal.seam.Memory;
import io.rocprofiler.sdk.internal.seam.ToolFailure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The lifecycle of a process as its tools see it (`registration.cpp` of rocprofiler-sdk 1.0.0).
class RegistrationTest {
    private final ToolProcess process = new ToolProcess();
    private final FakePlatform platform = process.platform;
    private final List<String> seen = new ArrayList<>();

    @Test
    void allToolsAreConfiguredBeforeTheFirstIsInitialized() {
        for (String name : List.of("a", "b")) {
            long result =
                    process.configureResult(() -> seen.add("initialize " + name), () -> seen.add("finish " + name));
            platform.tool(name, a -> {
                seen.add("configure " + name + " " + a[0] + " " + CStrings.read(a[1], 16) + " " + a[2]);
                return result;
            });
        }
        process.start();
        process.registration.finalizeProcess();
        assertThat(seen)
                .containsExactly(
                        "configure a 10401 1.4.1 0",
                        "configure b 10401 1.4.1 1",
                        "initialize a",
                        "initialize b",
                        "finish a",
                        "finish b");
    }

    @Test
    void aToolGetsItsIdWithoutANameAndTheHandlesCountUp() {
        List<Integer> handles = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            platform.tool(name, a -> {
                assertThat(Memory.getLong(a[3] + ClientId.SIZE)).isEqualTo(24);
                assertThat(Memory.getLong(a[3] + ClientId.NAME)).isZero();
                handles.add(Memory.getInt(a[3] + ClientId.HANDLE));
                return 0;
            });
        }
        process.start();
        assertThat(handles.get(1)).isEqualTo(handles.get(0) + 1);
        assertThat(Integer.toUnsignedLong(handles.get(0))).isBetween(255L, 0xFFFF_FFFFL - 255);
    }

    @Test
    void aToolThatReturnsNullIsNeverCalledAgainButCounts() {
        platform.tool("nothing", a -> 0);
        long second = process.configureResult(() -> seen.add("initialize"), () -> {});
        platform.tool("second", a -> {
            seen.add("priority " + a[2]);
            return second;
        });
        process.start();
        assertThat(seen).containsExactly("priority 1", "initialize");
    }

    @Test
    void aForcedToolComesFirst() {
        platform.tool("other", a -> {
            seen.add("other " + a[2]);
            return 0;
        });
        long forced = platform.function(a -> {
            seen.add("forced " + a[2]);
            return 0;
        });
        assertThat(process.call(FORCE_CONFIGURE, forced)).isEqualTo(Status.SUCCESS);
        assertThat(process.call(FORCE_CONFIGURE, forced)).isEqualTo(Status.SUCCESS);
        assertThat(seen).containsExactly("forced 0", "other 1");
    }

    @Test
    void aToolThatIsForcedLaterHasAWindowOfItsOwn() {
        process.tool("first", () -> seen.add("first " + createContext()));
        process.start();
        long early = ToolProcess.memory(8);
        long result = process.configureResult(
                () -> {
                    seen.add("late " + state() + " " + createContext());
                    seen.add(process.call(FORCE_CONFIGURE, 0).name());
                },
                () -> seen.add("late ends"));
        long late = platform.function(a -> {
            seen.add("priority " + a[2] + " " + CStrings.read(Memory.getLong(a[3] + ClientId.NAME), 64));
            return result;
        });
        platform.log.clear();
        assertThat(process.call(FORCE_CONFIGURE, late)).isEqualTo(Status.SUCCESS);
        assertThat(process.call(FORCE_CONFIGURE, late)).isEqualTo(Status.SUCCESS);
        assertThat(seen)
                .containsExactly("first SUCCESS", "priority 1 null", "late -1 0 SUCCESS", "ERROR_CONFIGURATION_LOCKED");
        assertThat(platform.log).contains("freeze 2");
        assertThat(state()).isEqualTo("1 0");
        assertThat(process.call(CREATE_CONTEXT, early)).isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        process.registration.finalizeProcess();
        assertThat(seen).endsWith("late ends");
        assertThat(process.call(FORCE_CONFIGURE, early)).isEqualTo(Status.ERROR_FINALIZED);
    }

    private String createContext() {
        return process.call(CREATE_CONTEXT, ToolProcess.memory(8)).name();
    }

    @Test
    void aToolThatWasFoundIsNotConfiguredAgain() {
        long[] found = new long[1];
        found[0] = platform.tool("tool", a -> {
            seen.add("configure");
            return 0;
        });
        process.start();
        assertThat(process.call(FORCE_CONFIGURE, found[0])).isEqualTo(Status.SUCCESS);
        assertThat(seen).containsExactly("configure");
    }

    @Test
    void withoutTheLibraryThatHasTheTablesALaterToolIsToldSo() {
        process.start();
        platform.hasRegister = false;
        long late = platform.function(a -> {
            seen.add("configure");
            return 0;
        });
        assertThat(process.call(FORCE_CONFIGURE, late)).isEqualTo(Status.ERROR_INCOMPATIBLE_REGISTER_VERSION);
        assertThat(seen).containsExactly("configure");
    }

    @Test
    void runtimesThatCameBeforeAreWantedAgain() {
        process.start();
        platform.log.clear();
        long tables = ToolProcess.memory(8);
        process.registration.setApiTable("hip", 7, 0, tables, 1);
        long late = platform.function(a -> 0);
        process.call(FORCE_CONFIGURE, late);
        assertThat(platform.log)
                .containsExactly("registered hip 7 0 1", "freeze 0", "wanted again hip", "catch up hip 0");
    }

    @Test
    void forceConfigureFromInsideATool() {
        process.tool("tool", () -> seen.add(process.call(FORCE_CONFIGURE, 0).name()));
        process.start();
        assertThat(seen).containsExactly("ERROR_CONFIGURATION_LOCKED");
    }

    @Test
    void theStateIsReadableAtAnyTime() {
        process.tool("tool", () -> seen.add("initialize " + state()), () -> seen.add("finish " + state()));
        seen.add("before " + state());
        process.start();
        seen.add("running " + state());
        process.registration.finalizeProcess();
        seen.add("after " + state());
        assertThat(seen).containsExactly("before 0 0", "initialize -1 0", "running 1 0", "finish 1 -1", "after 1 1");
    }

    private String state() {
        long out = ToolProcess.memory(8);
        assertThat(process.call(IS_INITIALIZED, out)).isEqualTo(Status.SUCCESS);
        int initialized = Memory.getInt(out);
        assertThat(process.call(IS_FINALIZED, out)).isEqualTo(Status.SUCCESS);
        return initialized + " " + Memory.getInt(out);
    }

    @Test
    void contextsCannotBeCreatedInConfigure() {
        platform.tool("eager", a -> {
            seen.add(process.call(CREATE_CONTEXT, ToolProcess.memory(8)).name());
            return 0;
        });
        process.start();
        assertThat(seen).containsExactly("ERROR_CONFIGURATION_LOCKED");
    }

    @Test
    void aToolThatThrowsIsDroppedWithOneLineAndTheOthersGoOn() {
        platform.tool("bad-configure", a -> {
            throw new IllegalStateException("no luck");
        });
        process.tool("bad-initialize", () -> {
            process.createContext();
            throw new IllegalStateException("no luck either");
        });
        process.tool("good", process::createContext);
        assertThat(stderrOf(process::start))
                .containsExactly(
                        "rocprofiler: tool bad-configure failed in configure and is ignored:"
                                + " java.lang.IllegalStateException: no luck",
                        "rocprofiler: tool bad-initialize failed in initialize and is ignored:"
                                + " java.lang.IllegalStateException: no luck either");
        assertThat(platform.log).contains("freeze 1");
    }

    @Test
    void aToolThatReturnsGarbageIsDroppedWithOneLine() {
        long garbage = platform.unreadable();
        platform.tool("garbage", a -> garbage);
        long result = process.configureResult(() -> {}, () -> {});
        Memory.putLong(result + 8, platform.unreadable());
        platform.tool("garbage-function", a -> result);
        assertThat(stderrOf(process::start))
                .satisfiesExactly(
                        line -> assertThat(line).contains("tool garbage failed", "no readable address: 0x10"),
                        line -> assertThat(line).contains("tool garbage-function failed", "initialize", "no function"));
    }

    @Test
    void finalizationStopsContextsBeforeTheToolHearsOfIt() {
        long[] context = new long[1];
        process.tool(
                "tool",
                () -> {
                    context[0] = process.createContext();
                    seen.add("start " + process.call(START_CONTEXT, context[0]));
                },
                () -> {
                    long out = ToolProcess.memory(8);
                    seen.add("active " + process.call(CONTEXT_IS_ACTIVE, context[0], out) + Memory.getInt(out));
                    seen.add("start " + process.call(START_CONTEXT, context[0]));
                });
        process.start();
        process.registration.finalizeProcess();
        process.registration.finalizeProcess();
        seen.add("start " + process.call(START_CONTEXT, context[0]));
        seen.add("stop " + process.call(STOP_CONTEXT, context[0]));
        seen.add("stop unknown " + process.call(STOP_CONTEXT, context[0] + 1));
        assertThat(seen)
                .containsExactly(
                        "start SUCCESS",
                        "active SUCCESS0",
                        "start ERROR_CONFIGURATION_LOCKED",
                        "start ERROR_CONFIGURATION_LOCKED",
                        "stop SUCCESS",
                        "stop unknown ERROR_CONTEXT_NOT_FOUND");
        assertThat(platform.log).containsExactly("freeze 1", "activate", "deactivate", "disable");
    }

    @Test
    void theOnlyToolsFinalizeFunctionEndsEverything() {
        process.tool("only", () -> {}, () -> seen.add("finish"));
        process.start();
        process.registration.finalizeClient(4711);
        assertThat(seen).containsExactly("finish");
        assertThat(process.registration.window().finiStatus()).isEqualTo(1);
    }

    @Test
    void oneOfSeveralToolsEndsItselfOnly() {
        int[] id = new int[1];
        long first = process.configureResult(() -> {}, () -> seen.add("finish first"));
        platform.tool("first", a -> {
            id[0] = Memory.getInt(a[3] + ClientId.HANDLE);
            return first;
        });
        process.tool("second", () -> {}, () -> seen.add("finish second"));
        process.start();
        process.registration.finalizeClient(id[0] + 100);
        process.registration.finalizeClient(id[0]);
        process.registration.finalizeClient(id[0]);
        seen.add("exit");
        process.registration.finalizeProcess();
        assertThat(seen).containsExactly("finish first", "exit", "finish second");
    }

    @Test
    void aToolThatWroteOverItsIdIsNotFinalizedByIt() {
        int[] id = new int[1];
        long first = process.configureResult(() -> {}, () -> seen.add("finish first"));
        platform.tool("first", a -> {
            id[0] = Memory.getInt(a[3] + ClientId.HANDLE);
            Memory.putInt(a[3] + ClientId.HANDLE, id[0] + 100);
            return first;
        });
        process.tool("second", () -> {}, () -> seen.add("finish second"));
        process.start();
        process.registration.finalizeClient(id[0]);
        process.registration.finalizeClient(id[0] + 100);
        assertThat(seen).isEmpty();
    }

    @Test
    void aShorterResultOfAnOlderToolIsReadAsFarAsItGoes() {
        for (int size : new int[] {8, 16, 24, 32, 4096, 0}) {
            long result =
                    process.configureResult(() -> seen.add(size + " initialize"), () -> seen.add(size + " finalize"));
            Memory.putLong(result + ToolConfigureResult.SIZE, size);
            platform.tool("tool", a -> result);
        }
        process.start();
        process.registration.finalizeProcess();
        assertThat(seen)
                .containsExactly(
                        "16 initialize",
                        "24 initialize",
                        "32 initialize",
                        "4096 initialize",
                        "0 initialize",
                        "24 finalize",
                        "32 finalize",
                        "4096 finalize",
                        "0 finalize");
    }

    @Test
    void forceConfigureFromAnotherThreadDoesNotWaitForTheOneThatConfigures() {
        process.tool("tool", () -> {
            Thread other =
                    new Thread(() -> seen.add(process.call(FORCE_CONFIGURE, 0).name()));
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        process.start();
        assertThat(seen).containsExactly("ERROR_CONFIGURATION_LOCKED");
    }

    @Test
    void aFunctionThatCannotBeCalledIsRefusedAndNothingHasBegun() {
        assertThat(process.call(FORCE_CONFIGURE, platform.unreadable())).isEqualTo(Status.ERROR_INVALID_ARGUMENT);
        assertThat(state()).isEqualTo("0 0");
    }

    @Test
    void tablesOfKnownLibrariesArriveOnceToolsAreConfigured() {
        process.tool("tool", process::createContext);
        assertThat(setApiTable("hip", 60_001)).isZero();
        assertThat(setApiTable("cuda", 1)).isEqualTo(Status.ERROR_INVALID_ARGUMENT.value());
        assertThat(platform.log).containsExactly("freeze 1", "registered hip 60001 0 1");
    }

    /// Intercept tables and runtime listeners need no context.
    @Test
    void runtimesArriveForToolsWithoutContextsToo() {
        process.tool("tool", () -> {});
        assertThat(setApiTable("hip", 60_001)).isZero();
        assertThat(platform.log).containsExactly("freeze 0", "registered hip 60001 0 1");
    }

    @Test
    void aRuntimeThatRegistersInsideAToolIsWrappedWhenTheWindowHasClosed() {
        process.tool("tool", () -> {
            process.createContext();
            assertThat(setApiTable("roctx", 100)).isZero();
            assertThat(platform.log).isEmpty();
        });
        assertThat(setApiTable("hip", 60_001)).isZero();
        assertThat(platform.log).containsExactly("freeze 1", "registered roctx 100 0 1", "registered hip 60001 0 1");
    }

    private int setApiTable(String library, long version) {
        return (int) process.raw(SET_API_TABLE, ToolProcess.string(library), version, 0, ToolProcess.memory(8), 1);
    }

    @Test
    void callbackThreadsAreAnnouncedAndNoneIsMadeForToolsThatWantNothing() {
        long before = platform.function(a -> note("before " + a[0] + " " + a[1]));
        long after = platform.function(a -> note("after " + a[0] + " " + a[1]));
        platform.tool("wants nothing", a -> {
            process.call(SdkFunction.AT_INTERNAL_THREAD_CREATE, before, after, 1, 7);
            process.call(SdkFunction.AT_INTERNAL_THREAD_CREATE, before, after, 2, 8);
            return 0;
        });
        process.start();
        assertThat(seen).isEmpty();
    }

    @Test
    void aToolThatFailsWhenItIsToldOfAThreadDoesNotKeepTheThreadFromStarting() {
        long failing = platform.function(a -> {
            throw new ToolFailure("it threw a C++ exception");
        });
        long out = ToolProcess.memory(8);
        process.call(SdkFunction.AT_INTERNAL_THREAD_CREATE, failing, failing, 0, 0);
        assertThat(stderrOf(() -> seen.add(
                        process.call(SdkFunction.CREATE_CALLBACK_THREAD, out).name())))
                .hasSize(2)
                .allMatch(line -> line.endsWith("told of a thread: it threw a C++ exception"));
        assertThat(seen).containsExactly("SUCCESS");
        assertThat(Memory.getLong(out)).isEqualTo(1);
        process.registration.finalizeProcess();
    }

    @Test
    void theDefaultThreadAndEveryOtherAreAnnounced() {
        long before = platform.function(a -> note("before " + a[0] + " " + a[1]));
        process.tool("tool", () -> {
            process.call(SdkFunction.AT_INTERNAL_THREAD_CREATE, before, 0, 0, 7);
            long out = ToolProcess.memory(8);
            assertThat(process.call(SdkFunction.CREATE_CALLBACK_THREAD, out)).isEqualTo(Status.SUCCESS);
            assertThat(Memory.getLong(out)).isEqualTo(1);
            seen.add("created");
        });
        process.start();
        assertThat(seen).containsExactly("before 1 7", "created", "before 1 7");
        assertThat(process.call(SdkFunction.CREATE_CALLBACK_THREAD, ToolProcess.memory(8)))
                .isEqualTo(Status.ERROR_CONFIGURATION_LOCKED);
        process.registration.finalizeProcess();
    }

    private long note(String what) {
        seen.add(what);
        return 0;
    }

    private static List<String> stderrOf(Runnable action) {
        PrintStream original = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            action.run();
        } finally {
            System.setErr(original);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
