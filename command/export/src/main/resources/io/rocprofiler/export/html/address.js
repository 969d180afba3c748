// What is shown, in the address of the page: reloaded, or sent to somebody, it shows the same again.

const ADDRESS_DELAY = 300; // milliseconds without a change: browsers refuse many changes of an address in a short time

class Address {
  constructor(state) {
    Object.assign(this, { state, model: state.model, grouping: document.getElementById("grouping") });
    this.read();
    addEventListener("hashchange", () => this.read());
    state.listeners.push(() => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.write(), ADDRESS_DELAY);
    });
  }

  // What makes no sense is as if it were not there.
  read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    this.model.pins = new Set(wanted.getAll("pin"));
    this.grouping.value = wanted.get("by") === "stream" ? "stream" : "queue";
    if (this.grouping.value !== this.model.grouping) this.model.group(this.grouping.value);
    this.model.place();
    const from = Number(wanted.get("from")), to = Number(wanted.get("to"));
    if (Number.isFinite(from + to) && to > from) this.state.show(from, to);
    else this.state.showAll();
  }

  write() {
    const { from, to, whole } = this.state;
    const shown = new URLSearchParams();
    if (from > whole.from || to < whole.to) {
      shown.set("from", Math.round(from));
      shown.set("to", Math.round(to));
    }
    if (this.model.grouping !== "queue") shown.set("by", this.model.grouping);
    for (const pin of this.model.pins) shown.append("pin", pin);
    if (String(shown) !== location.hash.slice(1)) history.replaceState(null, "", `#${shown}`);
  }
}
