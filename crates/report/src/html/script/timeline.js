// The list of steps. Only the rows that can be seen are in the document: they are placed inside a space as high as all rows would be.

const ROW_HEIGHT = 26;
// Browsers give up on higher elements; beyond this, scrolling moves through the rows proportionally.
const MOST_PIXELS = 8_000_000;
const MORE_ROWS = 6;
// Deeper nesting is not shown as deeper.
const MOST_INDENT = 12;

class Timeline {
  /** `choose(step)` is called when the reader picks a row. */
  constructor(list, space, choose) {
    Object.assign(this, { list, space, choose });
    this.drawn = new Map();
    this.pending = false;
    list.addEventListener("scroll", () => this.drawSoon(), { passive: true });
    new ResizeObserver(() => this.drawSoon()).observe(list);
    space.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row === null) return;
      const number = Number(row.dataset.row);
      const region = this.folds.region(number);
      if (region !== null) this.toggle(region);
      else choose(this.folds.stepOf(number));
    });
  }

  /** Another run, or another view of it. */
  show(run, folds, view) {
    Object.assign(this, { run, folds, view });
    this.iterationStarts = iterationStarts(run);
    this.relevantBefore = null;
    this.rearranged();
  }

  /** Rows have come or gone. */
  rearranged() {
    const pixels = this.folds.rows.length * ROW_HEIGHT;
    this.height = Math.min(pixels, MOST_PIXELS);
    this.space.style.height = `${this.height}px`;
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
    this.draw();
  }

  setCurrent(step) {
    this.current = this.folds.rowOf(step);
    this.scrollTo(this.current);
    this.draw();
    for (const [number, row] of this.drawn) markCurrent(row, number === this.current);
    this.tellCurrent();
  }

  /** Readers of the screen are told of the current row as long as it is there. */
  tellCurrent() {
    const row = this.drawn.get(this.current);
    if (row) this.list.setAttribute("aria-activedescendant", row.id);
    else this.list.removeAttribute("aria-activedescendant");
  }

  toggle(region) {
    this.folds.setOpen(region, !region.isOpen);
    this.rearranged();
    this.choose(region.isOpen ? region.start : region.end - 1);
  }

  pageSize() {
    return Math.max(1, Math.floor(this.list.clientHeight / ROW_HEIGHT) - 1);
  }

  /** Where a row is in the space; rows beyond the largest height share the room. */
  top(number) {
    const rows = this.folds.rows.length;
    if (rows * ROW_HEIGHT <= MOST_PIXELS) return number * ROW_HEIGHT;
    // The rows that can be seen keep their distance from the one at the top.
    const first = this.firstVisible();
    return this.list.scrollTop + (number - first) * ROW_HEIGHT;
  }

  firstVisible() {
    const rows = this.folds.rows.length;
    if (rows * ROW_HEIGHT <= MOST_PIXELS) return Math.floor(this.list.scrollTop / ROW_HEIGHT);
    const most = Math.max(1, this.height - this.list.clientHeight);
    return Math.round((this.list.scrollTop / most) * (rows - this.pageSize()));
  }

  scrollTo(number) {
    const rows = this.folds.rows.length;
    if (rows * ROW_HEIGHT > MOST_PIXELS) {
      const first = this.firstVisible();
      if (number >= first && number < first + this.pageSize()) return;
      const most = this.height - this.list.clientHeight;
      this.list.scrollTop = (number / Math.max(1, rows - this.pageSize())) * most;
      return;
    }
    const top = number * ROW_HEIGHT;
    const margin = Math.min(2 * ROW_HEIGHT, this.list.clientHeight / 3);
    if (top < this.list.scrollTop + margin) this.list.scrollTop = top - margin;
    const bottom = top + ROW_HEIGHT + margin;
    if (bottom > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = bottom - this.list.clientHeight;
  }

  drawSoon() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  draw() {
    if (!this.folds) return;
    const first = Math.max(0, this.firstVisible() - MORE_ROWS);
    const count = Math.ceil(this.list.clientHeight / ROW_HEIGHT) + 2 * MORE_ROWS;
    const end = Math.min(this.folds.rows.length, first + count);
    for (const [number, row] of this.drawn) {
      if (number < first || number >= end) {
        row.remove();
        this.drawn.delete(number);
      }
    }
    for (let number = first; number < end; number++) {
      let row = this.drawn.get(number);
      if (!row) {
        row = this.makeRow(number);
        this.drawn.set(number, row);
        // In order, for readers that go through the document.
        this.space.insertBefore(row, this.drawn.get(number + 1) ?? null);
      }
      row.style.top = `${this.top(number)}px`;
    }
    this.tellCurrent();
  }

  makeRow(number) {
    const row = element("div", "row");
    row.id = `row-${number}`;
    row.dataset.row = number;
    row.setAttribute("role", "option");
    row.setAttribute("aria-posinset", number + 1);
    row.setAttribute("aria-setsize", this.folds.rows.length);
    const region = this.folds.region(number);
    if (region === null) this.fillStep(row, this.folds.rows[number]);
    else this.fillFold(row, region);
    markCurrent(row, number === this.current);
    return row;
  }

  fillStep(row, step) {
    const { run, view } = this;
    const statement = run.statement(step);
    const relevant = view.relevant.get(step);
    const isFailing = step === run.length - 1;
    row.classList.toggle("relevant", relevant !== undefined);
    row.classList.toggle("failing", isFailing);
    const mark = isFailing ? "✗" : relevant === undefined ? "" : ["*", "@"][relevant.label] ?? "•";
    const what = element("span", "what", statement.text);
    what.style.paddingInlineStart = `${indentOf(run, step)}ch`;
    const number = element("span", "no", statement.line);
    number.prepend(element("span", "unseen", "line "));
    row.append(number, element("span", "mark", mark), what);
    const started = this.iterationStarts.get(step);
    if (started !== undefined) {
      const iteration = started.numberAtStep(step);
      row.append(element("span", "iteration", `#${iteration}`, `iteration ${iteration} of the loop at line ${started.line}`));
    }
    row.append(element("span", "result", run.result(step)));
    const why = isFailing ? `fails: ${run.message}` : relevant?.why;
    if (why !== undefined) row.append(element("span", "unseen", why));
    row.title = why ?? statement.text;
  }

  fillFold(row, region) {
    const { run, view } = this;
    row.classList.add("fold");
    const inside = countUpTo(view.relevantSteps, region.end - 1) - countUpTo(view.relevantSteps, region.start - 1);
    const what = element("span", "what", `… ${region.name} …`);
    what.style.paddingInlineStart = `${indentOf(run, region.start)}ch`;
    const steps = `${region.end - region.start} steps`;
    const result = inside > 0 ? `${steps}, ${inside} that matter` : steps;
    row.append(element("span", "no", "▸"), element("span", "mark", inside > 0 ? "•" : ""), what, element("span", "result", result));
    row.append(element("span", "unseen", "folded"));
  }
}

function markCurrent(row, isCurrent) {
  row.classList.toggle("current", isCurrent);
  row.setAttribute("aria-selected", isCurrent);
}

function indentOf(run, step) {
  return 2 * Math.min(MOST_INDENT, run.indents[step]);
}

/** Steps that begin an iteration, each with its loop; the outermost one if several do. */
function iterationStarts(run) {
  const starts = new Map();
  for (const loop of run.loops) {
    for (const step of loop.starts) if (!starts.has(step)) starts.set(step, loop);
  }
  return starts;
}

function element(tag, className, text, title) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  if (title !== undefined) made.title = title;
  return made;
}
