// The source pane: which lines are lit in the chosen view, which of them ran, and where the run is.

// The same as in `source.rs`.
const CONTEXT_LINES = 4;
// Files up to this length are always shown whole; those that are not longer than the other one are shown whole at first.
const SHORT_FILE = 40;
const LONG_FILE = 120;
const FOLDED_NAME = "show all lines";
const WHOLE_NAME = "only near what matters";

class SourcePane {
  constructor(pane, choose) {
    this.pane = pane;
    this.choose = choose;
    this.lines = new Map();
    for (const file of pane.querySelectorAll(".file")) {
      for (const line of file.querySelectorAll(".line")) this.lines.set(`${file.dataset.file}-${line.dataset.line}`, line);
      this.addFolding(file);
    }
    this.current = null;
    pane.addEventListener("click", (event) => this.clicked(event));
  }

  line(file, number) {
    return this.lines.get(`${file}-${number}`) ?? null;
  }

  /** The file and number of a line's element. */
  static placeOf(line) {
    return [Number(line.closest(".file").dataset.file), Number(line.dataset.line)];
  }

  addFolding(file) {
    const lines = file.querySelector(".lines");
    const button = file.querySelector(".fold-lines");
    if (lines.childElementCount <= SHORT_FILE) return;
    const set = (isFolded) => {
      lines.classList.toggle("folded", isFolded);
      button.textContent = isFolded ? FOLDED_NAME : WHOLE_NAME;
    };
    button.hidden = false;
    button.removeAttribute("aria-pressed");
    button.addEventListener("click", () => set(!lines.classList.contains("folded")));
    set(lines.childElementCount > LONG_FILE);
  }

  /** Lights the lines of a view of a run. */
  show(run, failure, view) {
    this.run = run;
    const wanted = `${failure}-${view}`;
    for (const it of document.querySelectorAll("[data-view]")) it.hidden = it.dataset.view !== wanted;
    const executed = new Set();
    for (const statement of run.statements) {
      for (let line = statement.line; line <= Math.max(statement.line, statement.endLine); line++) executed.add(`${statement.file}-${line}`);
    }
    for (const [key, line] of this.lines) {
      const notes = [...line.querySelectorAll(":scope > .note:not([hidden])")];
      const isFailing = notes.some((note) => note.classList.contains("failing"));
      const isTold = isFailing || notes.some((note) => note.classList.contains("told"));
      line.classList.toggle("lit", notes.length > 0);
      line.classList.toggle("aside", notes.length > 0 && !isTold);
      line.classList.toggle("failing", isFailing);
      line.classList.toggle("ran", executed.has(key));
      line.querySelector(".mark").textContent = notes.map((note) => note.dataset.mark).find((mark) => mark !== "") ?? "";
    }
    this.markFar();
  }

  /** Lines far from every lit one are left out on paper, and on the screen if the reader wants. */
  markFar() {
    for (const list of this.pane.querySelectorAll(".lines")) {
      const lines = [...list.children];
      const near = new Set();
      lines.forEach((line, at) => {
        if (!line.classList.contains("lit")) return;
        for (let beside = at - CONTEXT_LINES; beside <= at + CONTEXT_LINES; beside++) near.add(beside);
      });
      lines.forEach((line, at) => line.classList.toggle("far", !near.has(at)));
    }
  }

  /** Shows where the run is; `mayScroll` unless the reader has just clicked there. */
  setCurrent(step, mayScroll) {
    const statement = this.run.statement(step);
    const line = this.line(statement.file, statement.line);
    if (this.current !== null && this.current !== line) {
      this.current.classList.remove("current");
      this.current.removeAttribute("aria-current");
      this.current.querySelector(".text").removeAttribute("data-result");
    }
    this.current = line;
    if (line === null) return;
    line.classList.add("current");
    line.setAttribute("aria-current", "step");
    const text = line.querySelector(".text");
    text.dataset.result = this.run.result(step);
    markStatement(text, statement);
    if (mayScroll) scrollIntoSight(line);
  }

  clicked(event) {
    const goto = event.target.closest(".goto");
    if (goto !== null) return this.choose(Number(goto.dataset.step), true);
    // Notes open and close by themselves; text may be selected.
    const line = event.target.closest(".line");
    if (line === null || event.target.closest(".note") !== null || String(getSelection()) !== "") return undefined;
    const steps = this.run.stepsAt(...SourcePane.placeOf(line));
    return steps.length > 0 ? this.choose(this.nextAt(steps), false) : undefined;
  }

  /** The step of a line to go to: the next one, or the first one again. */
  nextAt(steps) {
    return steps.find((step) => step > this.step) ?? steps[0];
  }
}

/** Marks the statement inside of its line, where the browser can do that without changing the document. */
function markStatement(text, { line, column, endLine, endColumn }) {
  if (typeof Highlight === "undefined" || !CSS.highlights) return;
  const range = document.createRange();
  const from = pointAt(text, column - 1);
  const to = line === endLine ? pointAt(text, endColumn - 1) : pointAt(text, Infinity);
  range.setStart(...from);
  range.setEnd(...to);
  CSS.highlights.set("statement", new Highlight(range));
}

/** The place in the document behind so many characters; columns count characters, not their halves. */
function pointAt(text, column) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let left = column;
  let node = null;
  while (walker.nextNode()) {
    node = walker.currentNode;
    const characters = [...node.data];
    if (left <= characters.length) return [node, characters.slice(0, left).join("").length];
    left -= characters.length;
  }
  return node === null ? [text, 0] : [node, node.data.length];
}

/** Scrolls the page only if the line is not in sight. */
function scrollIntoSight(line) {
  const { top, bottom } = line.getBoundingClientRect();
  const style = getComputedStyle(document.documentElement);
  const above = 90;
  const below = innerHeight - (parseFloat(style.getPropertyValue("--covered")) || 0) - 40;
  if (top < above || bottom > below) line.scrollIntoView({ block: "center" });
}
