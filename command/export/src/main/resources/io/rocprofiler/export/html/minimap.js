// The whole run in one strip: above what the GPUs did, below what the threads did, and the part that is shown.

class Minimap {
  constructor(state, colours) {
    Object.assign(this, { state, colours, model: state.model });
    this.canvas = document.getElementById("minimap");
    this.pen = this.canvas.getContext("2d");
    const move = (event) => this.moveTo(event.offsetX);
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    this.canvas.addEventListener("pointermove", (event) => event.buttons & 1 && move(event));
  }

  moveTo(x) {
    const { whole, from, to } = this.state;
    const middle = whole.from + x / this.canvas.clientWidth * (whole.to - whole.from);
    this.state.show(middle - (to - from) / 2, middle + (to - from) / 2);
  }

  // How full each pixel is: the time that slices cover of it, of GPU work and of calls.
  fill(width) {
    const { slices, meta, onGpu } = this.model;
    const { whole } = this.state;
    const scale = width / (whole.to - whole.from);
    const bands = [new Float64Array(width), new Float64Array(width)];
    for (let slice = 0; slice < slices.size; slice++) {
      if (this.model.lineOf[slice] > 0) continue;
      const band = bands[onGpu[meta.lanes[slices.lane[slice]][LANE.kind]] ? 0 : 1];
      const x0 = slices.start[slice] * scale, x1 = x0 + Math.max(slices.duration[slice] * scale, 0.05);
      const last = Math.min(width - 1, Math.floor(x1));
      for (let x = Math.floor(x0); x <= last; x++) band[x] += Math.min(x1, x + 1) - Math.max(x0, x);
    }
    return bands;
  }

  strip() {
    const width = Math.max(50, this.canvas.clientWidth), height = 44, ratio = devicePixelRatio;
    const state = [width, ratio, this.colours.dark].join();
    if (this.drawn === state) return;
    this.drawn = state;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.image = document.createElement("canvas");
    this.image.width = width;
    this.image.height = height;
    const pen = this.image.getContext("2d");
    this.fill(width).forEach((band, number) => {
      const most = band.reduce((max, value) => Math.max(max, value), 0) || 1;
      const middle = number ? 32 : 11;
      pen.fillStyle = this.colours.swatch(number ? this.model.K.HIP : this.model.K.KERNELS);
      band.forEach((value, x) => {
        const size = value ? Math.max(1, 19 * Math.sqrt(value / most)) : 0;
        pen.fillRect(x, middle - size / 2, 1, size);
      });
    });
  }

  draw() {
    this.strip();
    const { pen, colours } = this;
    const width = this.image.width;
    const scale = width / (this.state.whole.to - this.state.whole.from);
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.clearRect(0, 0, width, 44);
    pen.drawImage(this.image, 0, 0);
    const x0 = Math.max(0, this.state.from * scale), x1 = Math.min(width, this.state.to * scale);
    pen.fillStyle = colours.back;
    pen.globalAlpha = 0.65;
    pen.fillRect(0, 0, x0, 44);
    pen.fillRect(x1, 0, width - x1, 44);
    pen.globalAlpha = 1;
    pen.strokeStyle = colours.accent;
    pen.lineWidth = 2;
    pen.strokeRect(x0 + 1, 1, Math.max(2, x1 - x0 - 2), 42);
  }
}
