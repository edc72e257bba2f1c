// What the run printed, character by character: a click says which step wrote it, and gives the command that says why.

class Output {
  constructor(section, app) {
    this.section = section;
    this.text = section.querySelector("pre");
    this.app = app;
    this.text.addEventListener("click", (event) => this.clicked(event));
  }

  show(run) {
    this.section.hidden = run.printed.length === 0;
    let line = 1;
    let column = 1;
    const pieces = [];
    for (const { step, text } of run.printed) {
      const isFailing = step === run.length - 1;
      const piece = element("span", isFailing ? "piece failing" : step < 0 ? "piece behind" : "piece", text);
      Object.assign(piece.dataset, { step, line, column });
      pieces.push(piece);
      for (const character of text) [line, column] = character === "\n" ? [line + 1, 1] : [line, column + new TextEncoder().encode(character).length];
    }
    this.text.replaceChildren(...pieces);
  }

  /** Lights what the current step wrote. */
  setCurrent(step) {
    for (const piece of this.text.children) piece.classList.toggle("current", Number(piece.dataset.step) === step);
  }

  clicked(event) {
    const piece = event.target.closest(".piece");
    if (piece === null || String(getSelection()) !== "") return;
    const step = Number(piece.dataset.step);
    const text = piece.textContent.slice(0, characterAt(event, piece));
    let [line, column] = [Number(piece.dataset.line), Number(piece.dataset.column)];
    for (const character of text) [line, column] = character === "\n" ? [line + 1, 1] : [line, column + new TextEncoder().encode(character).length];
    const { run, asking } = this.app;
    const where = `line ${line} of the output, column ${column}`;
    const command = asking.command(`--printed ${line}:${column}`);
    if (step < 0) return asking.show(`${where}: printed behind the step that fails`, null, command);
    const { text: statement, line: at } = run.statement(step);
    return asking.show(`${where}: written by step ${step + 1}, line ${at}: ${statement}`, step, command);
  }
}

/** How many code units of the piece are before the place of a click. */
function characterAt(event, piece) {
  const place = document.caretPositionFromPoint?.(event.clientX, event.clientY);
  const range = place === undefined || place === null ? document.caretRangeFromPoint?.(event.clientX, event.clientY) : null;
  const [node, offset] = place ? [place.offsetNode, place.offset] : [range?.startContainer, range?.startOffset ?? 0];
  if (node?.parentElement !== piece) return 0;
  // The caret stands beside the character that is nearer.
  const box = document.createRange();
  box.setStart(node, Math.max(0, offset - 1));
  box.setEnd(node, offset);
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const isBefore = offset > 0 && left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
  return Math.min(isBefore ? offset - 1 : offset, Math.max(0, node.data.length - 1));
}
