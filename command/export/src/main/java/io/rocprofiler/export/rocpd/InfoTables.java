package io.rocprofiler.export.rocpd;

import io.rocprofiler.export.Export;
import io.rocprofiler.export.text.Node;
import io.rocprofiler.trace.AgentInfo;
import io.rocprofiler.trace.CodeObject;
import io.rocprofiler.trace.KernelSymbol;
import io.rocprofiler.trace.ProcessTrace;
import io.rocprofiler.trace.display.KernelNames;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// Writes the tables of one process to which rows of records refer. Objects named by records have a row even
/// without a description, so that everything that ran is shown and every reference is valid.
final class InfoTables {

    /// Tables whose rows were not inserted by SQL: AUTOINCREMENT must be told their last ids.
    private static final List<String> RECORDS = List.of(
            "event", "arg", "region", "sample", "kernel_dispatch", "memory_copy", "memory_allocate", "graph_launch");

    private final Connection connection;
    private final SchemaVersion version;
    private final Guid guid;
    private final RecordTables records;
    private final ProcessTrace process;
    private final Node node;
    private final long pid;
    private final Set<Long> codeObjects = new HashSet<>();

    InfoTables(Connection connection, SchemaVersion version, Guid guid, RecordTables records, Node node) {
        this.connection = connection;
        this.version = version;
        this.guid = guid;
        this.records = records;
        this.process = records.process();
        this.node = node;
        this.pid = process.pid();
    }

    void write(Export export) throws IOException, SQLException {
        Schema.execute(connection, version, "rocpd_metadata.sql", guid);
        machine();
        process(export);
        agents();
        threads();
        handles("rocpd_info_queue", "Queue", records.queues(), process.names()::queue);
        handles("rocpd_info_stream", "Stream", records.streams(), process.names()::stream);
        codeObjects();
        kernels(export.display().kernels());
        strings();
        tracks();
        sequences();
    }

    private Insert into(String table, String columns) throws SQLException {
        return Insert.into(connection, table + guid.suffix(), columns);
    }

    private void machine() throws SQLException {
        String columns = "id, hash, machine_id, system_name, hostname, release, version, hardware_name, domain_name";
        try (Insert insert = into("rocpd_info_node", columns)) {
            insert.row(
                    node.id(),
                    node.hash(),
                    node.machineId(),
                    node.systemName(),
                    node.hostname(),
                    node.release(),
                    node.version(),
                    node.hardwareName(),
                    node.domainName());
        }
    }

    private void process(Export export) throws SQLException {
        long start = process.startNanos();
        Long end = process.endNanos() == 0 ? null : (Long) process.endNanos();
        String columns = "id, nid, ppid, pid, init, fini, start, \"end\", command, extdata";
        try (Insert insert = into("rocpd_info_process", columns)) {
            insert.row(
                    pid,
                    node.id(),
                    parent(),
                    pid,
                    start,
                    end,
                    start,
                    end,
                    String.join(" ", process.properties().command()),
                    Json.of(process, export.configuration()));
        }
    }

    private @Nullable Long parent() {
        long parent = process.properties().number("ppid", -1);
        return parent < 0 ? null : (Long) parent;
    }

    private void agents() throws SQLException {
        String columns = "id, nid, pid, type, absolute_index, logical_index, type_index, uuid, name, model_name, "
                + "vendor_name, product_name, user_name, extdata";
        try (Insert insert = into("rocpd_info_agent", columns)) {
            for (AgentInfo agent : records.agents().known()) {
                agent(insert, agent);
            }
            for (long handle : records.agents().unknown()) {
                insert.row(
                        records.agents().row(handle),
                        node.id(),
                        pid,
                        null,
                        null,
                        null,
                        null,
                        null,
                        "Agent " + Long.toUnsignedString(handle),
                        "",
                        "",
                        "",
                        "",
                        "{}");
            }
        }
    }

    private void agent(Insert insert, AgentInfo agent) throws SQLException {
        insert.row(
                Agents.row(agent),
                node.id(),
                pid,
                agent.isGpu() ? "GPU" : "CPU",
                agent.number("node_id"),
                agent.number("logical_node_id"),
                agent.number("logical_node_type_id"),
                agent.number("device_id"),
                agent.text("name"),
                agent.text("model_name"),
                agent.text("vendor_name"),
                agent.text("product_name"),
                orElse(process.names().agent(agent.id()), agent.text("product_name")),
                Json.of(agent));
    }

    private static String orElse(String name, String otherwise) {
        return name.isEmpty() ? otherwise : name;
    }

    private void threads() throws SQLException {
        try (Insert insert = into("rocpd_info_thread", "id, nid, ppid, pid, tid, name")) {
            for (int i = 0; i < records.threads().size(); i++) {
                long thread = records.threads().number(i);
                String name = process.names().thread(thread);
                insert.row(thread, node.id(), parent(), pid, thread, name.isEmpty() ? null : name);
            }
        }
    }

    /// Writes the handles named by records; the first, with the number 0, is the default.
    private void handles(String table, String word, FirstSeenIndex handles, LongFunction<String> names)
            throws SQLException {
        try (Insert insert = into(table, "id, nid, pid, name")) {
            for (int i = 0; i < handles.size(); i++) {
                String name = i == 0 ? "Default " + word : word + " " + (i - 1);
                insert.row(handles.number(i), node.id(), pid, orElse(names.apply(handles.number(i)), name));
            }
        }
    }

    private void codeObjects() throws SQLException {
        String columns = "id, nid, pid, agent_id, uri, load_base, load_size, load_delta, extdata";
        try (Insert insert = into("rocpd_info_code_object", columns)) {
            for (CodeObject code : process.codeObjects()) {
                codeObjects.add(code.codeObjectId());
                insert.row(
                        code.codeObjectId(),
                        node.id(),
                        pid,
                        code.agentId() == 0 ? null : (Long) records.agents().row(code.agentId()),
                        code.uri(),
                        code.loadBase(),
                        code.loadSize(),
                        code.loadDelta(),
                        Json.of(code));
            }
        }
    }

    /// Ensures that a kernel's code object has a row.
    private long codeObject(long id) throws SQLException {
        if (codeObjects.add(id)) {
            try (Insert insert = into("rocpd_info_code_object", "id, nid, pid, uri")) {
                insert.row(id, node.id(), pid, "");
            }
        }
        return id;
    }

    private void kernels(KernelNames names) throws SQLException {
        String columns =
                "id, nid, pid, code_object_id, kernel_name, display_name, kernel_object, kernarg_segment_size, "
                        + "kernarg_segment_alignment, group_segment_size, private_segment_size, sgpr_count, arch_vgpr_count, "
                        + "accum_vgpr_count, extdata";
        Set<Long> known = new HashSet<>();
        try (Insert insert = into("rocpd_info_kernel_symbol", columns)) {
            for (KernelSymbol kernel : process.kernels()) {
                known.add(kernel.kernelId());
                insert.row(
                        kernel.kernelId(),
                        node.id(),
                        pid,
                        codeObject(kernel.codeObjectId()),
                        kernel.name(),
                        names.formatted(kernel),
                        kernel.kernelObject(),
                        kernel.kernargSegmentBytes(),
                        kernel.kernargSegmentAlignment(),
                        kernel.groupSegmentBytes(),
                        kernel.privateSegmentBytes(),
                        kernel.sgprCount(),
                        kernel.archVgprCount(),
                        kernel.accumVgprCount(),
                        Json.of(kernel, names));
            }
        }
        try (Insert insert =
                into("rocpd_info_kernel_symbol", "id, nid, pid, code_object_id, kernel_name, display_name")) {
            for (int i = 0; i < records.kernels().size(); i++) {
                long id = records.kernels().number(i);
                if (!known.contains(id)) {
                    String name = "kernel " + Long.toUnsignedString(id);
                    insert.row(id, node.id(), pid, codeObject(0), name, name);
                }
            }
        }
    }

    private void strings() throws SQLException {
        try (Insert insert = into("rocpd_string", "id, string")) {
            int number = 0;
            for (String text : records.strings().all()) {
                insert.row(++number, text);
            }
        }
    }

    private void tracks() throws SQLException {
        try (Insert insert = into("rocpd_track", "id, nid, pid, tid, name_id")) {
            int number = 0;
            for (Tracks.Track track : records.tracks().inOrder()) {
                insert.row(++number, node.id(), pid, track.thread(), track.name());
            }
        }
    }

    private void sequences() throws SQLException {
        try (Insert insert = Insert.into(connection, "sqlite_sequence", "name, seq")) {
            for (String table : RECORDS) {
                long last = records.lastId(table);
                if (last > 0) {
                    insert.row("rocpd_" + table + guid.suffix(), last);
                }
            }
        }
    }
}
