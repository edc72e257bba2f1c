// What is known about a line, in a card beside the pointer: for lines that matter the same as below their note, for others whether and how they ran.

class Card {
  constructor(card, source) {
    Object.assign(this, { card, source });
    this.line = null;
    this.timer = 0;
    const { pane } = source;
    pane.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.over(event));
    pane.addEventListener("pointerleave", () => this.hide());
    pane.addEventListener("focusin", (event) => event.target.closest("summary") && this.show(event.target.closest(".line")));
    pane.addEventListener("focusout", () => this.hide());
    // One that is still to come is put where its line is by then.
    addEventListener("scroll", () => this.card.hidden || this.hide(), { passive: true });
    addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
  }

  over(event) {
    const line = event.target.closest(".line");
    if (line === this.line) return;
    this.hide();
    // Below the line what the card would say is there already.
    if (line === null || event.target.closest(".note[open]") !== null) return;
    this.line = line;
    this.timer = setTimeout(() => this.show(line), 350);
  }

  hide() {
    clearTimeout(this.timer);
    this.card.hidden = true;
    this.line?.querySelector("summary")?.removeAttribute("aria-describedby");
    this.line = null;
  }

  show(line) {
    const note = line.querySelector("details.note:not([hidden])");
    if (note?.open) return;
    this.line = line;
    if (note) {
      this.card.replaceChildren(...note.querySelector(".more").cloneNode(true).childNodes);
      note.querySelector("summary").setAttribute("aria-describedby", "card");
      // Steps are chosen below the line, not in a card that goes away.
      for (const button of this.card.querySelectorAll("button")) button.replaceWith(button.textContent);
    } else {
      this.card.replaceChildren(...this.plainFacts(line));
    }
    this.card.hidden = false;
    this.place(line);
  }

  plainFacts(line) {
    const { run } = this.source;
    const steps = run.stepsAt(...SourcePane.placeOf(line));
    if (steps.length === 0) return [element("p", "role", line.classList.contains("ran") ? "part of a statement that was executed" : "not executed in this run")];
    const times = steps.length === 1 ? "executed once" : `executed ${steps.length} times`;
    const facts = [element("p", "role", `${times}; not part of this explanation`)];
    const result = run.result(steps.at(-1));
    if (result !== "") facts.push(element("p", "label", steps.length === 1 ? result : `the last time: ${result}`));
    return facts;
  }

  /** Below the line, above it if there is no room. */
  place(line) {
    const box = line.getBoundingClientRect();
    const text = line.querySelector(".text").getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const left = Math.max(8, Math.min(text.left + 24, innerWidth - width - 8));
    const top = box.bottom + height + 12 < innerHeight ? box.bottom + 4 : Math.max(8, box.top - height - 4);
    this.card.style.left = `${left}px`;
    this.card.style.top = `${top}px`;
  }
}
