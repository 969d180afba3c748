package io.rocprofiler.bench.synthetic;

/// The agents of the machine: one CPU and four GPUs.
final class Machine {

    static final int GPUS = 4;

    private static final long CPU_HANDLE = 0x1000;

    private static final String COMMON = """
            size=304
            uuid=%2$d
            location_id=%3$d
            domain=0
            vendor_id=4098
            hive_id=0
            vendor_name=%4$s
            model_name=
            """;

    private static final String CPU = """
            id=%1$d
            type=1
            cpu_cores_count=64
            node_id=0
            logical_node_id=0
            logical_node_type_id=0
            name=A CPU of 64 cores
            product_name=A CPU of 64 cores
            mem_banks=0,0,64,3200,549755813888;
            caches=0,32,1,64,1,8,1,9;0,1024,2,64,1,8,3,9;
            runtime_visibility=1
            """;

    private static final String GPU = """
            id=%1$d
            type=2
            node_id=%5$d
            logical_node_id=%5$d
            logical_node_type_id=%6$d
            local_mem_size=68702699520
            runtime_visibility=3
            simd_count=440
            max_waves_per_simd=8
            lds_size_in_kb=64
            wave_front_size=64
            num_xcc=1
            cu_count=110
            array_count=8
            num_shader_banks=8
            simd_arrays_per_engine=1
            cu_per_simd_array=14
            simd_per_cu=4
            max_slots_scratch_cu=32
            cu_per_engine=13
            max_waves_per_cu=32
            gfx_target_version=90010
            device_id=29708
            drm_render_minor=%7$d
            sdma_fw_version=8
            fw_version=83
            family_id=141
            gpu_id=%8$d
            num_sdma_engines=2
            num_sdma_xgmi_engines=3
            num_sdma_queues_per_engine=8
            num_cp_queues=24
            max_engine_clk_fcompute=1700
            workgroup_max_size=1024
            grid_max_size=4294967295
            workgroup_max_dim=1024,1024,1024
            grid_max_dim=4294967295,4294967295,4294967295
            name=gfx90a
            product_name=A GPU
            mem_banks=1,0,4096,1600,68702699520;
            caches=0,16,1,64,1,4,1,9;0,8192,2,128,1,16,0,9;
            """;

    private Machine() {}

    static long cpu() {
        return CPU_HANDLE;
    }

    static long gpu(int number) {
        return CPU_HANDLE + 1 + number;
    }

    /// Returns the text of `agents.properties`.
    static String describe() {
        StringBuilder text = new StringBuilder();
        add(text, 0, CPU.formatted(cpu()) + COMMON.formatted(0, 1, 0, "CPU"));
        for (int gpu = 0; gpu < GPUS; gpu++) {
            int location = 0xc100 + 0x100 * gpu;
            add(
                    text,
                    gpu + 1,
                    GPU.formatted(gpu(gpu), 0, 0, "", gpu + 1, gpu, 128 + gpu, 1000 + gpu)
                            + COMMON.formatted(0, 0xabc0 + gpu, location, "AMD"));
        }
        return text.toString();
    }

    private static void add(StringBuilder text, int place, String fields) {
        fields.lines()
                .forEach(line -> text.append(place).append('.').append(line).append('\n'));
        text.append(place).append(".complete=1\n");
    }
}
