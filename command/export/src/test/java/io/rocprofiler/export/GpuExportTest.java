package io.rocprofiler.export;

import static io.rocprofiler.abi.MemoryAllocationOperation.ALLOCATE;
import static io.rocprofiler.abi.MemoryAllocationOperation.FREE;
import static io.rocprofiler.abi.MemoryCopyOperation.DEVICE_TO_HOST;
import static io.rocprofiler.abi.MemoryCopyOperation.HOST_TO_DEVICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocprofiler.abi.BufferTracingKind;
import io.rocprofiler.abi.ScratchMemoryOperation;
import io.rocprofiler.abi.internal.SegmentConstants;
import io.rocprofiler.abi.internal.SegmentWork;
import io.rocprofiler.export.csv.CsvExporter;
import io.rocprofiler.export.json.JsonExporter;
import io.rocprofiler.trace.AgentIndex;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.Display;
import io.rocprofiler.trace.display.KernelFilter;
import io.rocprofiler.trace.display.KernelNames;
import io.rocprofiler.trace.testing.GpuWork;
import io.rocprofiler.trace.testing.SegmentWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// GPU work in AMD's files, cell by cell and field by field.
class GpuExportTest {

    @TempDir
    Path directory;

    private Display display = display(KernelFilter.ALL, AgentIndex.RELATIVE, false);

    private static Display display(KernelFilter filter, AgentIndex index, boolean renamed) {
        KernelNames.Style style = new KernelNames.Style(false, false, renamed);
        return new Display(
                new KernelNames(style, name -> name.startsWith("_Z") ? "void gp::axpy<float>(float*)" : name),
                filter,
                index);
    }

    private ProcessTrace open() {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(42)).submitted(0, SegmentWork.DISPATCHES, 3);
        GpuWork.hostFunction(GpuWork.loaded(writer.stretch(43)));
        writer.stretch(43).text(SegmentConstants.KIND_RENAME, 7, "step \"1\"");
        GpuWork.dispatch(writer, 2, 2, 11, 0, 0, 300, 350);
        GpuWork.dispatch(writer, 1, 1, 10, 4, 7, 100, 250);
        GpuWork.copy(writer, HOST_TO_DEVICE, GpuWork.CPU, GpuWork.GPU, 12, 4, 20);
        GpuWork.copy(writer, DEVICE_TO_HOST, GpuWork.SECOND_GPU, GpuWork.CPU, 13, 0, 10);
        writer.stretch(43);
        GpuWork.allocation(writer, ALLOCATE, GpuWork.GPU, 1024, 14, 30);
        GpuWork.allocation(writer, FREE, 0, 0, 15, 31);
        GpuWork.scratch(writer, ScratchMemoryOperation.ALLOC, 65536, 40);
        GpuWork.scratch(writer, ScratchMemoryOperation.FREE, 0, 41);
        writer.record(
                BufferTracingKind.HIP_RUNTIME_API_EXT,
                0,
                16,
                (4L << SegmentConstants.EXTERNAL_STREAM_SHIFT) + 7,
                0,
                90,
                95,
                43,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0);
        return writer.open(directory);
    }

    @Test
    void tracesHaveAmdsColumnsAndCells() throws IOException {
        assertThat(names(csv(false)))
                .containsExactly(
                        "x_hip_api_trace.csv",
                        "x_kernel_trace.csv",
                        "x_memory_copy_trace.csv",
                        "x_scratch_memory_trace.csv",
                        "x_memory_allocation_trace.csv",
                        "x_agent_info.csv");
        assertThat(text("kernel_trace")).isEqualTo("""
                "Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id","Kernel_Name","Correlation_Id",\
                "Start_Timestamp","End_Timestamp","LDS_Block_Size","Scratch_Size","VGPR_Count","Accum_VGPR_Count","SGPR_Count",\
                "Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X","Grid_Size_Y","Grid_Size_Z"
                "KERNEL_DISPATCH","Agent 1",3,4,43,1,1,"void gp::axpy<float>(float*)",10,100,250,1024,16,40,4,32,32,1,1,64,2,1
                "KERNEL_DISPATCH","Agent 1",3,0,43,2,2,"plain",11,300,350,1024,16,40,4,32,32,1,1,64,2,1
                """);
        assertThat(text("memory_copy_trace")).isEqualTo("""
                "Kind","Direction","Stream_Id","Source_Agent_Id","Destination_Agent_Id","Correlation_Id","Start_Timestamp","End_Timestamp"
                "MEMORY_COPY","MEMORY_COPY_DEVICE_TO_HOST",0,"Agent 2","Agent 0",13,10,80
                "MEMORY_COPY","MEMORY_COPY_HOST_TO_DEVICE",4,"Agent 0","Agent 1",12,20,90
                """);
        assertThat(text("memory_allocation_trace")).isEqualTo("""
                "Kind","Operation","Agent_Id","Allocation_Size","Address","Correlation_Id","Start_Timestamp","End_Timestamp"
                "MEMORY_ALLOCATION","MEMORY_ALLOCATION_ALLOCATE","Agent 1",1024,"0x000000007fff1000",14,30,70
                "MEMORY_ALLOCATION","MEMORY_ALLOCATION_FREE","",0,"0x000000007fff1000",15,31,71
                """);
        assertThat(text("scratch_memory_trace")).isEqualTo("""
                "Kind","Operation","Agent_Id","Queue_Id","Thread_Id","Alloc_Flags","Start_Timestamp","End_Timestamp","Allocation_Size"
                "SCRATCH_MEMORY","SCRATCH_MEMORY_ALLOC","Agent 1",3,43,1,40,60,65536
                "SCRATCH_MEMORY","SCRATCH_MEMORY_FREE","Agent 1",3,43,1,41,61,0
                """);
    }

    @Test
    void agentsAreOneRowEach() throws IOException {
        csv(false);
        List<String> lines = text("agent_info").lines().toList();
        assertThat(lines.get(0).split(",")).hasSize(53);
        assertThat(lines.get(0))
                .startsWith("\"Node_Id\",\"Logical_Node_Id\",\"Agent_Type\",\"Cpu_Cores_Count\",\"Simd_Count\"")
                .contains(
                        "\"Max_Engine_Clk_Fcompute\",\"Sdma_Fw_Version\",\"Fw_Version\",\"Capability\",\"Cu_Per_Engine\"")
                .endsWith("\"Grid_Max_Dim_Z\",\"Name\",\"Vendor_Name\",\"Product_Name\",\"Model_Name\"");
        assertThat(lines.subList(1, lines.size()))
                .containsExactly(
                        "0,0,\"CPU\",8" + ",0".repeat(45) + ",\"A \"\"CPU\"\"\",\"CPU\",\"\",\"\"",
                        "2,1,\"GPU\"" + ",0".repeat(29) + ",8,9,2149580801" + ",0".repeat(4)
                                + ",4294967295,68702699520,0,0,1024,512,256,4294967295,2,3,\"gfx90a\",\"\",\"Instinct\",\"\"",
                        "5,2,\"GPU\"" + ",0".repeat(46) + ",\"\",\"\",\"\",\"\"");
    }

    @Test
    void agentsCanBeNumberedInOtherWays() throws IOException {
        display = display(KernelFilter.ALL, AgentIndex.ABSOLUTE, false);
        csv(false);
        assertThat(text("memory_copy_trace"))
                .contains(",0,\"Agent 5\",\"Agent 0\",13", ",4,\"Agent 0\",\"Agent 2\",12");
        display = display(KernelFilter.ALL, AgentIndex.TYPE_RELATIVE, false);
        csv(false);
        assertThat(text("memory_copy_trace")).contains(",0,\"GPU 1\",\"CPU 0\",13", ",4,\"CPU 0\",\"GPU 0\",12");
    }

    @Test
    void kernelsAreNamedByTheirRangeWhereThatIsAskedFor() throws IOException {
        display = display(KernelFilter.ALL, AgentIndex.RELATIVE, true);
        csv(true);
        assertThat(text("kernel_trace")).contains(",1,1,\"step \"\"1\"\"\",10,", ",2,2,\"plain\",11,");
        assertThat(text("kernel_stats").lines().skip(1))
                .containsExactly(
                        "\"step \"\"1\"\"\",1,150,150.000000,75.00,150,150,0.00000000e+00",
                        "\"plain\",1,50,50.000000,25.00,50,50,0.00000000e+00");
    }

    @Test
    void statisticsHaveAFilePerDomain() throws IOException {
        assertThat(names(csv(true)).stream().filter(name -> name.contains("stats")))
                .containsExactly(
                        "x_hip_api_stats.csv",
                        "x_kernel_stats.csv",
                        "x_memory_copy_stats.csv",
                        "x_scratch_memory_stats.csv",
                        "x_memory_allocation_stats.csv",
                        "x_domain_stats.csv");
        assertThat(text("memory_copy_stats").lines().skip(1))
                .containsExactly(
                        "\"MEMORY_COPY_DEVICE_TO_HOST\",1,70,70.000000,50.00,70,70,0.00000000e+00",
                        "\"MEMORY_COPY_HOST_TO_DEVICE\",1,70,70.000000,50.00,70,70,0.00000000e+00");
        assertThat(text("domain_stats").lines().skip(1))
                .extracting(line -> line.substring(0, line.indexOf(',', line.indexOf(',') + 1)))
                .containsExactly(
                        "\"KERNEL_DISPATCH\",2",
                        "\"MEMORY_COPY\",2",
                        "\"MEMORY_ALLOCATION\",2",
                        "\"SCRATCH_MEMORY\",2",
                        "\"HIP_API\",1");
    }

    @Test
    void aFileOfKernelsOfWhichNoneIsShownIsNotWritten() throws IOException {
        display = display(new KernelFilter(Pattern.compile("nothing"), null, List.of()), AgentIndex.RELATIVE, false);
        assertThat(names(csv(false))).doesNotContain("x_kernel_trace.csv").contains("x_memory_copy_trace.csv");
    }

    @Test
    void pythonFindsTheNodesOfGraphs() throws IOException, InterruptedException {
        SegmentWriter writer = GpuWork.machine(new SegmentWriter(43)).stretch(43);
        GpuWork.launch(writer, 3, 2, 10, 90);
        GpuWork.node(GpuWork.node(writer, 3, 0, 1, 10, 100), 3, 1, 2, 10, 200);
        String script = """
                records = tool['buffer_records']
                for r in records['kernel_dispatch']:
                    print(r['size'], r['dispatch_info']['dispatch_id'], r['graph_exec_id'], r['graph_node_id'])
                print(json.dumps(records['hip_graph']))
                """;
        assertThat(json(writer.open(directory), script)).isEqualTo("""
                184 1 {'handle': 3} {'handle': 0}
                184 2 {'handle': 3} {'handle': 1}
                [{"size": 96, "kind": 33, "operation": 0, "correlation_id": {"internal": 10, "external": 0, "ancestor": 0}, \
                "thread_id": 43, "start_timestamp": 90, "end_timestamp": 98, "agent_id": {"handle": 101}, "queue_id": {"handle": 0}, \
                "graph_exec_id": {"handle": 3}, "kernel_dispatch_count": 2}]
                """);
    }

    @Test
    void pythonFindsWorkInAmdsFieldsAndOrder() throws IOException, InterruptedException {
        String script = """
                for name in 'kernel_dispatch', 'memory_copy', 'memory_allocation', 'scratch_memory':
                    for r in tool['buffer_records'][name]:
                        print(json.dumps(r))
                print(tool['buffer_records']['hip_api'][0]['correlation_id'], tool['buffer_records']['hip_api'][0]['stream_id'])
                """;
        assertThat(json(script)).isEqualTo("""
                {"size": 184, "kind": 11, "operation": 2, "thread_id": 43, "correlation_id": {"internal": 10, "external": 7}, \
                "start_timestamp": 100, "end_timestamp": 250, "dispatch_info": {"size": 72, "agent_id": {"handle": 101}, \
                "queue_id": {"handle": 3}, "kernel_id": 1, "dispatch_id": 1, "private_segment_size": 16, "group_segment_size": 513, \
                "workgroup_size": {"x": 32, "y": 1, "z": 1}, "grid_size": {"x": 64, "y": 2, "z": 1}}, "stream_id": {"handle": 4}, \
                "graph_exec_id": {"handle": 0}, \
                "graph_node_id": {"handle": 0}}
                {"size": 184, "kind": 11, "operation": 2, "thread_id": 43, "correlation_id": {"internal": 11, "external": 0}, \
                "start_timestamp": 300, "end_timestamp": 350, "dispatch_info": {"size": 72, "agent_id": {"handle": 101}, \
                "queue_id": {"handle": 3}, "kernel_id": 2, "dispatch_id": 2, "private_segment_size": 16, "group_segment_size": 513, \
                "workgroup_size": {"x": 32, "y": 1, "z": 1}, "grid_size": {"x": 64, "y": 2, "z": 1}}, "stream_id": {"handle": 0}, \
                "graph_exec_id": {"handle": 0}, \
                "graph_node_id": {"handle": 0}}
                {"size": 96, "kind": 10, "operation": 3, "thread_id": 43, "correlation_id": {"internal": 13, "external": 0}, \
                "start_timestamp": 10, "end_timestamp": 80, "dst_agent_id": {"handle": 100}, "src_agent_id": {"handle": 102}, \
                "bytes": 4096, "stream_id": {"handle": 0}, "graph_exec_id": {"handle": 0}, \
                "graph_node_id": {"handle": 0}}
                {"size": 96, "kind": 10, "operation": 2, "thread_id": 43, "correlation_id": {"internal": 12, "external": 0}, \
                "start_timestamp": 20, "end_timestamp": 90, "dst_agent_id": {"handle": 101}, "src_agent_id": {"handle": 100}, \
                "bytes": 4096, "stream_id": {"handle": 4}, "graph_exec_id": {"handle": 0}, \
                "graph_node_id": {"handle": 0}}
                {"size": 88, "kind": 16, "operation": 1, "thread_id": 43, "correlation_id": {"internal": 14, "external": 0, "ancestor": 5}, \
                "start_timestamp": 30, "end_timestamp": 70, "agent_id": {"handle": 101}, "address": "0x000000007fff1000", \
                "allocation_size": 1024, "stream_id": {"handle": 2}}
                {"size": 88, "kind": 16, "operation": 3, "thread_id": 43, "correlation_id": {"internal": 15, "external": 0, "ancestor": 5}, \
                "start_timestamp": 31, "end_timestamp": 71, "agent_id": {"handle": 0}, "address": "0x000000007fff1000", \
                "allocation_size": 0, "stream_id": {"handle": 2}}
                {"size": 96, "kind": 12, "operation": 1, "agent_id": {"handle": 101}, "queue_id": {"handle": 3}, "thread_id": 43, \
                "start_timestamp": 40, "end_timestamp": 60, "correlation_id": {"internal": 9, "external": 0, "ancestor": 5}, \
                "flags": 1, "allocation_size": 65536}
                {"size": 96, "kind": 12, "operation": 2, "agent_id": {"handle": 101}, "queue_id": {"handle": 3}, "thread_id": 43, \
                "start_timestamp": 41, "end_timestamp": 61, "correlation_id": {"internal": 9, "external": 0, "ancestor": 5}, \
                "flags": 1, "allocation_size": 0}
                {'internal': 16, 'external': 7, 'ancestor': 0} {'handle': 4}
                """);
    }

    @Test
    void pythonFindsWhatTheNumbersMean() throws IOException, InterruptedException {
        String script = """
                for name in 'code_objects', 'kernel_symbols', 'host_functions':
                    for r in tool[name]:
                        print(json.dumps(r))
                print(tool['strings']['correlation_id']['external'])
                print(tool['metadata']['losses']['kernel_dispatch'])
                """;
        assertThat(json(script)).isEqualTo("""
                {"size": 0, "code_object_id": 0, "agent_id": {"handle": 0}, "uri": "", "load_base": 0, "load_size": 0, \
                "load_delta": 0, "storage_type": 0}
                {"size": 88, "code_object_id": 1, "agent_id": {"handle": 101}, "uri": "file:///bin/app#offset=64&size=9", \
                "load_base": 4096, "load_size": 8192, "load_delta": -16, "storage_type": 1, "storage_file": 5}
                {"size": 88, "code_object_id": 2, "agent_id": {"handle": 102}, "uri": "memory://42#offset=0x1&size=2", \
                "load_base": 1, "load_size": 2, "load_delta": 3, "storage_type": 2, "memory_base": 28672, "memory_size": 512}
                {"size": 0, "kernel_id": 0, "code_object_id": 0, "kernel_name": "", "kernel_object": 0, \
                "kernarg_segment_size": 0, "kernarg_segment_alignment": 0, "group_segment_size": 0, "private_segment_size": 0, \
                "sgpr_count": 0, "arch_vgpr_count": 0, "accum_vgpr_count": 0, "kernel_code_entry_byte_offset": 0, \
                "kernel_address": {"handle": 0}, "formatted_kernel_name": "0", "demangled_kernel_name": "0", \
                "truncated_kernel_name": "0"}
                {"size": 88, "kernel_id": 1, "code_object_id": 1, "kernel_name": "_ZN2gp4axpyIfEEvPT_S2_i.kd", "kernel_object": 20481, \
                "kernarg_segment_size": 24, "kernarg_segment_alignment": 8, "group_segment_size": 600, "private_segment_size": 16, \
                "sgpr_count": 32, "arch_vgpr_count": 40, "accum_vgpr_count": 4, "kernel_code_entry_byte_offset": -256, \
                "kernel_address": {"handle": 20224}, "formatted_kernel_name": "void gp::axpy<float>(float*)", \
                "demangled_kernel_name": "void gp::axpy<float>(float*)", "truncated_kernel_name": "axpy"}
                {"size": 88, "kernel_id": 2, "code_object_id": 1, "kernel_name": "plain.kd", "kernel_object": 20482, \
                "kernarg_segment_size": 24, "kernarg_segment_alignment": 8, "group_segment_size": 600, "private_segment_size": 16, \
                "sgpr_count": 32, "arch_vgpr_count": 40, "accum_vgpr_count": 4, "kernel_code_entry_byte_offset": -256, \
                "kernel_address": {"handle": 20224}, "formatted_kernel_name": "plain", "demangled_kernel_name": "plain.kd", \
                "truncated_kernel_name": "plain.kd"}
                {"size": 0, "host_function_id": 0, "kernel_id": 0, "code_object_id": 0, "host_function": {"handle": 0}, \
                "modules": {"handle": 0}, "device_function": "", "thread_limit": 0, "thread_ids": {"x": 0, "y": 0, "z": 0}, \
                "block_ids": {"x": 0, "y": 0, "z": 0}, "block_dims": {"x": 0, "y": 0, "z": 0}, "grid_dims": {"x": 0, "y": 0, "z": 0}, \
                "workgroup_size": 0, "formatted_host_function_name": "", "demangled_host_function_name": "", \
                "truncated_host_function_name": ""}
                {"size": 120, "host_function_id": 1, "kernel_id": 1, "code_object_id": 1, "host_function": {"handle": 4194304}, "modules": {"handle": 5242880}, \
                "device_function": "_ZN2gp4axpyIfEEvPT_S2_i", "thread_limit": 1024, "thread_ids": {"x": 1, "y": 2, "z": 3}, \
                "block_ids": {"x": 4, "y": 5, "z": 6}, "block_dims": {"x": 7, "y": 8, "z": 9}, "grid_dims": {"x": 10, "y": 11, "z": 12}, \
                "workgroup_size": 64, "formatted_host_function_name": "void gp::axpy<float>(float*)", \
                "demangled_host_function_name": "void gp::axpy<float>(float*)", "truncated_host_function_name": "axpy"}
                [{'key': 7, 'value': 'step "1"'}]
                {'submitted': 3, 'recorded': 2, 'in_flight': 1, 'dropped': 0}
                """);
    }

    @Test
    void pythonFindsAgentsWithTheirBitsSplit() throws IOException, InterruptedException {
        String script = """
                a = tool['agents'][1]
                print(len(tool['agents']), [x['gpu_index'] for x in tool['agents']], [x['id'] for x in tool['agents']])
                for name in 'sdma_fw_version', 'fw_version', 'mem_banks', 'caches', 'io_links', 'grid_max_dim', 'runtime_visibility':
                    print(a[name])
                print([name for name, value in a['capability'].items() if value], len(a['capability']))
                print(a['mem_banks_count'], a['caches_count'], a['io_links_count'], a['name'], a['local_mem_size'])
                """;
        assertThat(json(script)).isEqualTo("""
                3 [-1, 0, 1] [{'handle': 100}, {'handle': 101}, {'handle': 102}]
                {'uCodeSDMA': 8, 'uCodeRes': 5}
                {'uCode': 9, 'Major': 1, 'Minor': 2, 'Stepping': 1}
                [{'heap_type': 1, 'flags': {'HotPluggable': 0, 'NonVolatile': 1}, 'width': 4096, 'mem_clk_max': 1600, \
                'size_in_bytes': 68702699520}]
                [{'processor_id_low': 61, 'size': 16, 'level': 1, 'cache_line_size': 64, 'cache_lines_per_tag': 2, 'association': 4, \
                'latency': 1, 'type': {'Data': 1, 'Instruction': 0, 'CPU': 0, 'HSACU': 1}}, \
                {'processor_id_low': 62, 'size': 8, 'level': 2, 'cache_line_size': 128, 'cache_lines_per_tag': 1, 'association': 16, \
                'latency': 0, 'type': {'Data': 1, 'Instruction': 0, 'CPU': 1, 'HSACU': 0}}]
                [{'type': 11, 'version_major': 1, 'version_minor': 0, 'node_from': 2, 'node_to': 0, 'weight': 20, 'min_latency': 3, \
                'max_latency': 4, 'min_bandwidth': 5, 'max_bandwidth': 6, 'recommended_transfer_size': 7, \
                'flags': {'Override': 1, 'NonCoherent': 0, 'NoAtomics32bit': 0, 'NoAtomics64bit': 1, 'NoPeerToPeerDMA': 0}}]
                {'x': 4294967295, 'y': 2, 'z': 3}
                {'hsa': 1, 'hip': 0, 'rccl': 1, 'rocdecode': 0}
                ['HotPluggable', 'RASEventNotify', 'PerQueueResetSupported'] 25
                1 2 1 gfx90a 68702699520
                """);
    }

    private List<Path> csv(boolean statistics) throws IOException {
        try (ProcessTrace process = open()) {
            return new CsvExporter().write(SampleRun.export(process, directory.resolve("x"), statistics, display));
        }
    }

    private String json(String script) throws IOException, InterruptedException {
        return json(open(), script);
    }

    private String json(ProcessTrace opened, String script) throws IOException, InterruptedException {
        try (ProcessTrace process = opened) {
            Path file = new JsonExporter()
                    .write(SampleRun.export(process, directory.resolve("x"), false, display))
                    .getFirst();
            String read = "import json, sys\ntool, = json.load(open(sys.argv[1]))['rocprofiler-sdk-tool']\n";
            return Python.run(read + script, file.toString());
        }
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).toList();
    }

    private String text(String name) throws IOException {
        return Files.readString(directory.resolve("x_" + name + ".csv"));
    }
}
