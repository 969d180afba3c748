// Puts the parts together.

function showTab(id) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const shown = tab.getAttribute("aria-controls") === id;
    tab.setAttribute("aria-selected", String(shown));
    tab.tabIndex = shown ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !shown;
  }
}

function tabs() {
  const all = [...document.querySelectorAll("[role=tab]:not([hidden])")];
  all.forEach((tab, place) => {
    tab.onclick = () => showTab(tab.getAttribute("aria-controls"));
    tab.onkeydown = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const next = all[(place + step + all.length) % all.length];
      next.click();
      next.focus();
    };
  });
}

function divider(changed) {
  const bar = document.getElementById("divider"), panel = document.getElementById("panel");
  const set = (height) => {
    panel.style.setProperty("--panel", `${Math.max(60, Math.min(innerHeight * 0.75, height))}px`);
    changed();
  };
  bar.addEventListener("pointerdown", (event) => bar.setPointerCapture(event.pointerId));
  bar.addEventListener("pointermove", (event) => event.buttons & 1 && set(innerHeight - event.clientY - 3));
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 30, ArrowDown: -30 }[event.key];
    if (step) set(panel.offsetHeight + step);
  });
}

function themes(changed) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = (theme) => {
    document.documentElement.dataset.theme = theme;
    changed();
  };
  set(system.matches ? "dark" : "light");
  system.addEventListener("change", () => set(system.matches ? "dark" : "light"));
  document.getElementById("theme").onclick = () => set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
}

function describe(meta) {
  const hosts = [...new Set(meta.processes.map((process) => process.host).filter(Boolean))];
  const started = BigInt(meta.processes[0].started) / 1000000n;
  document.getElementById("subtitle").textContent = [
    plural(meta.records, "record"), `${meta.processes.length} process${meta.processes.length === 1 ? "" : "es"}`, duration(meta.duration), hosts.slice(0, 3).join(", "),
    started > 0n ? new Date(Number(started)).toLocaleString() : "", [meta.title, ...meta.processes[0].command.slice(1)].join(" ")].filter(Boolean).join(" · ");
  const sentences = losses(meta);
  const notice = document.getElementById("notice");
  notice.hidden = sentences.length === 0;
  notice.textContent = sentences.length > 2 ? `${sentences.slice(0, 2).join(" ")} ${sentences.length - 2} more under "Run".` : sentences.join(" ");
}

async function start() {
  const data = await readData();
  const model = new Model(data);
  const state = new State(model);
  let colours;
  themes(() => {
    colours?.refresh();
    state.changed();
  });
  colours = new Colours(model);
  const picture = new Picture(state, colours), minimap = new Minimap(state, colours);
  const details = new Details(state), search = new Search(state), input = new Input(state, picture, search, details);
  new Summary(state);
  showInsights(data.meta);
  showRanges(data.meta, search);
  showRun(data.meta);
  describe(data.meta);
  tabs();
  divider(() => state.changed());
  state.listeners.push(() => picture.draw(), () => minimap.draw());
  state.onSelect = () => details.show();
  const press = (id, action) => { document.getElementById(id).onclick = action; };
  press("zoom-in", () => state.zoom(0.6));
  press("zoom-out", () => state.zoom(1 / 0.6));
  press("fit", () => state.showAll());
  press("help", () => document.getElementById("keys").showModal());
  document.getElementById("grouping").onchange = (event) => {
    model.group(event.target.value);
    state.changed();
  };
  new Address(state);
  new ResizeObserver(() => state.changed()).observe(picture.scroller);
  picture.draw();
  minimap.draw();
  document.documentElement.dataset.ready = "true";
  globalThis.timeline = { data, model, state, picture, search, input }; // for scripts and for curious people
}

start().catch((problem) => {
  document.getElementById("subtitle").textContent = `This page cannot be shown: ${problem.message}`;
  document.documentElement.dataset.ready = "failed";
  throw problem;
});
