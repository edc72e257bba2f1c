// The state beside the list of steps: what the step did and why it matters, the invariant, inputs, and the variables of every active call.

// More cells of one array or struct than this are folded into one entry.
const SHOWN_CELLS = 6;
const MOST_CELLS = 200;

function showState(panel, data, run, states, view, step) {
  const opened = new Set([...panel.querySelectorAll("details[open]")].map((it) => it.dataset.root));
  panel.replaceChildren(...stepPart(data, run, view, step), ...invariantPart(view, step), ...inputPart(run), ...framesPart(run, states, step, opened));
}

function part(title, ...content) {
  const made = element("section", "part");
  made.append(element("h3", "", title), ...content);
  return made;
}

function stepPart(data, run, view, step) {
  const statement = run.statement(step);
  const relevant = view.relevant.get(step);
  const isFailing = step === run.length - 1;
  const made = element("section", "part now");
  const where = element("p", "where", `${data.files[statement.file]}:${statement.line} in ${statement.function}()`);
  const loops = run.loopsAround(step).filter((loop) => run.depths[loop.start] === run.depths[step]);
  if (loops.length > 0) {
    const texts = loops.map((loop) => `${loop.numberAtStep(step)} of line ${loop.line}`);
    where.append(`, iteration ${texts.join(", ")}`);
  }
  const result = run.result(step);
  made.append(where, code("p", "code", statement.text));
  if (result !== "") made.append(element("p", "result", result));
  if (isFailing) made.append(element("p", "why failing", `fails: ${run.message}`));
  if (relevant !== undefined) {
    made.append(element("p", "why", relevant.why));
    if (relevant.label >= 0) made.append(element("p", "label", data.labels[relevant.label]));
    else if (relevant.role >= 0) made.append(element("p", "label", data.roles[relevant.role]));
  } else if (!isFailing && view.relevant.size > 0) {
    made.append(element("p", "label", "not part of this explanation"));
  }
  return [made];
}

function code(tag, className, text) {
  const made = element(tag, className);
  made.append(element("code", "", text));
  return made;
}

function invariantPart(view, step) {
  const text = view.invariant(step);
  if (text === undefined) return [];
  const said = text === "" ? element("p", "quiet", "nothing needs to hold") : text === null ? element("p", "quiet", "too long to be shown") : code("p", "fact", text);
  return [part("Invariant before this step", said)];
}

function inputPart(run) {
  return run.inputs === "" ? [] : [part("Inputs", code("p", "", run.inputs))];
}

function framesPart(run, states, step, opened) {
  const { shared, frames } = states.at(step);
  const parts = [];
  for (const frame of frames.toReversed()) {
    if (frame.variables.length === 0) continue;
    parts.push(part(frameName(run, step, frame), variableTable(frame.variables, `${frame.depth}`, opened)));
  }
  if (shared.length > 0) {
    const title = frames.some((frame) => frame.variables.length > 0) ? "Globals and allocated storage" : "Variables";
    parts.push(part(title, variableTable(shared, "shared", opened)));
  }
  if (parts.length === 0) parts.push(part("Variables", element("p", "quiet", "none has a value yet")));
  return parts;
}

/** The function of a call: that of any step at its depth that it encloses. */
function frameName(run, step, frame) {
  for (let inner = step; inner >= 0; inner = run.callers[inner]) {
    if (run.depths[inner] === frame.depth) return `${run.statement(inner).function}()`;
  }
  const next = step + 1;
  return next < run.length && run.depths[next] === frame.depth ? `${run.statement(next).function}()` : "the call that begins";
}

function variableTable(variables, key, opened) {
  const table = element("dl", "variables");
  const roots = new Map();
  for (const variable of variables) {
    const root = /^[^.[\-]*/.exec(variable.name)[0] || variable.name;
    if (!roots.has(root)) roots.set(root, []);
    roots.get(root).push(variable);
  }
  for (const [root, cells] of roots) {
    if (cells.length <= SHOWN_CELLS) {
      for (const cell of cells) table.append(variableRow(cell));
      continue;
    }
    // What the step changed stays in sight.
    for (const cell of cells.filter((cell) => cell.isNew).slice(0, SHOWN_CELLS)) table.append(variableRow(cell));
    table.append(foldedCells(root, cells, `${key} ${root}`, opened));
  }
  return table;
}

function foldedCells(root, cells, key, opened) {
  const row = element("div", "cells");
  const value = element("dd", "");
  const details = element("details", "");
  details.dataset.root = key;
  details.append(element("summary", "", `${cells.length} parts`));
  const fill = () => {
    if (details.open && details.childElementCount === 1) {
      const inner = element("dl", "variables");
      for (const cell of cells.slice(0, MOST_CELLS)) inner.append(variableRow(cell));
      details.append(inner);
      if (cells.length > MOST_CELLS) details.append(element("p", "quiet", `and ${cells.length - MOST_CELLS} more`));
    }
  };
  details.addEventListener("toggle", fill);
  details.open = opened.has(key);
  fill();
  value.append(details);
  row.append(element("dt", "", root), value);
  return row;
}

function variableRow({ name, value, when, isNew, before, hasNewerParts }) {
  const row = element("div", isNew ? "variable new" : "variable");
  const shown = element("dd", "", value);
  if (isNew) {
    const was = before === null || before === value ? "set here" : `was ${before}`;
    shown.append(element("span", "was", ` ${was}`));
  }
  if (hasNewerParts) shown.append(element("span", "was", " before its parts were set"));
  row.append(element("dt", "", name), shown);
  Object.assign(row.dataset, { name, value, when });
  row.title = "why?";
  row.tabIndex = 0;
  return row;
}
