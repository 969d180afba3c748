// What is shown and selected. Everything that changes it asks for a new picture, of which there is at most one a frame.

const GROUP_HEIGHT = 26, ROW_PADDING = 4, LINE_HEIGHT = 18, LANE_GAP = 3, LEAST_ROW = 26;
const RULER_HEIGHT = 26, LABELS_WIDTH = 230;
const SHORTEST_VIEW = 10; // nanoseconds; clocks do not know more

class State {
  constructor(model) {
    this.model = model;
    this.whole = { from: 0, to: Math.max(1, model.meta.duration) };
    this.selected = -1;
    this.links = [];
    this.hovered = -1;
    this.matching = null; // per name: 1 if it is looked for
    this.range = null; // the stretch that is measured
    this.listeners = [];
    this.wanted = false;
    this.showAll();
  }

  changed() {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      for (const listener of this.listeners) listener();
    });
  }

  show(from, to) {
    const room = (this.whole.to - this.whole.from) * 0.02;
    const length = Math.min(Math.max(to - from, SHORTEST_VIEW), this.whole.to - this.whole.from + 2 * room);
    const middle = (from + to) / 2;
    const start = Math.min(Math.max(middle - length / 2, this.whole.from - room), this.whole.to + room - length);
    this.from = start;
    this.to = start + length;
    this.changed();
  }

  showAll() {
    this.show(this.whole.from - this.whole.to * 0.02, this.whole.to * 1.02);
  }

  // `factor` below 1 shows less time, around a moment that stays where it is.
  zoom(factor, moment = (this.from + this.to) / 2) {
    const from = moment - (moment - this.from) * factor;
    if ((this.to - this.from) * factor < SHORTEST_VIEW) return;
    this.show(from, from + (this.to - this.from) * factor);
  }

  move(part) {
    const step = (this.to - this.from) * part;
    this.show(this.from + step, this.to + step);
  }

  select(slice) {
    this.selected = slice;
    this.links = slice < 0 ? [] : this.model.linked(slice);
    document.documentElement.dataset.selected = slice < 0 ? "" : this.model.name(slice);
    this.onSelect?.();
    this.changed();
  }

  // Keeps a row at the top, or no longer.
  pin(row) {
    if (!this.model.pins.delete(row.key)) this.model.pins.add(row.key);
    this.model.place();
    this.changed();
  }

  // Selects a slice and makes sure that it is seen: in time, and among the rows.
  reveal(slice, close = false) {
    const start = this.model.slices.start[slice], length = this.model.slices.duration[slice];
    const view = this.to - this.from;
    const tiny = length < view / 200, far = start < this.from || start + length > this.to;
    if (close || tiny || far) {
      const room = close ? Math.max(length * 1.4, SHORTEST_VIEW) : Math.max(length * 6, Math.min(view, Math.max(length * 60, 1000)));
      this.show(start + length / 2 - room / 2, start + length / 2 + room / 2);
    }
    const row = this.model.rows[this.model.rowOf[slice]];
    const group = this.model.groupOf(row);
    if (this.model.collapsed.delete(group.key) | this.model.collapsed.delete(row.key)) this.model.place();
    this.select(slice);
    this.onReveal?.(this.model.top(slice));
  }
}
