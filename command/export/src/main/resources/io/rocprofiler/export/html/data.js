// The data of the page: JSON, and the columns of all slices, lane after lane. A column is numbers of seven bits a byte;
// "steps" are differences from the number before, with the sign in the lowest bit.

const LANE = { process: 0, kind: 1, first: 2, second: 3, stream: 4, slices: 5, records: 6 };
const COUNTER = { process: 0, kind: 1, agent: 2, values: 3 };
const NAME = { domain: 0, text: 1, count: 2, sum: 3, min: 4, max: 5, deviation: 6, lane: 7, start: 8 };

async function unpacked(id) {
  const element = document.getElementById(id);
  const text = atob(element.textContent);
  element.remove();
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function reader(bytes) {
  let at = 0;
  const unsigned = () => {
    let value = 0, scale = 1, byte;
    do {
      byte = bytes[at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte & 128);
    return value;
  };
  return {
    plain(column, from, to) {
      for (let i = from; i < to; i++) column[i] = unsigned();
    },
    rising(column, from, to) {
      for (let i = from, value = 0; i < to; i++) column[i] = value += unsigned();
    },
    steps(column, from, to) {
      for (let i = from, value = 0; i < to; i++) {
        const step = unsigned();
        column[i] = value += step % 2 ? -(step + 1) / 2 : step / 2;
      }
    },
    atEnd: () => at === bytes.length,
  };
}

// Columns over all slices: those of a lane lie together, in order of start.
function readSlices(bytes, lanes) {
  const size = lanes.reduce((sum, lane) => sum + lane[LANE.slices], 0);
  const numbers = () => new Float64Array(size);
  const slices = {
    size, start: numbers(), duration: numbers(), name: new Uint32Array(size), count: new Uint32Array(size),
    busy: numbers(), id: numbers(), a: numbers(), b: numbers(), c: numbers(), lane: new Uint32Array(size),
  };
  const read = reader(bytes);
  let from = 0;
  lanes.forEach((lane, number) => {
    const to = from + lane[LANE.slices];
    read.rising(slices.start, from, to);
    for (const column of [slices.duration, slices.name, slices.count, slices.busy]) read.plain(column, from, to);
    for (const column of [slices.id, slices.a, slices.b, slices.c]) read.steps(column, from, to);
    slices.lane.fill(number, from, to);
    from = to;
  });
  if (!read.atEnd()) throw new Error("the data of this page are not what they should be");
  return slices;
}

// Each value of a counter holds until the next; before the first one, it is 0.
function readCounters(bytes, meta) {
  const read = reader(bytes);
  const counters = meta.counters.map((counter) => {
    const size = counter[COUNTER.values], time = new Float64Array(size), value = new Float64Array(size);
    read.rising(time, 0, size);
    read.steps(value, 0, size);
    return new Counter({ process: counter[COUNTER.process], kind: meta.counterKinds[counter[COUNTER.kind]], agent: counter[COUNTER.agent], time, value });
  });
  if (!read.atEnd()) throw new Error("the counters of this page are not what they should be");
  return counters;
}

// Gives, for a process and a call's id, its result and its arguments. The lines are looked through when first asked.
function callArguments(lines) {
  let known = null;
  return (process, id) => {
    if (!known) {
      known = new Map();
      for (const line of lines.split("\n")) {
        const [place, call, ...values] = line.split("\x1f");
        if (values.length) known.set(`${place} ${call}`, values);
      }
    }
    return known.get(`${process} ${id}`);
  };
}

async function readData() {
  const meta = JSON.parse(new TextDecoder().decode(await unpacked("data-meta")));
  const slices = readSlices(await unpacked("data-slices"), meta.lanes);
  const counters = readCounters(await unpacked("data-counters"), meta);
  const lines = new TextDecoder().decode(await unpacked("data-arguments"));
  const kindNumbers = Object.fromEntries(meta.kinds.map((kind, number) => [kind, number]));
  return { meta, slices, counters, K: kindNumbers, argumentsOf: callArguments(lines) };
}
