// What is known of the selected slice, and what belongs to it; of a measured stretch, what happened in it.

const LINKS_SHOWN = 100;

class Details {
  constructor(state) {
    Object.assign(this, { state, model: state.model, panel: document.getElementById("details") });
    this.hint = this.panel.firstElementChild;
  }

  show() {
    if (this.state.selected < 0) this.panel.replaceChildren(this.hint);
    else this.panel.replaceChildren(this.slice(this.state.selected));
  }

  slice(slice) {
    const { slices, meta } = this.model;
    const merged = slices.count[slice] > 1;
    const heading = merged ? `${count(slices.count[slice])} slices, the longest ${this.model.name(slice)}` : this.model.name(slice);
    const facts = merged ? this.mergedFacts(slice) : [...this.times(slice), ...this.facts(slice)];
    const name = meta.names[slices.name[slice]];
    const same = merged ? null : element("div", {}, element("h2", {}, "All by this name"), this.list(this.statistics(name)));
    const columns = [element("div", {}, element("h2", {}, heading), this.list(facts)), this.linked(slice), this.given(slice), same];
    return element("div", { className: "columns" }, ...columns.filter(Boolean));
  }

  list(facts) {
    return element("dl", {}, ...facts.flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, String(value))]));
  }

  times(slice) {
    const { start } = this.model.slices;
    const base = BigInt(this.model.meta.base);
    return [
      ["duration", duration(this.model.slices.duration[slice])],
      ["start", `${duration(start[slice])} into the run`],
      ["on the clock", `${base + BigInt(start[slice])} to ${base + BigInt(this.model.end(slice))} ns`],
    ];
  }

  statistics(name) {
    return [
      ["calls", count(name[NAME.count])],
      ["total", duration(name[NAME.sum])],
      ["average", duration(name[NAME.sum] / name[NAME.count])],
      ["shortest", duration(name[NAME.min])],
      ["longest", duration(name[NAME.max])],
    ];
  }

  mergedFacts(slice) {
    const { slices } = this.model;
    const facts = [
      ["from first to last", duration(slices.duration[slice])],
      ["covered by them", `${duration(slices.busy[slice])} (${percent(slices.busy[slice], slices.duration[slice])})`],
      ["the longest", duration(slices.b[slice])],
      ["start", `${duration(slices.start[slice])} into the run`],
      ["why", `shorter than ${duration(this.model.meta.threshold)} each: the run is too large to show one by one`],
    ];
    const kind = this.model.kind(slice);
    const { COPIES, ALLOCATIONS, SCRATCH } = this.model.K;
    if ([COPIES, ALLOCATIONS, SCRATCH].includes(kind)) facts.splice(3, 0, ["bytes in all", bytes(slices.a[slice])]);
    return facts;
  }

  facts(slice) {
    const { slices, meta, K } = this.model;
    const lane = meta.lanes[slices.lane[slice]];
    const process = meta.processes[lane[LANE.process]];
    const { a, b, c } = { a: slices.a[slice], b: slices.b[slice], c: slices.c[slice] };
    const agent = (number) => meta.agents[number] || "none";
    const named = (names, number) => (number in names ? `${number} (${names[number]})` : number);
    const thread = (number) => named(process.threads, number);
    const stream = (number) => named(process.streams, number);
    const queue = (number) => named(process.queues, number);
    const own = {
      [K.KERNELS]: () => [["agent, queue", `${agent(lane[LANE.first])}, ${queue(lane[LANE.second])}`], ["stream", stream(lane[LANE.stream])],
        ["dispatch", b], ...this.shape(a), ["launched by thread", thread(c)]],
      [K.COPIES]: () => [["from, to", `${agent(lane[LANE.first])} → ${agent(lane[LANE.second])}`], ["size", bytes(a)],
        ["rate", slices.duration[slice] ? rate(a / slices.duration[slice] * 1e9) : "unknown"], ["stream", stream(lane[LANE.stream])],
        ...this.graph(Math.floor(b / 2 ** 24), b % 2 ** 24), ["started by thread", thread(c)]],
      [K.ALLOCATIONS]: () => [["size", bytes(a)], ["address", `0x${b.toString(16)}`], ["agent", agent(c)], ["thread", thread(lane[LANE.first])]],
      [K.SCRATCH]: () => [["size", bytes(a)], ["flags", b], ["agent, queue", `${agent(lane[LANE.first])}, ${queue(lane[LANE.second])}`], ["thread", thread(c)]],
      [K.HIP]: () => [["stream", stream(b)], ["thread", thread(lane[LANE.first])]],
    }[lane[LANE.kind]] ?? (() => [["thread", thread(lane[LANE.first])]]);
    return [...own(), ["process", `${process.pid} on ${process.host}`], ["correlation id", slices.id[slice]]];
  }

  // Arguments and result, if the record has them.
  given(slice) {
    const { slices, meta } = this.model;
    const parameters = meta.parameters[slices.name[slice]];
    if (!parameters || slices.count[slice] > 1 || this.model.isWork(slice)) return null;
    const values = this.model.argumentsOf(this.model.process(slice), slices.id[slice]);
    const facts = values ? [...parameters.map((parameter, place) => [parameter, values[place + 1]]), ["result", values[0]]]
      : [["", "not kept: only those of the first calls are"]];
    return element("div", {}, element("h2", {}, "Arguments"), this.list(facts));
  }

  shape(number) {
    if (!number) return [["shape", "not kept: there were too many"]];
    const [, wx, wy, wz, gx, gy, gz, group, scratch, vgprs, accum, sgprs, exec, node] = this.model.meta.shapes[number - 1];
    return [
      ["grid", `${gx} × ${gy} × ${gz} work-items`], ["work-group", `${wx} × ${wy} × ${wz}`],
      ["group memory", bytes(group)], ["scratch memory", `${bytes(scratch)} per work-item`],
      ["registers", `${vgprs} vector, ${accum} accumulation, ${sgprs} scalar`], ...this.graph(exec, node),
    ];
  }

  // Which place work has in the launch of a HIP graph.
  graph(exec, node) {
    return exec ? [["graph", `${exec}, node ${node}`]] : [];
  }

  linked(slice) {
    const { links } = this.state;
    const isWork = this.model.isWork(slice);
    const { start, duration: durations } = this.model.slices;
    const shown = links.slice(0, LINKS_SHOWN).map((other) => {
      const wait = Math.abs(start[other] - start[slice]);
      const when = isWork ? `began ${duration(wait)} before` : `${duration(wait)} after the call began`;
      return this.link(other, `${this.model.name(other)} (${duration(durations[other])}, ${when})`);
    });
    if (links.length > LINKS_SHOWN) shown.push(element("li", {}, `and ${count(links.length - LINKS_SHOWN)} more`));
    const parts = [];
    if (shown.length) parts.push(element("h2", {}, isWork ? "Started by" : "Work it started"), element("ul", { className: "links" }, ...shown));
    const callers = this.model.callers(slice);
    if (callers.length) {
      parts.push(element("h2", {}, "Called in"), element("ul", { className: "links" }, ...callers.map((call) => this.link(call, this.model.name(call)))));
    }
    return parts.length ? element("div", {}, ...parts) : null;
  }

  link(slice, text) {
    return element("li", {}, element("button", { onclick: () => this.state.reveal(slice) }, text));
  }

  // What lies in a stretch, by name, the longest first.
  range(from, to) {
    const { slices, meta } = this.model;
    const sums = new Map();
    let merged = 0;
    for (let slice = 0; slice < slices.size; slice++) {
      const covered = Math.min(to, this.model.end(slice)) - Math.max(from, slices.start[slice]);
      if (covered < 0 || covered === 0 && slices.duration[slice] > 0) continue;
      if (slices.count[slice] > 1) merged += slices.count[slice];
      const key = slices.count[slice] > 1 ? -1 - this.model.kind(slice) : slices.name[slice];
      const sum = sums.get(key) ?? { count: 0, time: 0 };
      sum.count += slices.count[slice];
      sum.time += slices.count[slice] > 1 ? Math.min(covered, slices.busy[slice]) : covered;
      sums.set(key, sum);
    }
    const rows = [...sums].map(([key, sum]) => [
      key < 0 ? `${KIND_LABELS[meta.kinds[-1 - key]]}, merged` : meta.names[key][NAME.text],
      key < 0 ? "" : meta.domains[meta.names[key][NAME.domain]], sum.count, sum.time]);
    const table = new Table(["Name", "Domain", "Slices", "Time within"], rows, [null, null, count, duration], 3);
    const heading = `${duration(to - from)}, from ${duration(from)} to ${duration(to)} into the run`;
    const counters = this.model.rows.filter((row) => row.counter).map(({ label, process, counter }) =>
      [label, String(meta.processes[process].pid), counter.shown(counter.largest(from, to))]);
    this.panel.replaceChildren(element("h2", {}, heading), ...(merged
      ? [element("p", { className: "hint" }, `${count(merged)} slices are merged here: their times are those they cover.`)] : []), table.element,
      ...(counters.length ? [element("h2", {}, "Counters"), new Table(["Counter", "Process", "Largest"], counters, Array(3).fill(null), -1).element] : []));
  }
}
