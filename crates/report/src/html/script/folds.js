// Which steps are listed: the middle iterations of loops are folded into one row, and so is the middle of a very deep stack of calls; calls can be
// folded by hand. Rows are kept as numbers: a step, or `-1 - region` for a folded region.

// Loops with at most this many iterations are shown whole, of others the first and the last two, as in the terminal.
const UNFOLDED_ITERATIONS = 4;
const UNFOLDED_CALLS = 12;
const SHOWN_CALLS = 4;

class Folds {
  constructor(run) {
    this.run = run;
    this.regions = [...loopRegions(run), ...callRegions(run), ...deepCalls(run)];
    this.regions.sort((a, b) => a.start - b.start || b.end - a.end);
    this.rows = [];
    this.onlyRelevant = null;
    this.arrange();
  }

  /** Lists only these steps and the failing one; all for `null`. */
  restrict(steps) {
    this.onlyRelevant = steps;
    this.arrange();
  }

  arrange() {
    const { run, regions, rows } = this;
    rows.length = 0;
    if (this.onlyRelevant !== null) {
      for (const step of this.onlyRelevant) rows.push(step);
      if (rows.at(-1) !== run.length - 1) rows.push(run.length - 1);
      return;
    }
    let next = 0;
    for (let step = 0; step < run.length; ) {
      while (next < regions.length && (regions[next].start < step || (regions[next].start === step && regions[next].isOpen))) next++;
      if (next < regions.length && regions[next].start === step) {
        rows.push(-1 - next);
        step = regions[next].end;
      } else {
        rows.push(step++);
      }
    }
  }

  /** The folded region that a row stands for, if it does. */
  region(row) {
    return this.rows[row] < 0 ? this.regions[-1 - this.rows[row]] : null;
  }

  /** The step that a row leads to: of a folded region its last one, what came of it. */
  stepOf(row) {
    const region = this.region(row);
    return region === null ? this.rows[row] : region.end - 1;
  }

  /** The row that shows a step, or the fold that hides it; where rows are left out, the one before. */
  rowOf(step) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const region = this.region(middle);
      if ((region === null ? this.rows[middle] : region.start) <= step) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Opens whatever hides a step. */
  reveal(step) {
    const hiding = this.regions.filter((region) => !region.isOpen && region.start <= step && step < region.end);
    if (hiding.length === 0) return;
    for (const region of hiding) region.isOpen = true;
    this.arrange();
  }

  setOpen(region, isOpen) {
    region.isOpen = isOpen;
    this.arrange();
  }

  /** What `fold` at a step is about: the smallest open region around it, a loop that it is in, or the call that it makes. */
  around(step) {
    const isAbout = (region) =>
      (region.start <= step && step < region.end) ||
      (region.loop && region.loop.start <= step && step < region.loop.end) ||
      (region.isCall && region.start === step + 1);
    const size = (region) => (region.loop ? region.loop.end - region.loop.start : region.end - region.start);
    const open = this.regions.filter((region) => region.isOpen && isAbout(region));
    return open.reduce((best, region) => (best === null || size(region) < size(best) ? region : best), null);
  }
}

function loopRegions(run) {
  const regions = [];
  for (const loop of run.loops) {
    const count = loop.starts.length;
    if (count <= UNFOLDED_ITERATIONS) continue;
    const [first, last] = [loop.number(1), loop.number(count - 3)];
    const name = first === last ? `iteration ${first}` : `iterations ${first}–${last}`;
    regions.push({ start: loop.starts[1], end: loop.starts[count - 2], loop, isCall: false, isOpen: false, name: `${name} of the loop at line ${loop.line}` });
  }
  return regions;
}

/** The steps inside of each call. */
function callRegions(run) {
  const regions = [];
  const open = [];
  const closeDownTo = (depth, end) => {
    while (open.length > 0 && open.at(-1).depth > depth) {
      const { start } = open.pop();
      const name = `inside ${run.statement(start).function}()`;
      regions.push({ start, end, loop: null, isCall: true, isOpen: true, name });
    }
  };
  for (let step = 0; step < run.length; step++) {
    closeDownTo(run.depths[step], step);
    const before = step === 0 ? 0 : run.depths[step - 1];
    if (run.depths[step] > before) open.push({ start: step, depth: run.depths[step] });
  }
  closeDownTo(-1, run.length);
  return regions;
}

/** The calls in the middle of a deep stack at the end. */
function deepCalls(run) {
  // First steps of the calls that have not returned, innermost first.
  const starts = [];
  for (let step = run.length - 1; step > 0; step = run.callers[step]) {
    if (run.callers[step] >= 0) starts.push(run.callers[step] + 1);
  }
  if (starts.length <= UNFOLDED_CALLS) return [];
  const [start, end] = [starts[starts.length - SHOWN_CALLS], starts[SHOWN_CALLS - 1]];
  const name = `${run.depths[end] - run.depths[start]} nested calls`;
  return start < end ? [{ start, end, loop: null, isCall: false, isOpen: false, name }] : [];
}
