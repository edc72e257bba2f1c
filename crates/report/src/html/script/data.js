// The embedded data, as `data.rs` writes it. Columns stay columns: a run of a hundred thousand steps is a few typed arrays, and nothing is made an
// object before it is looked at.

/** @returns {{files: string[], runs: Run[]}} */
function readData() {
  const raw = JSON.parse(document.getElementById("data").textContent);
  const text = (number) => raw.texts[number];
  return {
    files: raw.files.map(text),
    roles: raw.roles,
    labels: raw.labels,
    runs: raw.failures.map((failure) => new Run(failure, text)),
  };
}

/** The number of entries of an ascending array that are at most `wanted`. */
function countUpTo(ascending, wanted) {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One failing run: its steps, loops and variables, and what each view says of them. */
class Run {
  constructor(raw, text) {
    this.text = text;
    this.message = text(raw.message);
    this.inputs = text(raw.inputs);
    this.statements = raw.statements.map((fields) => new Statement(fields, text));
    this.steps = Uint32Array.from(raw.steps);
    this.length = this.steps.length;
    this.depths = expandRuns(raw.depths, this.length);
    this.callers = callersOf(this.depths);
    this.indents = this.indentation();
    this.loops = raw.loops.map((fields) => new Loop(fields));
    this.readWrites(raw, text);
    this.guards = new Map();
    for (let at = 0, step = 0; at < raw.guards.length; at += 2) {
      step += raw.guards[at];
      this.guards.set(step, text(raw.guards[at + 1]));
    }
    this.views = raw.views.map((view) => new View(view, text));
    this.objects = [];
    for (let at = 0; at < raw.objects.length; at += 5) {
      const [object, title, made, gone, allocated] = raw.objects.slice(at, at + 5);
      this.objects.push({ object: text(object), title: text(title), made, gone, isAllocated: allocated === 1 });
    }
    this.printed = [];
    for (let at = 0; at < raw.printed.length; at += 2) this.printed.push({ step: raw.printed[at], text: text(raw.printed[at + 1]) });
  }

  /** Steps stand inside of the conditionals around them, and further in than the call that they belong to. */
  indentation() {
    const indents = new Uint32Array(this.length);
    for (let step = 0; step < this.length; step++) {
      const caller = this.callers[step];
      indents[step] = this.statement(step).scope + (caller < 0 ? 0 : indents[caller] + 1);
    }
    return indents;
  }

  /** Columns of all writes, ascending by step. */
  readWrites(raw, text) {
    const count = raw.writes.length / 3;
    this.variables = raw.variables.map(([name, frame, object, path]) => ({ name: text(name), frame, object: object < 0 ? null : text(object), path: path < 0 ? null : text(path) }));
    this.writeSteps = new Uint32Array(count);
    this.writeVariables = new Uint32Array(count);
    this.writeValues = new Array(count);
    for (let write = 0, step = 0; write < count; write++) {
      step += raw.writes[3 * write];
      this.writeSteps[write] = step;
      this.writeVariables[write] = raw.writes[3 * write + 1];
      this.writeValues[write] = raw.writes[3 * write + 2];
    }
  }

  /** A value as text: numbers stand for themselves. */
  value(write) {
    const value = this.writeValues[write];
    return typeof value === "number" ? String(value) : this.text(value[0]);
  }

  statement(step) {
    return this.statements[this.steps[step]];
  }

  /** The numbers of the writes of a step: from, to. */
  writesOf(step) {
    return [step === 0 ? 0 : countUpTo(this.writeSteps, step - 1), countUpTo(this.writeSteps, step)];
  }

  /** What a step did, as short text: side taken, values, and what its addresses depended on. */
  result(step) {
    const parts = [];
    const { taken } = this.statement(step);
    if (taken !== null) parts.push(taken);
    const [from, to] = this.writesOf(step);
    for (let write = from; write < to; write++) {
      parts.push(`${this.variables[this.writeVariables[write]].name} = ${this.value(write)}`);
    }
    const guard = this.guards.get(step);
    if (guard !== undefined) parts.push(`(${guard})`);
    return parts.join(", ");
  }

  /** The loops around a step, outermost first. */
  loopsAround(step) {
    return this.loops.filter((loop) => loop.start <= step && step < loop.end);
  }

  /** How often the statement of a step was reached up to it; 0 if it does not begin its line. */
  timesReached(step) {
    const here = this.statement(step);
    const isSame = (it) => it.file === here.file && it.line === here.line;
    if (this.statements.some((it) => isSame(it) && it.column < here.column)) return 0;
    let count = 0;
    for (let at = 0; at <= step; at++) {
      const it = this.statement(at);
      if (isSame(it) && it.column === here.column && it.endLine === here.endLine && it.endColumn === here.endColumn) count++;
    }
    return count;
  }

  /** Steps at a line, ascending. */
  stepsAt(file, line) {
    const here = this.statements.map((it) => it.file === file && it.line <= line && line <= Math.max(it.line, it.endLine));
    const found = [];
    for (let step = 0; step < this.length; step++) if (here[this.steps[step]]) found.push(step);
    return found;
  }
}

class Statement {
  constructor(fields, text) {
    const [kind, file, line, column, endLine, endColumn, code, inside, scope, taken] = fields;
    Object.assign(this, { file, line, column, endLine, endColumn, scope });
    this.kind = text(kind);
    this.text = text(code);
    this.function = text(inside);
    this.taken = taken < 0 ? null : text(taken);
  }
}

/** One activation of a loop. */
class Loop {
  constructor([start, end, line, first, distances, numbers]) {
    Object.assign(this, { start, end, line, first, numbers });
    this.starts = new Uint32Array(distances.length + 1);
    this.starts[0] = start;
    distances.forEach((distance, at) => (this.starts[at + 1] = this.starts[at] + distance));
  }

  /** The number of the iteration at a place in `starts`. */
  number(at) {
    return this.numbers.length > 0 ? this.numbers[at] : this.first + at;
  }

  numberAtStep(step) {
    return this.number(countUpTo(this.starts, step) - 1);
  }
}

/** What one explanation says of the steps. */
class View {
  constructor(raw, text) {
    this.relevant = new Map();
    for (let at = 0; at < raw.relevant.length; at += 5) {
      const [step, role, label, why, aside] = raw.relevant.slice(at, at + 5);
      this.relevant.set(step, { role, label, why: text(why), isAside: aside === 1 });
    }
    this.relevantSteps = [...this.relevant.keys()];
    this.invariantStarts = [];
    this.invariantTexts = [];
    for (let at = 0; at < raw.invariants.length; at += 2) {
      this.invariantStarts.push(raw.invariants[at]);
      const number = raw.invariants[at + 1];
      this.invariantTexts.push(number === -2 ? "" : number === -1 ? null : text(number));
    }
  }

  /** What holds before a step: "" if nothing needs to, `null` if it is too long, `undefined` if this view has no invariants. */
  invariant(step) {
    return this.invariantTexts[countUpTo(this.invariantStarts, step) - 1];
  }
}

/** Value, count, value, count, ... */
function expandRuns(runs, length) {
  const all = new Uint32Array(length);
  for (let at = 0, from = 0; at < runs.length; at += 2) {
    all.fill(runs[at], from, from + runs[at + 1]);
    from += runs[at + 1];
  }
  return all;
}

/** For each step the last one before it that is less deep: the call that it is inside of; -1 for none. */
function callersOf(depths) {
  const callers = new Int32Array(depths.length);
  for (let step = 0; step < depths.length; step++) {
    let caller = step - 1;
    while (caller >= 0 && depths[caller] >= depths[step]) caller = callers[caller];
    callers[step] = caller;
  }
  return callers;
}
