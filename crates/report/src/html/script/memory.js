// Storage at a step as a picture: objects with their fields, pointers between them, and what is freed. A value is a pointer where it is written as the way to an object that is there.

/** The namespace of drawings, as the browser knows it. */
const DRAWINGS = (() => {
  const template = document.createElement("template");
  template.innerHTML = "<svg>";
  return template.content.firstChild.namespaceURI;
})();
const MOST_DRAWN = 40;
const MOST_FIELDS = 10;
const FIELD = { width: 205, height: 20, head: 22, across: 70, between: 16 };

/** An element of a drawing. */
function drawn(tag, attributes, ...content) {
  const made = document.createElementNS(DRAWINGS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...content);
  return made;
}

function shortened(text, most) {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

class Memory {
  constructor(section, app) {
    this.section = section;
    this.place = section.querySelector(".drawn");
    this.app = app;
  }

  show(run, states, step) {
    const boxes = this.boxes(run, states, step);
    const arrows = boxes.flatMap((box) => box.fields.filter((field) => field.to !== null).map((field) => [box, field]));
    // Without a pointer the list of variables says as much.
    const isEmpty = arrows.length === 0 && !boxes.some((box) => box.isAllocated);
    this.section.hidden = isEmpty;
    if (isEmpty) return this.place.replaceChildren();
    const depths = this.arrange(boxes);
    const bottoms = [];
    for (const box of boxes) {
      const column = depths.get(box);
      box.x = 4 + column * (FIELD.width + FIELD.across);
      box.y = bottoms[column] ?? 4;
      box.height = FIELD.head + box.fields.length * FIELD.height + 4;
      bottoms[column] = box.y + box.height + FIELD.between;
    }
    const width = Math.max(...boxes.map((box) => box.x + FIELD.width)) + FIELD.across / 2;
    const height = Math.max(...bottoms.filter((it) => it !== undefined));
    const picture = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img" });
    picture.append(drawn("title", {}, this.inWords(boxes)));
    const head = drawn("marker", { id: "arrow-head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, drawn("path", { d: "M0 0 L8 4 L0 8 z", class: "head" }));
    picture.append(drawn("defs", {}, head));
    for (const box of boxes) picture.append(this.box(box));
    for (const [box, field] of arrows) picture.append(this.arrow(box, field));
    this.place.replaceChildren(picture);
    return undefined;
  }

  /** What there is to draw: the pointer variables of the calls that are active, and all that was allocated or is pointed to. */
  boxes(run, states, step) {
    const there = new Map();
    for (const object of run.objects) {
      if (object.made > step) continue;
      const isGone = object.gone >= 0 && object.gone <= step;
      if (isGone && !object.isAllocated) continue;
      there.set(object.object, { ...object, isGone, fields: [], isReached: object.isAllocated });
    }
    const cells = states.cells(step);
    const titles = new Map([...there.values()].map((box) => [box.title, box]));
    const target = (value) => {
      const text = value.replace(/^\(.*?\)\s*/, "");
      if (titles.has(text)) return titles.get(text);
      const name = /^&\(?([^[.\->+]+)/.exec(text)?.[1] ?? /^(.+?) [+-] \d+$/.exec(text)?.[1];
      return name === undefined ? null : (titles.get(name.trim()) ?? null);
    };
    const variables = [];
    for (const { object, path, name, value, isNew, frame } of cells) {
      const box = there.get(object);
      const to = target(value);
      const isPointer = to !== null || value === "NULL";
      if (to !== null) to.isReached = true;
      if (box !== undefined) box.fields.push({ name: path === "" ? "" : path.replace(/^\./, ""), value, to, isNew });
      // What lies in registers has no address; it is drawn where it points.
      else if (isPointer) variables.push({ title: name, frame, isVariable: true, isGone: false, isReached: true, fields: [{ name: "", value, to, isNew }] });
    }
    const boxes = [...variables, ...[...there.values()].filter((box) => box.isReached || box.fields.some((field) => field.to !== null))];
    const kept = boxes.slice(0, MOST_DRAWN);
    for (const box of kept) {
      if (box.fields.length > MOST_FIELDS) {
        const more = box.fields.length - MOST_FIELDS;
        box.fields = [...box.fields.slice(0, MOST_FIELDS), { name: "", value: `and ${more} more`, to: null, isNew: false }];
      }
      for (const field of box.fields) if (field.to !== null && !kept.includes(field.to)) field.to = null;
    }
    return kept;
  }

  /** Columns: what nothing points to first, then what is further, by the longest way; pointers back into a ring do not count. */
  arrange(boxes) {
    const pointed = new Set(boxes.flatMap((box) => box.fields.map((field) => field.to)));
    const order = [];
    const met = new Set();
    const visit = (box) => {
      if (met.has(box)) return;
      met.add(box);
      for (const { to } of box.fields) if (to !== null) visit(to);
      order.unshift(box);
    };
    for (const box of boxes.filter((it) => it.isVariable || !pointed.has(it))) visit(box);
    for (const box of boxes) visit(box);
    const place = new Map(order.map((box, at) => [box, at]));
    const depths = new Map(order.map((box) => [box, 0]));
    for (const box of order) {
      for (const { to } of box.fields) {
        if (to !== null && place.get(to) > place.get(box)) depths.set(to, Math.max(depths.get(to), depths.get(box) + 1));
      }
    }
    return depths;
  }

  box(box) {
    const group = drawn("g", { class: `object${box.isGone ? " freed" : ""}${box.isVariable ? " variable" : ""}` });
    group.append(drawn("rect", { x: box.x, y: box.y, width: FIELD.width, height: box.height, rx: 6 }));
    const title = `${shortened(box.title, 24)}${box.isGone ? " (freed)" : ""}`;
    group.append(drawn("text", { x: box.x + 8, y: box.y + 15, class: "title" }, title));
    box.fields.forEach((field, at) => {
      const y = box.y + FIELD.head + at * FIELD.height;
      const text = `${field.name === "" ? "" : `${field.name}: `}${field.value}`;
      const line = drawn("text", { x: box.x + 8, y: y + 14, class: field.isNew ? "field new" : "field" }, shortened(text, 26));
      line.append(drawn("title", {}, text));
      group.append(line);
    });
    return group;
  }

  arrow(box, field) {
    const at = box.fields.indexOf(field);
    const y = box.y + FIELD.head + at * FIELD.height + 10;
    const from = box.x + FIELD.width - 6;
    const { to } = field;
    const end = to.y + 11;
    const isForward = to.x > box.x;
    const bend = isForward ? FIELD.across / 2 : FIELD.across / 2 - 6;
    const goal = isForward ? to.x : to.x + FIELD.width;
    const path = isForward ? `M${from} ${y} C${from + bend} ${y} ${goal - bend} ${end} ${goal - 1} ${end}` : `M${from} ${y} C${from + bend + 20} ${y} ${goal + bend + 20} ${end} ${goal + 1} ${end}`;
    return drawn("path", { d: path, class: `arrow${to.isGone ? " dangling" : ""}`, "marker-end": "url(#arrow-head)" });
  }

  inWords(boxes) {
    const one = (box) => `${box.title}${box.isGone ? " (freed)" : ""}: ${box.fields.map((field) => `${field.name} ${field.value}`.trim()).join(", ")}`;
    return boxes.map(one).join("; ");
  }
}
