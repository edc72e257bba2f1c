// What flowed where: the statements of a view that matter, one row each, and an arc from each to those that used a value that it set. Which statement used what is read off the text: a variable's name stands
// there, and the write before was that one's.

const MOST_FLOW_STEPS = 600;
const MOST_FLOW_ROWS = 40;
const FLOW_ROW = 24;

class Flow {
  constructor(section, app) {
    this.section = section;
    this.place = section.querySelector(".drawn");
    this.app = app;
  }

  show(run, states, view) {
    const { rows, edges } = this.graph(run, states, view);
    this.section.hidden = edges.length === 0;
    if (edges.length === 0) return this.place.replaceChildren();
    const spans = edges.map(({ from, to }) => Math.abs(to - from));
    const widest = Math.min(150, 26 + 9 * Math.max(...spans));
    const height = rows.length * FLOW_ROW + 8;
    const arcs = drawn("svg", { width: widest, height, viewBox: `0 0 ${widest} ${height}`, "aria-hidden": "true" });
    arcs.append(drawn("defs", {}, drawn("marker", { id: "flow-head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, drawn("path", { d: "M0 0 L8 4 L0 8 z", class: "head" }))));
    for (const { from, to, names } of edges) {
      const [y, end] = [from, to].map((row) => row * FLOW_ROW + 16);
      const out = from === to ? 18 : Math.min(widest - 14, 14 + 9 * Math.abs(to - from));
      const [begin, finish] = from === to ? [y - 5, end + 5] : [y, end];
      const arc = drawn("path", { d: `M${widest - 3} ${begin} C${widest - out} ${begin} ${widest - out} ${finish} ${widest - 2} ${finish}`, class: to === rows.length - 1 ? "arc last" : "arc", "marker-end": "url(#flow-head)" });
      arc.append(drawn("title", {}, names.join(", ")));
      arcs.append(arc);
    }
    const list = element("ol", "flow-rows");
    list.setAttribute("role", "list");
    rows.forEach((row, at) => list.append(this.row(run, row, at === rows.length - 1, edges.filter((edge) => edge.to === at), rows)));
    this.place.replaceChildren(arcs, list);
    return undefined;
  }

  row(run, { step, text, line }, isLast, into, rows) {
    const item = element("li", isLast ? "flow-row failing" : "flow-row");
    const go = element("button", "plain");
    go.type = "button";
    go.append(element("span", "line-number", String(line)), " ", element("code", "", text));
    const result = run.result(step);
    if (result !== "") go.append(" ", element("span", "result", result));
    const from = into.flatMap((edge) => edge.names.map((name) => `${name} from line ${rows[edge.from].line}`));
    if (from.length > 0) go.title = from.join(", ");
    go.addEventListener("click", () => this.app.goTo(step));
    item.append(go);
    return item;
  }

  /** Rows in the order of their last time; edges between them with the names of what flowed. */
  graph(run, states, view) {
    const last = run.length - 1;
    const steps = [...new Set([...view.relevantSteps, last])].sort((a, b) => a - b).slice(-MOST_FLOW_STEPS);
    const matters = new Set(steps);
    const rows = new Map();
    const key = (step) => `${run.statement(step).file} ${run.statement(step).line} ${run.statement(step).column}`;
    for (const step of steps) rows.set(key(step), step);
    const order = [...rows].sort(([, a], [, b]) => a - b).slice(-MOST_FLOW_ROWS);
    const position = new Map(order.map(([name], at) => [name, at]));
    const edges = new Map();
    for (const step of steps) {
      const to = position.get(key(step));
      if (to === undefined) continue;
      for (const [name, before] of this.used(run, states, step)) {
        const from = matters.has(before) ? position.get(key(before)) : undefined;
        if (from === undefined) continue;
        const edge = edges.get(`${from} ${to}`) ?? { from, to, names: [] };
        if (!edge.names.includes(name)) edge.names.push(name);
        edges.set(`${from} ${to}`, edge);
      }
    }
    const found = order.map(([, step]) => ({ step, text: run.statement(step).text, line: run.statement(step).line }));
    return { rows: found, edges: [...edges.values()] };
  }

  /** Variables whose names a statement reads, each with the step that had set it. */
  used(run, states, step) {
    if (step === 0) return [];
    const { text } = run.statement(step);
    const code = text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, " ");
    // What stands left of a plain assignment is set, not read.
    const read = code.replace(/^[^=<>!+\-*/%&|^]*?([A-Za-z_]\w*)\s*=(?!=)/, " ");
    const words = new Set();
    for (const path of read.match(/[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*|\[\w+\])*/g) ?? []) {
      // `p->next` reads `p` as well.
      for (const { index } of [...path.matchAll(/->|\.|\[|$/g)]) words.add(path.slice(0, index));
    }
    const depth = run.depths[step];
    const found = [];
    for (const word of words) {
      const before = states.lastNamed(word, depth, step - 1);
      if (before >= 0) found.push([word, before]);
    }
    return found;
  }
}
