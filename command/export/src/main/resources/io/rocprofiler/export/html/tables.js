// Tables that sort, the summary of all records, and how the run went.

const ROWS_AT_ONCE = 300;

class Table {
  // `shown` says how a cell is written (null: as it is), `sorted` by which column (-1: as the rows come), `press` what a name does.
  constructor(columns, rows, shown, sorted, press) {
    Object.assign(this, { columns, rows, shown, press, limit: ROWS_AT_ONCE });
    this.heads = columns.map((column, number) => element("th", { scope: "col", className: shown[number] ? "" : "words" },
      element("button", { onclick: () => this.sort(number) }, column)));
    this.body = element("tbody", {});
    this.more = element("button", { hidden: true, onclick: () => this.show(this.limit * 4) });
    this.element = element("div", {}, element("table", {}, element("thead", {}, element("tr", {}, ...this.heads)), this.body), this.more);
    if (sorted < 0) this.show(this.limit);
    else this.sort(sorted);
  }

  sort(column) {
    const falling = this.column === column ? !this.falling : Boolean(this.shown[column]);
    Object.assign(this, { column, falling });
    const order = (x, y) => (typeof x === "number" ? x - y : x.localeCompare(y, "en", { numeric: true }));
    this.rows.sort((x, y) => (falling ? -1 : 1) * order(x[column], y[column]));
    this.heads.forEach((head, number) => head.setAttribute("aria-sort", number !== column ? "none" : falling ? "descending" : "ascending"));
    this.show(this.limit);
  }

  show(limit) {
    this.limit = limit;
    this.body.replaceChildren(...this.rows.slice(0, limit).map((row) => this.row(row)));
    this.more.hidden = this.rows.length <= limit;
    this.more.textContent = `${count(Math.max(0, this.rows.length - limit))} more rows`;
  }

  row(row) {
    return element("tr", {}, ...this.columns.map((_, number) => {
      const text = this.shown[number] ? this.shown[number](row[number]) : row[number];
      const content = number === 0 && this.press ? element("button", { title: text, onclick: () => this.press(row) }, text) : text;
      return element("td", this.shown[number] ? {} : { className: "words", title: text }, content);
    }));
  }
}

class Summary {
  constructor(state) {
    Object.assign(this, { state, meta: state.model.meta });
    const present = this.meta.domains.map((domain, number) => ({ domain, number }))
      .filter(({ number }) => this.meta.names.some((name) => name[NAME.domain] === number));
    const choice = element("select", { id: "summary-domain" }, element("option", { value: "" }, "all domains"),
      ...present.map(({ domain, number }) => element("option", { value: number }, domain)));
    choice.onchange = () => this.show(choice.value);
    this.place = element("div", {});
    document.getElementById("summary").append(element("div", { className: "filters" }, element("label", { for: "summary-domain" }, "Show "), choice,
      element("span", { className: "hint" }, "Every record is counted here. A name leads to its longest.")), this.place);
    this.show("");
  }

  show(domain) {
    const names = this.meta.names.map((name, number) => ({ name, number }))
      .filter(({ name }) => name[NAME.count] > 0 && (domain === "" || name[NAME.domain] === Number(domain)));
    const total = names.reduce((sum, { name }) => sum + name[NAME.sum], 0);
    const rows = names.map(({ name, number }) => [name[NAME.text], this.meta.domains[name[NAME.domain]], name[NAME.count], name[NAME.sum],
      name[NAME.sum] / name[NAME.count], name[NAME.sum], name[NAME.min], name[NAME.max], name[NAME.deviation], number]);
    const table = new Table(["Name", "Domain", "Calls", "Total", "Average", "Share", "Min", "Max", "Std dev"], rows,
      [null, null, count, duration, duration, (sum) => percent(sum, total), duration, duration, duration], 3, (row) => this.longest(row[9]));
    this.place.replaceChildren(table.element);
  }

  longest(number) {
    const name = this.meta.names[number];
    const slice = this.state.model.sliceAt(name[NAME.lane], name[NAME.start]);
    if (slice >= 0) this.state.reveal(slice);
  }
}

// What a person asks next: busy GPUs, waiting work, gaps, what tracing cost.
function showInsights(meta) {
  document.getElementById("summary").append(...meta.insights.filter((table) => !isOfRanges(table)).flatMap((table) => [
    element("h2", {}, sentenceCase(table.title)), ...insight(table)]));
}

// Ranges by name: what the GPU did in them. A name leads to its ranges, one after the other.
function showRanges(meta, search) {
  const table = meta.insights.find(isOfRanges);
  document.getElementById("tab-ranges").hidden = !table;
  if (table) document.getElementById("ranges").append(...insight(table, (row) => search.ranges(row[0])));
}

const isOfRanges = (table) => table.units[0] === "RANGE";

function insight(table, press) {
  const shown = { TEXT: null, RANGE: null, COUNT: count, NANOS: duration, PERCENT: (value) => `${value.toFixed(1)} %`, BYTES: bytes,
    BANDWIDTH: (value) => value.toPrecision(3) };
  const columns = table.columns.map((column) => sentenceCase(column.replace(/ %$/, "")));
  return [element("p", { className: "hint" }, table.note), new Table(columns, table.rows, table.units.map((unit) => shown[unit]), -1, press).element];
}

// From the command's capitals; what is an acronym stays one.
function sentenceCase(text) {
  const lower = text.toLowerCase().replace(/\b(gpus?|cpus?|hip|hsa|api)\b/g, (word) => word.toUpperCase().replace(/S$/, "s"));
  return lower[0].toUpperCase() + lower.slice(1);
}

// Processes, what each lost, and what is wrong with its trace.
function showRun(meta) {
  const panel = document.getElementById("run");
  const rows = meta.processes.map((process) => [String(process.pid), process.host, process.command.join(" "), process.recorded, process.inFlight,
    process.dropped, process.abandoned, process.passedThrough, process.closed ? "in order" : "by force"]);
  panel.append(new Table(["Process", "Host", "Command", "Recorded", "In flight", "Dropped", "Left by an exception", "Not traced on purpose", "Ended"],
    rows, [null, null, null, count, count, count, count, count, null], 3).element);
  const lines = [`${plural(meta.records, "record")} in ${plural(meta.slices, "slice")}.`, ...losses(meta)];
  panel.append(element("h2", {}, "What this page holds"), element("ul", {}, ...lines.map((line) => element("li", {}, line))));
  const agents = meta.processes.flatMap((process) => process.agents.map((agent) =>
    [agent.label, agent.given, agent.gpu ? "GPU" : "CPU", agent.name, agent.product, String(process.pid)]));
  if (agents.length) panel.append(element("h2", {}, "Agents"), new Table(["Agent", "Given name", "Type", "Name", "Product", "Process"], agents, Array(6).fill(null), 0).element);
}

// Every sentence about what is not there, or not there one by one.
function losses(meta) {
  const lines = [];
  if (meta.threshold) {
    lines.push(`Too many records to draw one by one: those shorter than ${duration(meta.threshold)} that lie together are merged into hatched slices `
      + "with their number. Tables count every record.");
  }
  if (meta.counterThreshold) {
    lines.push(`Counters have too many values to keep each one: they show the largest of each ${duration(meta.counterThreshold)}.`);
  }
  if (meta.argumentsLeftOut) lines.push(`The arguments of ${plural(meta.argumentsLeftOut, "call")} are left out: only those of the first are kept.`);
  if (meta.namesLeftOut) lines.push(`${plural(meta.namesLeftOut, "record")} with further names stand under "(further names)".`);
  const work = ["kernel dispatches", "memory copies", "memory allocations", "scratch memory events"];
  for (const process of meta.processes) {
    const of = `Process ${process.pid}: `;
    if (process.inFlight || process.dropped) lines.push(`${of}${count(process.inFlight)} in flight when it ended, ${count(process.dropped)} dropped.`);
    process.work.forEach(([submitted, recorded, inFlight, dropped], number) => {
      if (inFlight || dropped) lines.push(`${of}${count(submitted)} ${work[number]} submitted, ${count(recorded)} recorded, ${count(inFlight)} in flight, ${count(dropped)} dropped.`);
    });
    if (process.openRanges) {
      const shown = process.openNames.filter(Boolean).slice(0, 20).join(", ");
      lines.push(`${of}${plural(process.openRanges, "range")} had not ended${shown ? `: ${shown}${process.openRanges > 20 ? ", …" : ""}` : ""}.`);
    }
    for (const problem of process.problems) lines.push(of + problem);
  }
  return lines;
}
