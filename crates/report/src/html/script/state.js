// The variables at any step, without going through the run: each variable knows its own writes, so its value is a binary search away.

class States {
  constructor(run) {
    this.run = run;
    // Writes grouped by variable, each group ascending by step.
    const counts = new Uint32Array(run.variables.length + 1);
    for (const variable of run.writeVariables) counts[variable + 1]++;
    for (let at = 1; at < counts.length; at++) counts[at] += counts[at - 1];
    this.ends = counts;
    const next = counts.slice();
    this.writes = new Uint32Array(run.writeVariables.length);
    run.writeVariables.forEach((variable, write) => (this.writes[next[variable]++] = write));
    this.byName = new Map();
    run.variables.forEach(({ name }, variable) => {
      if (!this.byName.has(name)) this.byName.set(name, []);
      this.byName.get(name).push(variable);
    });
  }

  /** The step that last set what a call at a depth, or everybody, knows by a name; -1 for none. */
  lastNamed(name, depth, step) {
    let latest = -1;
    const made = activeCalls(this.run, step)[depth] ?? -1;
    for (const variable of this.byName.get(name) ?? []) {
      const { frame } = this.run.variables[variable];
      if (frame >= 0 && frame !== depth) continue;
      const write = this.lastWrite(variable, step);
      if (write < 0) continue;
      const when = this.run.writeSteps[write];
      if (frame < 0 || when >= made) latest = Math.max(latest, when);
    }
    return latest;
  }

  /** All storage that has a value at a step: each cell once, with its latest value. Of variables only those of active calls. */
  cells(step) {
    const { run } = this;
    const made = activeCalls(run, step);
    const latest = new Map();
    run.variables.forEach(({ name, frame, object, path }, variable) => {
      if (object === null) return;
      const write = this.lastWrite(variable, step);
      if (write < 0) return;
      const when = run.writeSteps[write];
      if (frame >= 0 && (frame >= made.length ? when !== step : when < made[frame])) return;
      const key = `${object} ${path}`;
      if ((latest.get(key)?.when ?? -1) > when) return;
      latest.set(key, { object, path, name, frame, when, value: run.value(write), isNew: when === step });
    });
    return [...latest.values()];
  }

  /**
   * The calls that are active at a step, outermost first: the step that made each, and its variables after the step. The last entry may be
   * a call that this very step makes. Variables that belong to no call come as `shared`.
   */
  at(step) {
    const { run } = this;
    const made = activeCalls(run, step);
    const frames = made.map((caller, depth) => ({ depth, caller, variables: [] }));
    const shared = [];
    for (let variable = 0; variable < run.variables.length; variable++) {
      const write = this.lastWrite(variable, step);
      if (write < 0) continue;
      const when = run.writeSteps[write];
      const { name, frame } = run.variables[variable];
      const entry = { name, value: run.value(write), when, isNew: when === step, before: null, hasNewerParts: false };
      if (entry.isNew) entry.before = this.valueBefore(variable, step);
      if (frame < 0) {
        shared.push(entry);
      } else if (frame < frames.length) {
        if (when >= frames[frame].caller) frames[frame].variables.push(entry);
        // What an earlier call at this depth left there is not what this one had.
      } else if (when === step) {
        while (frames.length <= frame) frames.push({ depth: frames.length, caller: step, variables: [] });
        entry.before = null;
        frames[frame].variables.push(entry);
      }
    }
    for (const frame of frames) frame.variables = withoutOldParts(latestOfEach(frame.variables));
    return { shared: withoutOldParts(latestOfEach(shared)), frames };
  }

  /** The last write to a variable up to a step, -1 for none. */
  lastWrite(variable, step) {
    const from = this.ends[variable];
    let low = from;
    let high = this.ends[variable + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.run.writeSteps[this.writes[middle]] <= step) low = middle + 1;
      else high = middle;
    }
    return low === from ? -1 : this.writes[low - 1];
  }

  /** Its value before the step, in the same call. */
  valueBefore(variable, step) {
    const write = step === 0 ? -1 : this.lastWrite(variable, step - 1);
    if (write < 0) return null;
    const { frame } = this.run.variables[variable];
    const made = frame < 0 ? -1 : (activeCalls(this.run, step)[frame] ?? step);
    return this.run.writeSteps[write] >= made ? this.run.value(write) : null;
  }
}

/** One name may have been that of several objects: what it was last is what it is. */
function latestOfEach(entries) {
  const latest = new Map();
  for (const entry of entries) if ((latest.get(entry.name)?.when ?? -1) <= entry.when) latest.set(entry.name, entry);
  return entries.filter((entry) => latest.get(entry.name) === entry);
}

/** `p.x` says nothing any more once all of `p` was written; and if it was written after `p`, then `p` is no longer as it was said to be. */
function withoutOldParts(entries) {
  const whole = new Map(entries.map((entry) => [entry.name, entry]));
  return entries.filter((entry) => {
    for (const { index } of entry.name.matchAll(/[.[]/g)) {
      const around = whole.get(entry.name.slice(0, index));
      if (around === undefined) continue;
      if (around.when > entry.when) return false;
      around.hasNewerParts ||= around.when < entry.when;
    }
    return true;
  });
}

/** For each depth up to that of a step, the step that made the call; -1 for the start function. */
function activeCalls(run, step) {
  const made = new Array(run.depths[step] + 1).fill(-1);
  for (let inner = step; inner >= 0; inner = run.callers[inner]) {
    const caller = run.callers[inner];
    const outer = caller < 0 ? -1 : run.depths[caller];
    for (let depth = run.depths[inner]; depth > outer && depth > 0; depth--) made[depth] = caller;
  }
  return made;
}
