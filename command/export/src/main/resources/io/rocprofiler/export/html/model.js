// Rows of the time line. A row has lanes, a lane has lines; on a line no two slices overlap, so it can be searched by halves.

const MOST_STUCK = 0.6; // of the height of the picture
const MOST_LINES = 256; // of a lane; what would need more lies on the last one

const KIND_LABELS = {
  MARKERS: "ROC-TX", PROCESS_RANGES: "ROC-TX ranges", RCCL: "RCCL", ROCDECODE: "rocDecode", ROCJPEG: "rocJPEG", HIP: "HIP",
  HSA: "HSA", ALLOCATIONS: "memory", KERNELS: "kernels", COPIES: "copies", SCRATCH: "scratch",
};

class Model {
  constructor({ meta, slices, counters, K, argumentsOf }) {
    Object.assign(this, { meta, slices, counters, K, argumentsOf });
    this.rowOf = new Uint32Array(slices.size);
    this.laneOf = new Uint8Array(slices.size);
    this.lineOf = new Uint16Array(slices.size);
    this.begins = [];
    meta.lanes.reduce((from, lane, number) => (this.begins[number] = from) + lane[LANE.slices], 0);
    this.collapsed = new Set();
    this.pins = new Set(); // keys of rows, also of those that only the other grouping has
    this.onGpu = new Uint8Array(meta.kinds.length);
    for (const kind of ["KERNELS", "COPIES", "SCRATCH"]) this.onGpu[K[kind]] = 1;
    this.group("queue");
  }

  kind(slice) {
    return this.meta.lanes[this.slices.lane[slice]][LANE.kind];
  }

  process(slice) {
    return this.meta.lanes[this.slices.lane[slice]][LANE.process];
  }

  end(slice) {
    return this.slices.start[slice] + this.slices.duration[slice];
  }

  name(slice) {
    return this.meta.names[this.slices.name[slice]][NAME.text];
  }

  // The name without what its lane says already: "host to device".
  shortName(slice) {
    const name = this.name(slice);
    const known = /^(MEMORY_COPY|MEMORY_ALLOCATION|SCRATCH_MEMORY)_(?=[A-Z])/.exec(name);
    return known ? name.slice(known[0].length).toLowerCase().replaceAll("_", " ") : name;
  }

  // By "queue" or by "stream": where GPU work is shown.
  group(grouping) {
    this.grouping = grouping;
    this.rows = [];
    this.meta.processes.forEach((process, number) => {
      const rows = this.rowsOf(number);
      this.rows.push(this.processRow(process, number, rows), ...rows);
    });
    this.rows.forEach((row, number) => {
      row.lanes.forEach((lane, place) => {
        lane.lines = this.lines(lane.order, number, place);
      });
    });
    this.place();
  }

  processRow(process, number, rows) {
    const program = (process.command[0] ?? "").split("/").pop();
    return {
      key: `process ${number}`, group: true, process: number, label: `${program || "process"} ${process.pid}`,
      more: `${process.host} · ${plural(rows.length, "row")}`, lanes: [],
    };
  }

  rowsOf(process) {
    const rows = new Map();
    const lanes = this.meta.lanes.map((lane, number) => ({ lane, number })).filter(({ lane }) => lane[LANE.process] === process);
    lanes.sort((x, y) => x.lane[LANE.kind] - y.lane[LANE.kind]);
    for (const { lane, number } of lanes) {
      const row = this.rowFor(lane);
      if (!rows.has(row.key)) rows.set(row.key, { ...row, process, lanes: [] });
      this.intoLane(rows.get(row.key).lanes, lane[LANE.kind], number);
    }
    for (const row of rows.values()) {
      for (const lane of row.lanes) lane.order = this.order(lane.parts);
    }
    const counters = this.counters.filter((counter) => counter.process === process).map((counter) => this.counterRow(counter));
    const before = (x, y) => x.localeCompare(y, "en", { numeric: true });
    return [...rows.values(), ...counters].sort((x, y) => x.rank - y.rank || x.place - y.place || before(x.device ?? "", y.device ?? "")
      || (x.kind ?? -1) - (y.kind ?? -1) || before(x.label, y.label));
  }

  // Below the queues of its device; below all of them where rows are streams, or the device has none.
  counterRow(counter) {
    const device = this.meta.agents[counter.agent] || "no agent";
    const gpu = this.meta.processes[counter.process].agents.some((agent) => agent.gpu && agent.label === device);
    return {
      key: `${counter.process} counter ${counter.kind} ${counter.agent}`, process: counter.process, counter, lanes: [], device,
      kind: this.meta.counterKinds.indexOf(counter.kind), rank: gpu && this.grouping === "queue" ? 0 : 1, place: 0,
      label: `${device} · ${counter.label}`, more: `up to ${counter.shown(counter.most)}`,
    };
  }

  // In a stream's row, kernels and copies follow each other on one lane.
  intoLane(lanes, kind, number) {
    const shown = this.grouping === "stream" && kind === this.K.COPIES ? this.K.KERNELS : kind;
    let lane = lanes.find((other) => other.kind === shown);
    if (!lane) {
      lane = { kind: shown, label: KIND_LABELS[this.meta.kinds[shown]], parts: [] };
      if (this.grouping === "stream" && shown === this.K.KERNELS) lane.label = "GPU";
      lanes.push(lane);
    }
    lane.parts.push(number);
  }

  rowFor(lane) {
    const agent = (number) => this.meta.agents[number] || "no agent";
    const first = lane[LANE.first], second = lane[LANE.second], stream = lane[LANE.stream];
    const kind = lane[LANE.kind];
    const process = this.meta.processes[lane[LANE.process]];
    if (!this.onGpu[kind]) {
      const main = first === process.pid;
      const name = process.threads[first];
      return { key: `${lane[0]} thread ${first}`, rank: 3, place: main ? 0 : first, label: name ?? `Thread ${first}`,
        more: [name && `thread ${first}`, main && "main"].filter(Boolean).join(", ") };
    }
    if (this.grouping === "stream" && kind !== this.K.SCRATCH) {
      const name = process.streams[stream];
      return { key: `${lane[0]} stream ${stream}`, rank: 0, place: stream, label: name ?? `Stream ${stream}`,
        more: [name && `stream ${stream}`, !stream && "the null stream"].filter(Boolean).join(", ") };
    }
    if (kind === this.K.COPIES) {
      return { key: `${lane[0]} copies ${first} ${second}`, rank: 2, place: 0, label: `${agent(first)} → ${agent(second)}`, more: "copies" };
    }
    const queue = process.queues[second] ?? `queue ${second}`;
    return { key: `${lane[0]} queue ${first} ${second}`, rank: 0, place: 0, device: agent(first), label: `${agent(first)} · ${queue}`, more: this.product(lane) };
  }

  product(lane) {
    const label = this.meta.agents[lane[LANE.first]];
    const agent = this.meta.processes[lane[LANE.process]].agents.find((other) => other.label === label);
    return agent ? [agent.given, agent.product || agent.name].filter(Boolean).join(", ") : "";
  }

  // All slices of some lanes, in order of start; of those that begin together the longest first, as it is the outer one.
  order(parts) {
    const { start, duration } = this.slices;
    const size = parts.reduce((sum, part) => sum + this.meta.lanes[part][LANE.slices], 0);
    const order = new Uint32Array(size);
    let at = 0;
    for (const part of parts) {
      for (let i = 0; i < this.meta.lanes[part][LANE.slices]; i++) order[at++] = this.begins[part] + i;
    }
    const before = (x, y) => start[x] - start[y] || duration[y] - duration[x];
    let sorted = true;
    for (let i = 1; i < size && sorted; i++) sorted = before(order[i - 1], order[i]) <= 0;
    return sorted ? order : order.sort(before);
  }

  // Each slice goes to the first line that is free when it begins: what is called lies below what calls it.
  lines(order, row, lane) {
    const { start } = this.slices;
    const ends = [], sizes = [];
    for (const slice of order) {
      let line = 0;
      while (line < ends.length && ends[line] > start[slice] && line < MOST_LINES - 1) line++;
      ends[line] = this.end(slice);
      sizes[line] = (sizes[line] ?? 0) + 1;
      this.rowOf[slice] = row;
      this.laneOf[slice] = lane;
      this.lineOf[slice] = line;
    }
    const lines = sizes.map((size) => new Uint32Array(size));
    const filled = lines.map(() => 0);
    for (const slice of order) lines[this.lineOf[slice]][filled[this.lineOf[slice]]++] = slice;
    return lines;
  }

  // Where each row is, from above, in CSS pixels: those that are pinned before all others.
  place() {
    let hidden = false;
    for (const row of this.rows) {
      if (row.group) hidden = false;
      row.pinned = this.pins.has(row.key);
      row.height = hidden && !row.pinned ? 0 : this.heightOf(row);
      if (row.group) hidden = this.collapsed.has(row.key);
    }
    this.placed = [...this.rows.filter((row) => row.pinned), ...this.rows.filter((row) => !row.pinned)];
    this.height = 0;
    for (const row of this.placed) {
      row.y = this.height;
      this.height += row.height;
    }
  }

  // The height of the pinned rows that stay where they are; of too many, the last ones move, so that there is room for others.
  stuck(height) {
    const moving = this.placed.find((row) => !row.pinned || row.y + row.height > height * MOST_STUCK);
    return moving ? moving.y : this.height;
  }

  heightOf(row) {
    if (row.group) return GROUP_HEIGHT;
    if (row.counter) return this.collapsed.has(row.key) ? LEAST_ROW : COUNTER_HEIGHT;
    let y = ROW_PADDING;
    for (const lane of row.lanes) {
      lane.y = y;
      lane.shown = this.collapsed.has(row.key) ? Math.min(1, lane.lines.length) : lane.lines.length;
      y += lane.shown * LINE_HEIGHT + LANE_GAP;
    }
    return Math.max(y + ROW_PADDING - LANE_GAP, LEAST_ROW);
  }

  rowAt(y) {
    let low = 0, high = this.placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.placed[middle].y + this.placed[middle].height > y) high = middle;
      else low = middle + 1;
    }
    return this.placed[low];
  }

  top(slice) {
    const row = this.rows[this.rowOf[slice]];
    const lane = row.lanes[this.laneOf[slice]];
    if (row.height === 0) return this.groupOf(row).y;
    return row.y + lane.y + Math.min(this.lineOf[slice], Math.max(0, lane.shown - 1)) * LINE_HEIGHT;
  }

  groupOf(row) {
    return this.rows.find((other) => other.group && other.process === row.process);
  }

  // The place of the first slice of a line that ends after a time, at or behind `from`.
  firstEndingAfter(line, time, from = 0) {
    let low = from, high = line.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.end(line[middle]) > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  // Work has the id of the innermost call that was recorded around its submission; calls have ids of their own.
  isWork(slice) {
    const kind = this.kind(slice);
    return this.onGpu[kind] === 1 || kind === this.K.ALLOCATIONS;
  }

  // A mark may have the name of a range.
  isMark(slice) {
    return this.kind(slice) === this.K.MARKERS && this.slices.c[slice] === 1;
  }

  // Of a call, the work that it or a call within it started; of work, the call that started it and those around that one.
  linked(slice) {
    if (this.slices.count[slice] > 1) return [];
    if (!this.isWork(slice)) return this.workOf(this.within(slice), this.process(slice));
    const call = this.call(this.slices.id[slice], this.process(slice));
    return call < 0 ? [] : [call, ...this.callers(call)];
  }

  // The ids of a call and of those within it: they lie on its thread, between its start and its end.
  within(slice) {
    const { start, a, id, count } = this.slices;
    const lane = this.meta.lanes[this.slices.lane[slice]], to = this.end(slice);
    const inside = [];
    this.meta.lanes.forEach((other, number) => {
      const begin = this.begins[number], end = begin + other[LANE.slices];
      if (other[LANE.process] !== lane[LANE.process] || other[LANE.first] !== lane[LANE.first] || begin === end || this.isWork(begin)) return;
      for (let i = this.firstAtOrAfter(begin, end, start[slice]); i < end && start[i] <= to; i++) if (count[i] === 1) inside.push(i);
    });
    inside.sort((x, y) => id[x] - id[y]); // ids rise: a call's is higher than that of the call around it
    const ids = new Set([id[slice]]);
    for (const call of inside) if (ids.has(a[call])) ids.add(id[call]);
    ids.delete(0);
    return ids;
  }

  firstAtOrAfter(from, to, time) {
    let low = from, high = to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.slices.start[middle] >= time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  workOf(ids, process) {
    const { id, count } = this.slices;
    const found = [];
    this.meta.lanes.forEach((lane, number) => {
      const begin = this.begins[number], end = begin + lane[LANE.slices];
      if (lane[LANE.process] !== process || begin === end || !this.isWork(begin)) return;
      for (let slice = begin; slice < end; slice++) if (ids.has(id[slice]) && count[slice] === 1) found.push(slice);
    });
    return found.sort((x, y) => this.slices.start[x] - this.slices.start[y]);
  }

  // The call with an id, -1 if it was not recorded or is merged.
  call(wanted, process) {
    if (!wanted) return -1;
    const { id } = this.slices;
    for (let number = 0; number < this.meta.lanes.length; number++) {
      const lane = this.meta.lanes[number], begin = this.begins[number], end = begin + lane[LANE.slices];
      if (lane[LANE.process] !== process || begin === end || this.isWork(begin)) continue;
      for (let slice = begin; slice < end; slice++) if (id[slice] === wanted) return slice;
    }
    return -1;
  }

  // The slices that a call was made in, the innermost first, as far as they are recorded.
  callers(slice) {
    const chain = [], process = this.process(slice);
    let next = this.isWork(slice) ? -1 : this.call(this.slices.a[slice], process);
    while (next >= 0 && chain.length < 16 && !chain.includes(next)) {
      chain.push(next);
      next = this.call(this.slices.a[next], process);
    }
    return chain;
  }

  // Where the line to some work begins: at the outermost call, but not at a range.
  outermost(calls) {
    return calls.findLast((call) => ![this.K.MARKERS, this.K.PROCESS_RANGES].includes(this.kind(call))) ?? calls[0];
  }

  // The slice of a lane that holds a moment; merged ones too.
  sliceAt(lane, moment) {
    const { start } = this.slices;
    const from = this.begins[lane], to = from + this.meta.lanes[lane][LANE.slices];
    let best = -1;
    for (let slice = from; slice < to && start[slice] <= moment; slice++) {
      if (this.end(slice) >= moment && (best < 0 || start[slice] >= start[best])) best = slice;
    }
    return best;
  }
}
