package io.rocprofiler.export.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.export.Python;
import io.rocprofiler.export.SampleRun;
import io.rocprofiler.trace.ProcessTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonExporterTest {

    @TempDir
    Path directory;

    @Test
    void pythonFindsAmdsKeysInAmdsOrder() throws IOException, InterruptedException {
        String script = """
                import json, sys
                tool, = json.load(open(sys.argv[1], encoding='utf-8'))['rocprofiler-sdk-tool']
                print(*tool)
                print(*tool['metadata'])
                print(*tool['strings'])
                print(*(f'{k}={len(v)}' for k, v in tool['buffer_records'].items()))
                print(*tool['buffer_records']['hsa_api'][0])
                print(*tool['buffer_records']['hip_api'][-1])
                """;
        assertThat(read(script, true)).isEqualTo("""
                        metadata agents counters strings code_objects kernel_symbols host_functions summary callback_records buffer_records
                        node pid init_time fini_time config command losses
                        callback_records buffer_records marker_api correlation_id counters pc_sample_instructions \
                        pc_sample_comments att_filenames code_object_snapshot_filenames
                        kernel_dispatch=0 hip_api=6 hsa_api=1 marker_api=2 rccl_api=0 memory_copy=0 memory_allocation=0 \
                        scratch_memory=0 rocdecode_api=0 rocjpeg_api=0 pc_sample_host_trap=0 pc_sample_stochastic=0 \
                        hip_graph=0
                        size kind operation correlation_id start_timestamp end_timestamp thread_id
                        size kind operation correlation_id start_timestamp end_timestamp thread_id args retval stream_id
                        """);
    }

    @Test
    void pythonResolvesNumbersToNames() throws IOException, InterruptedException {
        String script = """
                import json, sys
                tool, = json.load(open(sys.argv[1], encoding='utf-8'))['rocprofiler-sdk-tool']
                kinds = tool['strings']['buffer_records']
                for domain in 'hsa_api', 'hip_api', 'marker_api':
                    for r in tool['buffer_records'][domain]:
                        kind = kinds[r['kind']]
                        print(kind['kind'], kind['operations'][r['operation']], r['correlation_id']['internal'],
                              r['start_timestamp'], r['end_timestamp'], r['thread_id'])
                print([(m['key'], m['value']) for m in tool['strings']['marker_api']])
                print(tool['metadata']['pid'], tool['metadata']['command'], tool['metadata']['losses']['recorded'])
                """;
        assertThat(read(script, false)).isEqualTo("""
                        HSA_CORE_API hsa_init 7 3700 3750 42
                        HIP_COMPILER_API __hipPopCallConfiguration 4 1900 1910 42
                        HIP_RUNTIME_API hipMalloc 2 2000 2500 43
                        HIP_RUNTIME_API hipMalloc 5 2100 2400 42
                        HIP_RUNTIME_API hipFree 3 2600 2700 43
                        HIP_RUNTIME_API_EXT hipMemcpy 800 8000 8005 42
                        HIP_RUNTIME_API_EXT hipLaunchKernel 801 8010 8015 42
                        MARKER_CORE_RANGE_API roctxThreadRangeA 1 1500 3500 42
                        MARKER_CORE_RANGE_API roctxMarkA 6 3600 3600 42
                        [(1, 'step'), (6, 'say "hi", naïve\\nline 2 ☃')]
                        42 ['/bin/app', 'one', 'two words'] 9
                        """);
    }

    @Test
    void argumentsAreShownByTypeNameAndValue() throws IOException, InterruptedException {
        String script = """
                import json, sys
                tool, = json.load(open(sys.argv[1], encoding='utf-8'))['rocprofiler-sdk-tool']
                for r in tool['buffer_records']['hip_api'][-2:]:
                    print(*(f"{a['type']} {a['name']}={a['value']};" for a in r['args']), r['retval'], r['stream_id'])
                """;
        assertThat(read(script, false)).isEqualTo("""
                        void* dst=0x7f00; const void* src=0x8f00; size_t sizeBytes=4096; \
                        hipMemcpyKind kind=HostToDevice; {'uint64_t_retval': 719} {'handle': 0}
                        const void* function_address=0xabc; rocprofiler_dim3_t numBlocks={z=3, y=2, x=1}; \
                        rocprofiler_dim3_t dimBlocks={z=4, y=8, x=16}; \
                        void** args=(null); size_t sharedMemBytes=0; hipStream_t stream=(null); {'uint64_t_retval': 0} {'handle': 0}
                        """);
    }

    @Test
    void statisticsAreThereOnlyWhenAskedFor() throws IOException {
        try (ProcessTrace process = SampleRun.open(directory)) {
            Path file = new JsonExporter()
                    .write(SampleRun.export(process, directory.resolve("x"), false))
                    .getFirst();
            assertThat(file).hasFileName("x_results.json");
            assertThat(Files.readString(file))
                    .contains("\"summary\":[]")
                    .contains("\"config\":{\"output_file\":\"x\"}");
        }
    }

    @Test
    void whereThereIsNothingTypesAndLengthsAreStillAmds() throws IOException, InterruptedException {
        String script = """
                import json, sys
                tool, = json.load(open(sys.argv[1], encoding='utf-8'))['rocprofiler-sdk-tool']
                for name in 'code_objects', 'kernel_symbols', 'host_functions':
                    print(name, *(e for e in tool[name]))
                print(tool['counters'], tool['callback_records'], tool['strings']['code_object_snapshot_filenames'])
                for domain in tool['summary']:
                    names = [e['key'] for e in domain['stats']['operations']]
                    print(domain['domain'], names == sorted(names), *(type(v).__name__ for v in domain['stats'].values()))
                """;
        assertThat(read(script, true)).isEqualTo("""
                code_objects {'size': 0, 'code_object_id': 0, 'agent_id': {'handle': 0}, 'uri': '', 'load_base': 0, \
                'load_size': 0, 'load_delta': 0, 'storage_type': 0}
                kernel_symbols {'size': 0, 'kernel_id': 0, 'code_object_id': 0, 'kernel_name': '', 'kernel_object': 0, \
                'kernarg_segment_size': 0, 'kernarg_segment_alignment': 0, 'group_segment_size': 0, \
                'private_segment_size': 0, 'sgpr_count': 0, 'arch_vgpr_count': 0, 'accum_vgpr_count': 0, \
                'kernel_code_entry_byte_offset': 0, 'kernel_address': {'handle': 0}, 'formatted_kernel_name': '0', \
                'demangled_kernel_name': '0', 'truncated_kernel_name': '0'}
                host_functions {'size': 0, 'host_function_id': 0, 'kernel_id': 0, 'code_object_id': 0, \
                'host_function': {'handle': 0}, 'modules': {'handle': 0}, 'device_function': '', 'thread_limit': 0, \
                'thread_ids': {'x': 0, 'y': 0, 'z': 0}, 'block_ids': {'x': 0, 'y': 0, 'z': 0}, \
                'block_dims': {'x': 0, 'y': 0, 'z': 0}, 'grid_dims': {'x': 0, 'y': 0, 'z': 0}, 'workgroup_size': 0, \
                'formatted_host_function_name': '', 'demangled_host_function_name': '', 'truncated_host_function_name': ''}
                [] {'counter_collection': []} ['']
                HSA_API True int int int int int float float float list
                HIP_API True int int int int int float float float list
                MARKER_API True int int int int int float float float list
                """);
    }

    private String read(String script, boolean statistics) throws IOException, InterruptedException {
        try (ProcessTrace process = SampleRun.open(directory)) {
            Path prefix = directory.resolve("x");
            Path file = new JsonExporter()
                    .write(SampleRun.export(process, prefix, statistics))
                    .getFirst();
            return Python.run("import sys; sys.stdout.reconfigure(encoding='utf-8')\n" + script, file.toString());
        }
    }
}
