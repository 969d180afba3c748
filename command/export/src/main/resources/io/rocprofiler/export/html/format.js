// Numbers and times as people read them, and elements of the page.

const integers = new Intl.NumberFormat("en");
const UNITS = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];

const count = (number) => integers.format(number);

// Four digits that count: 1.234 ms, 12.34 µs, 417 ns.
function duration(nanos) {
  const size = Math.abs(nanos);
  const [unit, scale] = UNITS.find(([, scale]) => size >= scale) ?? UNITS[3];
  if (scale === 1) return `${Number.isInteger(nanos) ? nanos : nanos.toFixed(1)} ns`;
  const value = nanos / scale;
  return `${value.toFixed(Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))))} ${unit}`;
}

function shortBytes(number) {
  let value = number, unit = 0;
  while (value >= 1024 && unit < 5) {
    value /= 1024;
    unit++;
  }
  return `${unit ? value.toFixed(value < 10 ? 2 : 1) : value} ${["B", "KiB", "MiB", "GiB", "TiB", "PiB"][unit]}`;
}

const bytes = (number) => (number < 1024 ? shortBytes(number) : `${shortBytes(number)} (${count(number)} B)`);
const rate = (bytesPerSecond) => `${(bytesPerSecond / 1e9).toFixed(3)} GB/s`;

const percent = (part, whole) => `${whole ? (100 * part / whole).toFixed(1) : "0.0"} %`;
const plural = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;

// element("button", {title: "x", onclick: f}, "text", child, ...)
function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (key.startsWith("on") || key === "className" || key === "hidden") made[key] = value;
    else if (key === "style") for (const [name, setting] of Object.entries(value)) made.style.setProperty(name, setting);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
