// Mouse, touch and keys.

const CLICK = 4; // pixels that a hand may move during a click

class Input {
  constructor(state, picture, search, details) {
    Object.assign(this, { state, picture, search, details, model: state.model });
    const { canvas, scroller } = picture;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", () => this.stop());
    canvas.addEventListener("pointerleave", () => this.hover(-1));
    canvas.addEventListener("dblclick", () => state.selected >= 0 && state.reveal(state.selected, true));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    scroller.addEventListener("scroll", () => state.changed(), { passive: true });
    document.addEventListener("keydown", (event) => this.key(event));
    state.onReveal = (top) => this.scrollTo(top);
    this.tip = document.getElementById("tip");
  }

  scrollTo(top) {
    this.picture.resize();
    const { scroller, height, stuck } = this.picture;
    const y = this.picture.y(top), highest = RULER_HEIGHT + stuck;
    if (top >= stuck && (y < highest || y > height - LINE_HEIGHT)) scroller.scrollTop = top - stuck - (height - highest) / 2;
  }

  down(event) {
    if (event.button !== 0) return;
    this.picture.canvas.setPointerCapture(event.pointerId);
    this.picture.scroller.focus({ preventScroll: true });
    const { offsetX: x, offsetY: y } = event;
    this.drag = { x, y, lastX: x, lastY: y, moved: false, measuring: event.shiftKey, from: this.picture.time(x) };
  }

  moved(event) {
    const { offsetX: x, offsetY: y } = event;
    const { drag } = this;
    if (!drag) return this.hover(this.picture.sliceAt(x, y), x, y, this.picture.counterAt(y));
    drag.moved ||= Math.hypot(x - drag.x, y - drag.y) > CLICK;
    if (!drag.moved) return;
    if (drag.measuring) {
      const to = this.picture.time(x);
      this.state.range = { from: Math.min(drag.from, to), to: Math.max(drag.from, to) };
    } else {
      this.picture.canvas.classList.add("panning");
      this.state.move((drag.lastX - x) / this.picture.width);
      this.picture.scroller.scrollTop += drag.lastY - y;
    }
    Object.assign(drag, { lastX: x, lastY: y });
    this.hover(-1);
    this.state.changed();
  }

  up(event) {
    const { drag } = this;
    this.stop();
    if (!drag) return;
    if (!drag.moved) {
      this.state.range = null;
      this.state.select(this.picture.sliceAt(event.offsetX, event.offsetY));
      showTab("details");
    } else if (drag.measuring) {
      this.details.range(this.state.range.from, this.state.range.to);
      showTab("details");
    }
  }

  stop() {
    this.drag = null;
    this.picture.canvas.classList.remove("panning");
  }

  hover(slice, x = 0, y = 0, counter = undefined) {
    if (slice !== this.state.hovered) {
      this.state.hovered = slice;
      this.state.changed();
    }
    this.tip.hidden = slice < 0 && !counter;
    if (this.tip.hidden) return;
    const [heading, more] = counter ? [counter.label, counter.shown(counter.largest(this.picture.time(x), this.picture.time(x + 1)))] : this.said(slice);
    this.tip.replaceChildren(element("b", {}, heading), element("span", {}, more));
    const right = x + LABELS_WIDTH + 14;
    this.tip.style.left = `${Math.min(right, LABELS_WIDTH + this.picture.width - this.tip.offsetWidth - 4)}px`;
    this.tip.style.top = `${y + 18 + this.tip.offsetHeight > this.picture.height ? y - this.tip.offsetHeight - 8 : y + 18}px`;
  }

  said(slice) {
    const { slices } = this.model;
    return slices.count[slice] > 1
      ? [`${count(slices.count[slice])} slices, the longest ${this.model.name(slice)}`, `cover ${duration(slices.busy[slice])} of ${duration(slices.duration[slice])}`]
      : [this.model.name(slice), duration(slices.duration[slice])];
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
    const across = event.deltaX * unit, along = event.deltaY * unit;
    if (event.shiftKey || event.ctrlKey && !this.isPinch(event)) {
      this.picture.scroller.scrollTop += along || across;
    } else if (Math.abs(across) > Math.abs(along)) {
      this.state.move(across / this.picture.width);
    } else {
      const speed = this.isPinch(event) ? 0.01 : 0.0018;
      this.state.zoom(Math.exp(Math.max(-300, Math.min(300, along)) * speed), this.picture.time(event.offsetX));
    }
  }

  // Browsers tell of two fingers that spread as of a wheel with Ctrl, in small steps.
  isPinch(event) {
    return event.ctrlKey && Math.abs(event.deltaY) < 40 && event.deltaMode === 0;
  }

  key(event) {
    const typing = event.target.closest?.("input, select, dialog, [role=tablist], [role=separator]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const scroll = (pixels) => () => { this.picture.scroller.scrollTop += pixels; };
    const steps = {
      "+": () => this.state.zoom(0.6), "=": () => this.state.zoom(0.6), w: () => this.state.zoom(0.6),
      "-": () => this.state.zoom(1 / 0.6), s: () => this.state.zoom(1 / 0.6),
      ArrowLeft: () => this.state.move(-0.15), a: () => this.state.move(-0.15),
      ArrowRight: () => this.state.move(0.15), d: () => this.state.move(0.15),
      ArrowUp: scroll(-60), ArrowDown: scroll(60),
      0: () => this.state.showAll(), Home: () => this.state.showAll(),
      f: () => this.state.selected >= 0 && this.state.reveal(this.state.selected, true),
      p: () => this.state.selected >= 0 && this.state.pin(this.model.rows[this.model.rowOf[this.state.selected]]),
      "[": () => this.neighbour(-1), "]": () => this.neighbour(1),
      "/": () => this.search.search.select(),
      "?": () => document.getElementById("keys").showModal(),
      Escape: () => this.nothing(),
    };
    const inPanel = event.target.closest?.("#panel");
    const step = steps[event.key] ?? steps[event.key.toLowerCase()];
    if (!step || inPanel && event.key.startsWith("Arrow")) return;
    event.preventDefault();
    step();
  }

  nothing() {
    this.state.range = null;
    this.state.select(-1);
    this.search.clear();
  }

  neighbour(direction) {
    const { selected } = this.state;
    if (selected < 0) return;
    const lane = this.model.rows[this.model.rowOf[selected]].lanes[this.model.laneOf[selected]];
    const line = lane.lines[this.model.lineOf[selected]];
    const next = line[line.indexOf(selected) + direction];
    if (next !== undefined) this.state.reveal(next);
  }
}
