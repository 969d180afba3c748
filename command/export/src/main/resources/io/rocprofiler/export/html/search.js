// Finds names while they are typed, and goes from one slice with such a name to the next.

const NAMES_SHOWN = 60;

class Search {
  constructor(state) {
    Object.assign(this, { state, model: state.model, chosen: -1 });
    for (const id of ["search", "results", "found", "next", "previous"]) this[id] = document.getElementById(id);
    this.search.addEventListener("input", () => this.look());
    this.search.addEventListener("focus", () => this.search.value && this.open(true));
    this.search.addEventListener("blur", () => this.open(false));
    this.search.addEventListener("keydown", (event) => this.key(event));
    this.next.onclick = () => this.go(1);
    this.previous.onclick = () => this.go(-1);
    this.results.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  }

  look() {
    const wanted = this.search.value.trim().toLowerCase();
    const { names } = this.model.meta;
    this.chosen = -1;
    this.names = wanted ? names.map((_, number) => number).filter((number) => names[number][NAME.text].toLowerCase().includes(wanted)) : [];
    this.names.sort((x, y) => names[y][NAME.sum] - names[x][NAME.sum]);
    this.match(wanted ? this.names : null);
    this.list();
    this.open(wanted !== "");
  }

  // Finds all ranges of a name and selects the first; the arrows beside the field lead to the others.
  ranges(name) {
    const { names, domains } = this.model.meta;
    this.search.value = name;
    this.chosen = -1;
    this.names = names.map((_, number) => number).filter((number) => names[number][NAME.text] === name && domains[names[number][NAME.domain]] === "MARKER_API");
    this.match(this.names, (slice) => !this.model.isMark(slice));
    if (this.slices.length) this.select(0);
    else if (this.names.length) this.longest();
  }

  match(numbers, wanted = () => true) {
    this.state.matching = null;
    this.slices = [];
    this.leftOut = 0;
    if (numbers) {
      this.state.matching = new Uint8Array(this.model.meta.names.length);
      for (const number of numbers) this.state.matching[number] = 1;
      const { slices } = this.model;
      const found = [];
      for (let slice = 0; slice < slices.size; slice++) if (this.state.matching[slices.name[slice]]) found.push(slice);
      this.slices = found.filter(wanted);
      this.leftOut = found.length - this.slices.length;
      this.slices.sort((x, y) => slices.start[x] - slices.start[y]);
    }
    this.at = -1;
    this.say();
    this.state.changed();
  }

  say() {
    const records = this.state.matching ? this.model.meta.names.reduce((sum, name, number) => sum + (this.state.matching[number] ? name[NAME.count] : 0), -this.leftOut) : 0;
    const place = this.at >= 0 ? `${count(this.at + 1)} of ` : "";
    this.found.textContent = !this.state.matching ? "" : records === 0 ? "nothing found" : `${place}${count(this.slices.length)}`;
    const merged = this.slices.length < records ? `; ${plural(records, "record")}, the short ones merged` : "";
    this.found.title = this.state.matching ? plural(this.slices.length, "slice") + merged : "";
  }

  list() {
    const { names, domains } = this.model.meta;
    const shown = this.names.slice(0, NAMES_SHOWN).map((number, place) => element("li", {
      role: "option", id: `result-${place}`, "aria-selected": "false", title: names[number][NAME.text], onclick: () => this.choose(place, true),
    }, element("span", { className: "name" }, names[number][NAME.text]),
    element("span", { className: "much" }, `${domains[names[number][NAME.domain]]} · ${count(names[number][NAME.count])} · ${duration(names[number][NAME.sum])}`)));
    if (this.names.length > NAMES_SHOWN) shown.push(element("li", { className: "much" }, `and ${count(this.names.length - NAMES_SHOWN)} more names`));
    this.results.replaceChildren(...shown);
  }

  open(open) {
    this.results.hidden = !open || !this.results.children.length;
    this.search.setAttribute("aria-expanded", String(!this.results.hidden));
  }

  choose(place, go) {
    const options = [...this.results.querySelectorAll("[role=option]")];
    if (!options.length) return;
    this.chosen = (place + options.length) % options.length;
    options.forEach((option, number) => option.setAttribute("aria-selected", String(number === this.chosen)));
    options[this.chosen].scrollIntoView({ block: "nearest" });
    this.search.setAttribute("aria-activedescendant", options[this.chosen].id);
    this.match([this.names[this.chosen]]);
    if (go) {
      this.go(1);
      this.open(false);
    }
  }

  key(event) {
    if (event.key === "Enter") {
      this.open(false);
      this.go(event.shiftKey ? -1 : 1);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.open(true);
      this.choose(this.chosen < 0 ? (event.key === "ArrowDown" ? 0 : -1) : this.chosen + (event.key === "ArrowDown" ? 1 : -1), false);
    } else if (event.key === "Escape") {
      this.clear();
      document.getElementById("scroller").focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  clear() {
    this.search.value = "";
    this.look();
  }

  // To the match after or before the one that is selected, or, without one, to the first from the left of the picture.
  go(direction) {
    if (!this.slices?.length) {
      if (this.names?.length) this.longest();
      return;
    }
    const selected = this.slices.indexOf(this.state.selected);
    let at;
    if (selected >= 0) at = (selected + direction + this.slices.length) % this.slices.length;
    else if (this.at < 0) at = direction > 0 ? 0 : this.slices.length - 1;
    else at = (this.at + direction + this.slices.length) % this.slices.length;
    this.select(at);
    showTab("details");
  }

  select(at) {
    this.at = at;
    this.state.reveal(this.slices[at]);
    this.say();
  }

  // All by that name are merged: the longest of them says where.
  longest() {
    const name = this.model.meta.names[this.names[Math.max(0, this.chosen)]];
    const slice = this.model.sliceAt(name[NAME.lane], name[NAME.start]);
    if (slice >= 0) this.state.reveal(slice);
  }
}
