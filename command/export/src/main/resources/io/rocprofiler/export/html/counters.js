// Counters of devices: numbers over time, drawn as filled steps. Of the values that share a pixel the largest is drawn.

const COUNTER_HEIGHT = 40, COUNTER_PADDING = 4;
const COUNTERS = {
  KERNELS_IN_FLIGHT: { label: "kernels in flight", shown: count, like: "KERNELS" },
  MEMORY_IN_USE: { label: "memory in use", shown: shortBytes, like: "ALLOCATIONS" },
  HOST_TO_DEVICE: { label: "host to device", shown: rate, like: "COPIES" },
  DEVICE_TO_HOST: { label: "device to host", shown: rate, like: "COPIES" },
  DEVICE_TO_DEVICE: { label: "device to device", shown: rate, like: "COPIES" },
};

class Counter {
  constructor({ process, kind, agent, time, value }) {
    Object.assign(this, { process, kind, agent, time, value, ...COUNTERS[kind] });
    this.most = value.reduce((most, one) => Math.max(most, one), 0);
  }

  // The largest value in each of some columns that divide a stretch of time.
  columns(from, to, size) {
    const { time, value } = this;
    const most = new Float64Array(size), scale = size / (to - from);
    let next = this.firstAfter(from), column = 0, held = next ? value[next - 1] : 0;
    for (; next < time.length && time[next] < to; next++) {
      const x = (time[next] - from) * scale, last = Math.min(size - 1, Math.floor(x));
      while (column < last) this.raise(most, column++, held);
      if (x > last) this.raise(most, last, held);
      held = value[next];
      this.raise(most, last, held);
    }
    while (column < size) this.raise(most, column++, held);
    return most;
  }

  raise(most, column, value) {
    if (value > most[column]) most[column] = value;
  }

  largest(from, to) {
    return this.columns(from, to, 1)[0];
  }

  firstAfter(moment) {
    let low = 0, high = this.time.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[middle] > moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  // Neighbouring columns of one value are one rectangle.
  draw(pen, from, to, width, y, height) {
    const columns = this.columns(from, to, Math.ceil(width));
    const bottom = y + height - COUNTER_PADDING, room = height - 2 * COUNTER_PADDING;
    for (let x = 0; x < columns.length;) {
      let end = x + 1;
      while (end < columns.length && columns[end] === columns[x]) end++;
      const size = columns[x] > 0 ? Math.max(1, room * columns[x] / this.most) : 0;
      pen.fillRect(x, bottom - size, end - x, size);
      x = end;
    }
  }
}
