// Colours: calls have their library's, kernels and marks their own, the longest of the run as different as can be.

const HUES = { MARKERS: 275, PROCESS_RANGES: 300, RCCL: 330, ROCDECODE: 345, ROCJPEG: 0, HIP: 212, HSA: 180, ALLOCATIONS: 140, COPIES: 38,
  SCRATCH: 60, KERNELS: 14 };
const KERNEL_HUES = [14, 95, 255, 50, 330, 160, 285, 120, 200, 72];

class Colours {
  constructor(model) {
    this.model = model;
    this.ranks = new Map();
    const kernelDomain = model.meta.domains.indexOf("KERNEL_DISPATCH");
    model.meta.names.map((name, number) => ({ name, number }))
      .filter(({ name }) => name[NAME.domain] === kernelDomain)
      .sort((x, y) => y.name[NAME.sum] - x.name[NAME.sum])
      .forEach(({ number }, rank) => this.ranks.set(number, rank));
    this.shades = model.meta.names.map((name) => shade(name[NAME.text]));
    this.refresh();
  }

  // After a change between light and dark.
  refresh() {
    this.dark = document.documentElement.dataset.theme === "dark";
    const css = getComputedStyle(document.documentElement);
    const colour = (name) => css.getPropertyValue(name).trim();
    Object.assign(this, { back: colour("--back"), raised: colour("--raised"), line: colour("--line"), text: colour("--text"),
      dim: colour("--dim"), accent: colour("--accent"), row: colour("--row") });
    this.ink = this.dark ? "#f4f6f8" : "#15181c";
    this.faded = this.dark ? "#2a3038" : "#e4e7ec";
    this.byName = new Map();
    this.hatch = this.makeHatch();
  }

  makeHatch() {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 6;
    const pen = tile.getContext("2d");
    pen.strokeStyle = this.dark ? "#0006" : "#fff9";
    pen.lineWidth = 1.5;
    for (const x of [-6, 0, 6]) {
      pen.moveTo(x, 6);
      pen.lineTo(x + 6, 0);
    }
    pen.stroke();
    return pen.createPattern(tile, "repeat");
  }

  of(kind, name) {
    const key = kind * 0x1000000 + name;
    let colour = this.byName.get(key);
    if (!colour) {
      colour = this.make(this.model.meta.kinds[kind], name);
      this.byName.set(key, colour);
    }
    return colour;
  }

  make(kind, name) {
    const rank = kind === "KERNELS" ? this.ranks.get(name) ?? 0 : -1;
    const hue = rank < 0 ? HUES[kind] : KERNEL_HUES[rank % KERNEL_HUES.length];
    const own = rank < 0 || rank >= KERNEL_HUES.length ? this.shades[name] : 0.5;
    return this.dark ? `hsl(${hue} 45% ${28 + 16 * own}%)` : `hsl(${hue} 62% ${66 + 16 * own}%)`;
  }

  swatch(kind) {
    const hue = HUES[this.model.meta.kinds[kind]];
    return this.dark ? `hsl(${hue} 45% 42%)` : `hsl(${hue} 62% 66%)`;
  }
}

// A number from 0 to 1 out of a text.
function shade(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return ((hash >>> 8) % 1000) / 999;
}
