package io.rocprofiler.conformance.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.conformance.Outcome;
import io.rocprofiler.conformance.Run;
import org.junit.jupiter.api.Test;

/// hipFile and rocSHMEM: results of every kind, a struct among them, more arguments than registers, and tables that are
/// larger and smaller than those known.
final class HipFileTest {
    private static final String TOLD = """
            RUNTIME_INITIALIZATION_HIPFILE 300
            table hipFILE 300.0, 1 of 280 bytes
            hipFile registered: Success
            RUNTIME_INITIALIZATION_ROCSHMEM 300
            table rocSHMEM 300.0, 1 of 72 bytes
            rocshmem registered: Success
            enter hipFileGetOpErrorString 14hipFileOpError status=5030
            exit hipFileGetOpErrorString = some
            text some
            enter hipFileHandleRegister PPv fh=0x10 P12hipFileDescr descr=0x20
            exit hipFileHandleRegister = 5022, 1
            error 5022, 1
            enter hipFileRead Pv fh=0x30 Pv buffer_base=0x40 m size=1000 l file_offset=7 l buffer_offset=-3
            exit hipFileRead = -3100
            read -3100
            enter hipFileUseCount
            exit hipFileUseCount = 3
            used 3
            enter hipFileReadAsync Pv fh=0x30 Pv buffer_base=0x40 Pm size_p=0x50 Pl file_offset_p=0x60 Pl buffer_offset_p=0x70 Pl bytes_read_p=0x80 P12ihipStream_t stream=0x90
            exit hipFileReadAsync = 0, 144
            error 0, 144
            enter hipFileSetParameterBool 28hipFileBoolConfigParameter_t param=2 b value=true
            exit hipFileSetParameterBool = 0, 2
            error 0, 2
            enter hipFileHandleDeregister Pv fh=0x30
            exit hipFileHandleDeregister
            a function that the SDK does not know
            enter barrier_all_on_stream P12ihipStream_t stream=0x10
            exit barrier_all_on_stream
            enter putmem_signal_on_stream Pv dest=0x20 PKv source=0x30 m nelems=5 Pm sig_addr=0x40 m signal=6 i sig_op=7 i pe=-8 P12ihipStream_t stream=0x50
            exit putmem_signal_on_stream
            sum 250
            record hipFileGetOpErrorString of 128 bytes 14hipFileOpError status=5030 = some
            record hipFileHandleRegister of 128 bytes PPv fh=0x10 P12hipFileDescr descr=0x20 = 5022, 1
            record hipFileRead of 128 bytes Pv fh=0x30 Pv buffer_base=0x40 m size=1000 l file_offset=7 l buffer_offset=-3 = -3100
            record hipFileUseCount of 128 bytes = 3
            record hipFileReadAsync of 128 bytes Pv fh=0x30 Pv buffer_base=0x40 Pm size_p=0x50 Pl file_offset_p=0x60 Pl buffer_offset_p=0x70 Pl bytes_read_p=0x80 P12ihipStream_t stream=0x90 = 0, 144
            record hipFileSetParameterBool of 128 bytes 28hipFileBoolConfigParameter_t param=2 b value=true = 0, 2
            record hipFileHandleDeregister of 128 bytes Pv fh=0x30
            record barrier_all_on_stream of 128 bytes P12ihipStream_t stream=0x10
            record putmem_signal_on_stream of 128 bytes Pv dest=0x20 PKv source=0x30 m nelems=5 Pm sig_addr=0x40 m signal=6 i sig_op=7 i pe=-8 P12ihipStream_t stream=0x50
            """;

    @Test
    void calls_have_their_arguments_and_results_in_callbacks_and_records() {
        Outcome outcome = Run.client("hipfile").go();
        assertThat(outcome.err())
                .isEqualTo("rocprofiler: 3 functions of HIPFILE are newer than this profiler and are not traced\n");
        assertThat(outcome.out()).isEqualTo(TOLD);
        assertThat(outcome.status()).isZero();
    }
}
