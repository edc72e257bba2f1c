// The page: which failure, which view and which step are shown; everything else follows from these three.

const THEMES = ["auto", "light", "dark"];
// Between the run and the edges of the window.
const EDGE = 12;

class Page {
  constructor() {
    this.data = readData();
    this.failure = 0;
    this.view = 0;
    this.step = 0;
    this.isOnlyRelevant = false;
    // Made when a failure is first looked at.
    this.known = new Map();
    const pane = document.getElementById("source");
    this.source = pane && this.data.runs.length > 0 ? new SourcePane(pane, (step, mayScroll) => this.goTo(step, mayScroll)) : null;
    const list = document.getElementById("timeline");
    this.timeline = list ? new Timeline(list, document.getElementById("timeline-space"), (step) => this.goTo(step)) : null;
    if (this.timeline && this.source) this.card = new Card(document.getElementById("card"), this.source);
    const pictured = (id, Kind) => (document.getElementById(id) && this.source ? new Kind(document.getElementById(id), this) : null);
    this.memory = pictured("memory", Memory);
    this.flow = pictured("flow", Flow);
    this.output = pictured("printed", Output);
    this.wire();
    listenToSearch(this, document.getElementById("search"));
    if (this.source) this.pick(0);
    this.follow();
    addEventListener("hashchange", () => this.follow());
  }

  /** The step that the address leads to. */
  follow() {
    const linked = linkedStep(location.hash);
    if (linked === null || !this.source || linked.failure >= this.data.runs.length) return;
    if (linked.failure !== this.failure) this.pick(linked.failure);
    if (linked.step !== this.step) this.goTo(linked.step);
  }

  get run() {
    return this.data.runs[this.failure];
  }

  hasSteps() {
    return this.timeline !== null && this.source !== null && this.run.length > 0;
  }

  wire() {
    const onClick = (id, action) => document.getElementById(id)?.addEventListener("click", action);
    onClick("next", () => this.move(1));
    onClick("previous", () => this.move(-1));
    onClick("next-relevant", () => this.moveToRelevant(1));
    onClick("previous-relevant", () => this.moveToRelevant(-1));
    onClick("only-relevant", () => this.toggleOnlyRelevant());
    onClick("show-help", () => this.help());
    onClick("theme", () => this.nextTheme());
    onClick("run-toggle", () => this.toggleRun());
    for (const link of document.querySelectorAll("[data-pick]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.pick(Number(link.dataset.pick));
      });
    }
    for (const choice of document.querySelectorAll(".methods input")) {
      choice.addEventListener("change", () => this.choose(Number(choice.value)));
    }
    for (const button of document.querySelectorAll(".copy")) {
      button.hidden = false;
      button.addEventListener("click", () => copy(button));
    }
    for (const it of document.querySelectorAll(".methods, #theme")) it.hidden = false;
    document.getElementById("show-help").hidden = this.timeline === null;
    this.showTheme();
    listenToKeys(this);
    this.asking = new Asking(this);
    const run = document.getElementById("run");
    if (run) fitRun(run);
  }

  /** Another failure. */
  pick(failure) {
    this.failure = failure;
    for (const section of document.querySelectorAll("section[data-failure]")) section.hidden = Number(section.dataset.failure) !== failure;
    for (const link of document.querySelectorAll("[data-pick]")) {
      if (Number(link.dataset.pick) === failure) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (!this.known.has(failure)) this.known.set(failure, { folds: new Folds(this.run), states: new States(this.run), step: this.run.length - 1 });
    const chosen = document.querySelector(`#failure-${failure} .methods input:checked`);
    this.step = this.known.get(failure).step;
    const run = document.getElementById("run");
    if (run) run.hidden = this.run.length === 0;
    this.choose(chosen === null ? 0 : Number(chosen.value));
  }

  /** Another view of the same failure. */
  choose(view) {
    this.view = view;
    this.source.show(this.run, this.failure, view);
    if (!this.hasSteps()) return;
    const { folds } = this.known.get(this.failure);
    const shown = this.run.views[view];
    for (const id of ["only-relevant", "next-relevant", "previous-relevant"]) document.getElementById(id).hidden = shown.relevantSteps.length === 0;
    this.flow?.show(this.run, this.known.get(this.failure).states, shown);
    this.output?.show(this.run);
    folds.restrict(this.isOnlyRelevant && shown.relevantSteps.length > 0 ? shown.relevantSteps : null);
    this.timeline.show(this.run, folds, shown);
    this.showStep(false);
  }

  /** A step, by its number; `mayScroll` unless the reader looks at its line already. */
  goTo(step, mayScroll = true) {
    if (!this.hasSteps()) return;
    this.step = Math.max(0, Math.min(step, this.run.length - 1));
    const { folds } = this.known.get(this.failure);
    const rows = folds.rows.length;
    // A step that was asked for is shown, not the fold that it is in: unless the fold was asked for, which leads to its last step.
    if (folds.region(folds.rowOf(this.step)) !== null && folds.stepOf(folds.rowOf(this.step)) !== this.step) folds.reveal(this.step);
    if (folds.rows.length !== rows) this.timeline.rearranged();
    this.showStep(mayScroll);
    linkTo(this.failure, this.step);
  }

  showStep(mayScroll) {
    const { run, step } = this;
    const known = this.known.get(this.failure);
    known.step = step;
    this.source.step = step;
    const view = run.views[this.view];
    this.timeline.setCurrent(step);
    this.source.setCurrent(step, mayScroll);
    showState(document.getElementById("state"), this.data, run, known.states, view, step);
    this.memory?.show(run, known.states, step);
    this.output?.setCurrent(step);
    document.getElementById("position").textContent = `step ${step + 1} of ${run.length}`;
    const statement = run.statement(step);
    const why = step === run.length - 1 ? `fails: ${run.message}` : (view.relevant.get(step)?.why ?? "");
    const said = [`Step ${step + 1} of ${run.length}`, `line ${statement.line}: ${statement.text}`, run.result(step), why];
    document.getElementById("now").textContent = said.filter((it) => it !== "").join("; ");
  }

  /** So many rows down. */
  move(rows) {
    if (!this.hasSteps()) return;
    const { folds } = this.known.get(this.failure);
    const row = Math.max(0, Math.min(folds.rowOf(this.step) + rows, folds.rows.length - 1));
    this.goTo(folds.stepOf(row));
  }

  moveToRelevant(direction) {
    if (!this.hasSteps()) return;
    // The failing step ends every explanation.
    const steps = this.run.views[this.view].relevantSteps.concat(this.run.length - 1);
    const next = direction > 0 ? steps.find((step) => step > this.step) : steps.findLast((step) => step < this.step);
    if (next === undefined) return;
    const { folds } = this.known.get(this.failure);
    const rows = folds.rows.length;
    folds.reveal(next);
    if (folds.rows.length !== rows) this.timeline.rearranged();
    this.goTo(next);
  }

  unfold() {
    const region = this.foldedHere();
    if (region !== null) this.timeline.toggle(region);
  }

  fold() {
    if (!this.hasSteps() || this.isOnlyRelevant || this.foldedHere() !== null) return;
    const { folds } = this.known.get(this.failure);
    const region = folds.around(this.step);
    if (region === null) return;
    const isInside = region.start <= this.step && this.step < region.end;
    folds.setOpen(region, false);
    this.timeline.rearranged();
    if (isInside || region.isCall) this.goTo(region.end - 1);
    else this.showStep(false);
  }

  toggleFold() {
    if (this.foldedHere() !== null) this.unfold();
    else this.fold();
  }

  /** The folded region that the current row stands for. */
  foldedHere() {
    if (!this.hasSteps()) return null;
    const { folds } = this.known.get(this.failure);
    return folds.region(folds.rowOf(this.step));
  }

  toggleOnlyRelevant() {
    if (!this.hasSteps() || document.getElementById("only-relevant").hidden) return;
    this.isOnlyRelevant = !this.isOnlyRelevant;
    document.getElementById("only-relevant").setAttribute("aria-pressed", this.isOnlyRelevant);
    this.choose(this.view);
  }

  toggleRun() {
    const button = document.getElementById("run-toggle");
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", isOpen);
    button.textContent = isOpen ? "hide" : "show";
    document.getElementById("run").classList.toggle("closed", !isOpen);
    if (isOpen) this.timeline.draw();
  }

  help() {
    document.getElementById("help").showModal();
  }

  nextTheme() {
    const now = document.documentElement.dataset.theme ?? "auto";
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    if (next === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("whydunit-theme", next);
    } catch {
      // It holds for this time only.
    }
    this.showTheme();
  }

  showTheme() {
    const button = document.getElementById("theme");
    const now = document.documentElement.dataset.theme ?? "auto";
    button.textContent = `colours: ${now}`;
  }
}

/** Keeps all of the run in the window: beside the source it reaches to the lower edge or the end of the source, as a sheet it covers some of the source. */
function fitRun(run) {
  const measure = () => {
    const isSheet = getComputedStyle(run).getPropertyValue("--is-sheet").trim() === "1";
    const root = document.documentElement.style;
    root.setProperty("--covered", `${isSheet && !run.hidden ? run.offsetHeight : 0}px`);
    const top = Math.max(EDGE, run.parentElement.getBoundingClientRect().top);
    const { bottom } = document.getElementById("source").getBoundingClientRect();
    root.setProperty("--run-height", `${Math.min(innerHeight - EDGE, bottom) - top}px`);
  };
  new ResizeObserver(measure).observe(run);
  addEventListener("resize", measure);
  addEventListener("scroll", measure, { passive: true });
}

/** Copies the command or patch that a button belongs to. */
async function copy(button) {
  const text = button.parentElement.querySelector("code")?.textContent ?? button.closest("article").querySelector("pre").textContent;
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "copied";
  } catch {
    button.textContent = "cannot copy";
  }
  setTimeout(() => (button.textContent = name), 1500);
}

new Page();
