// The picture: ruler, rows, slices, lines between what belongs together. Only what is in sight is looked at, and of slices
// that share a pixel only the first.

const MOST_CURVES = 500;
const FONT = '11px system-ui, "DejaVu Sans", sans-serif';

class Picture {
  constructor(state, colours) {
    Object.assign(this, { state, colours, model: state.model });
    this.scroller = document.getElementById("scroller");
    this.stage = document.getElementById("stage");
    this.spacer = document.getElementById("spacer");
    this.labels = document.getElementById("labels");
    this.canvas = document.getElementById("canvas");
    this.pen = this.canvas.getContext("2d", { alpha: false });
    this.labels.style.setProperty("--labels", `${LABELS_WIDTH}px`);
    this.canvas.style.left = `${LABELS_WIDTH}px`;
    this.drawn = "";
  }

  resize() {
    const width = Math.max(50, this.scroller.clientWidth - LABELS_WIDTH);
    const height = this.scroller.clientHeight;
    const ratio = devicePixelRatio;
    this.stuck = this.model.stuck(height - RULER_HEIGHT);
    this.stage.style.height = `${height}px`;
    this.spacer.style.height = `${Math.max(0, this.model.height + RULER_HEIGHT + 8 - height)}px`;
    if (this.width === width && this.height === height && this.ratio === ratio) return;
    Object.assign(this, { width, height, ratio });
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  x(time) {
    return (time - this.state.from) / (this.state.to - this.state.from) * this.width;
  }

  time(x) {
    return this.state.from + x / this.width * (this.state.to - this.state.from);
  }

  // Of the top of a row in the picture.
  y(top) {
    return top - (top < this.stuck ? 0 : this.scroller.scrollTop) + RULER_HEIGHT;
  }

  rowAt(y) {
    const top = y - RULER_HEIGHT;
    return top < 0 ? undefined : this.model.rowAt(top < this.stuck ? top : top + this.scroller.scrollTop);
  }

  draw() {
    this.resize();
    const pen = this.pen;
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.font = FONT;
    pen.textBaseline = "middle";
    this.letter = pen.measureText("abcdefghijklmnopqrstuvwxyz_ABC").width / 30;
    pen.fillStyle = this.colours.back;
    pen.fillRect(0, 0, this.width, this.height);
    const ticks = this.ticks();
    this.grid(ticks);
    const seen = this.rowsInSight();
    for (const row of seen) this.over(row.y, () => this.row(row));
    this.pen.fillStyle = this.colours.dim;
    if (this.stuck) this.pen.fillRect(0, RULER_HEIGHT + this.stuck - 1, this.width, 1);
    this.range();
    this.links();
    this.outline(this.state.hovered, 1);
    this.outline(this.state.selected, 2);
    this.ruler(ticks);
    this.drawLabels(seen);
  }

  rowsInSight() {
    const top = this.scroller.scrollTop + this.stuck, bottom = this.scroller.scrollTop + this.height;
    return this.model.placed.filter((row) => row.height > 0 && (row.y < this.stuck || row.y < bottom && row.y + row.height > top));
  }

  // Draws something of a row: what moves is never above the rows that stay.
  over(top, draw) {
    this.pen.save();
    if (top >= this.stuck) {
      this.pen.beginPath();
      this.pen.rect(0, RULER_HEIGHT + this.stuck, this.width, this.height);
      this.pen.clip();
    }
    draw();
    this.pen.restore();
  }

  // A tick each 1, 2 or 5 of something, 90 pixels apart at least.
  ticks() {
    const least = (this.state.to - this.state.from) * 90 / this.width;
    const power = 10 ** Math.floor(Math.log10(least));
    const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least));
    const ticks = [];
    for (let time = Math.ceil(this.state.from / step) * step; time <= this.state.to; time += step) ticks.push(time);
    return ticks;
  }

  grid(ticks) {
    this.pen.fillStyle = this.colours.line;
    this.pen.globalAlpha = 0.5;
    for (const time of ticks) this.pen.fillRect(Math.round(this.x(time)), RULER_HEIGHT, 1, this.height);
    this.pen.globalAlpha = 1;
  }

  ruler(ticks) {
    const pen = this.pen;
    pen.fillStyle = this.colours.raised;
    pen.fillRect(0, 0, this.width, RULER_HEIGHT);
    pen.fillStyle = this.colours.line;
    pen.fillRect(0, RULER_HEIGHT - 1, this.width, 1);
    for (const time of ticks) {
      const x = Math.round(this.x(time));
      pen.fillStyle = this.colours.dim;
      pen.fillRect(x, RULER_HEIGHT - 6, 1, 6);
      pen.fillText(tickLabel(time, ticks), x + 4, RULER_HEIGHT / 2);
    }
  }

  row(row) {
    const y = this.y(row.y);
    this.pen.fillStyle = this.colours.line;
    this.pen.fillRect(0, y, this.width, 1);
    if (row.group) {
      this.pen.fillStyle = this.colours.row;
      this.pen.fillRect(0, y + 1, this.width, row.height - 1);
      return;
    }
    if (row.counter) {
      this.pen.fillStyle = this.colours.swatch(this.model.K[row.counter.like]);
      row.counter.draw(this.pen, this.state.from, this.state.to, this.width, y, row.height);
    }
    for (const lane of row.lanes) {
      for (let line = 0; line < lane.shown; line++) {
        const top = y + lane.y + line * LINE_HEIGHT;
        if (top + LINE_HEIGHT > RULER_HEIGHT && top < this.height) this.line(lane.lines[line], top);
      }
    }
  }

  line(line, y) {
    const { slices } = this.model;
    const { from, to } = this.state;
    const scale = this.width / (to - from);
    let i = this.model.firstEndingAfter(line, from - 1 / scale);
    while (i < line.length && slices.start[line[i]] <= to) {
      const slice = line[i];
      const x = (slices.start[slice] - from) * scale;
      const width = slices.duration[slice] * scale;
      if (width >= 1.5) {
        this.slice(slice, x, y, width);
        i++;
      } else {
        const pixel = Math.floor(x);
        const next = this.model.firstEndingAfter(line, from + (pixel + 1) / scale, i + 1);
        this.sliver(line, i, next, pixel, y);
        i = next;
      }
    }
  }

  fill(slice) {
    const { matching } = this.state;
    const name = this.model.slices.name[slice];
    return matching && !matching[name] ? this.colours.faded : this.colours.of(this.model.kind(slice), name);
  }

  slice(slice, x, y, width) {
    const pen = this.pen;
    const left = Math.max(-2, x), right = Math.min(this.width + 2, x + width);
    const drawn = Math.max(1, right - left - (width > 4 ? 0.75 : 0));
    pen.fillStyle = this.fill(slice);
    pen.fillRect(left, y, drawn, LINE_HEIGHT - 1);
    const merged = this.model.slices.count[slice];
    if (merged > 1) {
      pen.fillStyle = this.colours.hatch;
      pen.fillRect(left, y, drawn, LINE_HEIGHT - 1);
    }
    if (drawn < 26) return;
    const name = this.model.shortName(slice);
    const text = merged > 1 ? `${count(merged)} × ${name}…` : name;
    const room = Math.floor((drawn - 8) / this.letter);
    pen.fillStyle = this.colours.ink;
    pen.fillText(text.length > room ? `${text.slice(0, Math.max(0, room - 1))}…` : text, Math.max(0, left) + 4, y + LINE_HEIGHT / 2);
  }

  // Slices that share a pixel. If something is looked for, it is not hidden by what is not.
  sliver(line, from, to, x, y) {
    let shown = line[from];
    const { matching } = this.state;
    if (matching) {
      for (let i = from; i < to && i < from + 100; i++) {
        if (matching[this.model.slices.name[line[i]]]) {
          shown = line[i];
          break;
        }
      }
    }
    this.pen.fillStyle = this.fill(shown);
    const isMark = to === from + 1 && this.model.slices.duration[shown] === 0;
    this.pen.fillRect(x, y, isMark ? 2 : 1, LINE_HEIGHT - 1);
  }

  outline(slice, width) {
    if (slice < 0) return;
    const start = this.model.slices.start[slice];
    const x = this.x(start), length = this.x(this.model.end(slice)) - x;
    const top = this.model.top(slice);
    this.over(top, () => {
      this.pen.strokeStyle = this.colours.text;
      this.pen.lineWidth = width;
      this.pen.strokeRect(Math.max(-4, x) - 0.5, this.y(top) - 0.5, Math.max(3, Math.min(this.width + 8, x + length) - Math.max(-4, x)), LINE_HEIGHT);
    });
  }

  // From the call to the work: from where the call begins, as the GPU may start before the call returns.
  links() {
    const { selected, links } = this.state;
    if (selected < 0 || !links.length) return;
    const { model } = this;
    const pairs = model.isWork(selected) ? [[model.outermost(links), selected]] : links.slice(0, MOST_CURVES).map((work) => [selected, work]);
    for (const [call, work] of pairs) {
      this.curve(this.x(model.slices.start[call]), this.end(call), this.x(model.slices.start[work]), this.end(work));
    }
    for (const other of links.slice(0, MOST_CURVES)) this.outline(other, 1);
  }

  // The height at which a line to a slice ends: not above the rows that stay if the slice is behind them.
  end(slice) {
    const top = this.model.top(slice), y = this.y(top) + LINE_HEIGHT / 2;
    return top < this.stuck || !this.stuck ? y : Math.max(y, RULER_HEIGHT + this.stuck);
  }

  curve(x0, y0, x1, y1) {
    const pen = this.pen;
    const bend = Math.min(120, Math.max(24, Math.abs(x1 - x0) / 2));
    pen.strokeStyle = pen.fillStyle = this.colours.accent;
    pen.lineWidth = 1.75;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1 - 5, y1);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x1 - 7, y1 - 4);
    pen.lineTo(x1 - 7, y1 + 4);
    pen.fill();
  }

  range() {
    const { range } = this.state;
    if (!range) return;
    const x0 = this.x(range.from), x1 = this.x(range.to);
    this.pen.fillStyle = this.colours.accent;
    this.pen.globalAlpha = 0.15;
    this.pen.fillRect(x0, RULER_HEIGHT, x1 - x0, this.height);
    this.pen.globalAlpha = 1;
    this.pen.fillText(duration(range.to - range.from), Math.max(4, Math.min(this.width - 70, (x0 + x1) / 2 - 25)), RULER_HEIGHT + 10);
  }

  // The labels are elements, so that they can be read aloud and pressed; only those in sight are there.
  drawLabels(seen) {
    const state = [this.scroller.scrollTop, this.height, this.model.grouping, this.colours.dark, this.model.height, ...this.model.pins,
      "", ...seen.map((row) => row.key)].join();
    if (state === this.drawn) return;
    this.drawn = state;
    const focused = document.activeElement?.dataset?.of;
    this.labels.replaceChildren(...seen.map((row) => this.label(row)), element("div", { className: "row corner",
      style: { top: "0", height: `${RULER_HEIGHT}px`, background: this.colours.raised, border: "0" } }));
    if (focused) this.labels.querySelector(`[data-of="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  label(row) {
    const open = !this.model.collapsed.has(row.key);
    const toggle = () => {
      if (open) this.model.collapsed.add(row.key);
      else this.model.collapsed.delete(row.key);
      this.model.place();
      this.state.changed();
    };
    const lanes = row.lanes.map((lane) => element("span", { className: "lane",
      style: { top: `${lane.y}px`, "--swatch": this.colours.swatch(lane.kind) } }, row.lanes.length > 1 ? lane.label : ""));
    const pin = row.group ? [] : [element("button", { className: "pin", "aria-pressed": row.pinned, "aria-label": `Keep ${row.label} at the top`,
      "data-of": `pin ${row.key}`, title: "Keep at the top (P: the row of what is selected)", onclick: () => this.state.pin(row) }, "⤒")];
    const classes = ["row", row.group && "group", row.counter && "counter", row.y < this.stuck && "stuck"].filter(Boolean).join(" ");
    return element("div", { className: classes, style: { top: `${this.y(row.y)}px`, height: `${row.height}px` } }, ...pin,
      element("button", { "aria-expanded": open, "data-of": row.key, title: row.label, onclick: toggle }, `${open ? "▾" : "▸"} ${row.label} `,
        element("span", { className: "more" }, row.more)),
      ...(open || row.group ? lanes : lanes.slice(0, 1)));
  }

  // The counter at a height of the canvas, if there is one.
  counterAt(y) {
    return this.rowAt(y)?.counter;
  }

  // The slice at a place of the canvas, -1 for none. Slivers may be missed by three pixels.
  sliceAt(x, y) {
    const row = this.rowAt(y);
    if (!row || row.group) return -1;
    const within = y - this.y(row.y);
    for (const lane of row.lanes) {
      const line = Math.floor((within - lane.y) / LINE_HEIGHT);
      if (line >= 0 && line < lane.shown) return this.nearest(lane.lines[line], x);
    }
    return -1;
  }

  nearest(line, x) {
    const reach = this.time(3) - this.time(0), time = this.time(x);
    let best = -1, distance = reach;
    for (let i = this.model.firstEndingAfter(line, time - reach) - 1; i < line.length; i++) {
      if (i < 0) continue;
      const start = this.model.slices.start[line[i]];
      if (start > time + reach) break;
      const away = Math.max(start - time, time - this.model.end(line[i]), 0);
      if (away < distance || best < 0 && away <= reach) {
        best = line[i];
        distance = away;
      }
      if (away === 0) break;
    }
    return best;
  }
}

// As many digits as tell one tick from the next.
function tickLabel(time, ticks) {
  if (time === 0) return "0";
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : Math.abs(time);
  const largest = Math.max(Math.abs(ticks[0]), Math.abs(ticks[ticks.length - 1]));
  const [unit, scale] = UNITS.find(([, scale]) => largest >= scale) ?? UNITS[3];
  const digits = Math.max(0, Math.ceil(Math.log10(scale / step) - 1e-9));
  return `${(time / scale).toFixed(digits)} ${unit}`;
}
