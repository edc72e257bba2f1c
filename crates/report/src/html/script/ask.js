// Questions by a click: why has this variable its value, why did this line not run? What the run itself shows is answered at once; what needs the program is a command to copy.

class Asking {
  constructor(app) {
    this.app = app;
    const state = document.getElementById("state");
    const asked = (event) => {
      const row = event.target.closest?.(".variable");
      if (row !== null && row !== undefined) this.value(row.dataset.name, row.dataset.value, Number(row.dataset.when));
    };
    state?.addEventListener("click", asked);
    state?.addEventListener("keydown", (event) => event.key === "Enter" && asked(event));
    app.source?.pane.addEventListener("click", (event) => this.line(event));
  }

  /** The command that makes the run, as one that asks; null where it is not known. */
  command(question) {
    const run = document.querySelector(`#failure-${this.app.failure} .command:not(.asked) code`)?.textContent ?? "";
    const begin = "whydunit run ";
    if (!run.startsWith(begin)) return null;
    // What stands behind `--` is for the program.
    const end = run.indexOf(" -- ");
    const options = end < 0 ? run.slice(begin.length) : run.slice(begin.length, end);
    return `whydunit why ${options} ${question}${end < 0 ? "" : run.slice(end)}`;
  }

  /** A place as the command line has it: which time a line is reached, counted over the statement that begins it. */
  place(step) {
    const { run, data } = this.app;
    const { file, line } = run.statement(step);
    const count = run.timesReached(step);
    if (count === 0) return null;
    const name = data.files.length > 1 ? `${data.files[file]}:` : "";
    return `${name}${line}#${count}`;
  }

  /** The variable was set at a step, and is looked at in the current one. */
  value(name, value, when) {
    const { run } = this.app;
    const { line, text } = run.statement(when);
    const answer = `${name} is ${value} since step ${when + 1}, line ${line}: ${text}`;
    let command = null;
    for (let step = Math.max(this.app.step, when + 1); step < run.length && command === null; step++) {
      const [from, to] = run.writesOf(step - 1);
      const isChanged = step - 1 > when && Array.from({ length: to - from }, (_, at) => run.variables[run.writeVariables[from + at]].name).includes(name);
      if (isChanged) break;
      const place = run.statement(step).function === run.statement(when).function ? this.place(step) : null;
      if (place !== null) command = this.command(`--value '${name.replaceAll("'", "'\\''")}' --at ${place}`);
    }
    this.show(answer, when, command);
  }

  line(event) {
    const line = event.target.closest(".line");
    if (line === null || line.classList.contains("ran") || line.classList.contains("lit") || this.app.run.length === 0) return;
    const text = line.querySelector(".text").textContent.trim();
    if (!/[a-z0-9]/i.test(text) || String(getSelection()) !== "") return;
    const [file, number] = SourcePane.placeOf(line);
    const { files } = this.app.data;
    const place = `${files.length > 1 ? `${files[file]}:` : ""}${number}`;
    this.show(`line ${number} was not executed in this run`, null, this.command(`--not-run ${place}`));
  }

  show(answer, step, command) {
    const asked = document.querySelector(`#failure-${this.app.failure} .asked`);
    if (asked === null) return;
    asked.hidden = false;
    const [said, code, button] = [asked.querySelector(".said"), asked.querySelector("code"), asked.querySelector(".copy")];
    said.replaceChildren(answer);
    if (step !== null) {
      const go = element("button", "plain goto", "go there");
      go.type = "button";
      go.addEventListener("click", () => this.app.goTo(step));
      said.append(" ", go);
    }
    code.textContent = command ?? "";
    code.hidden = command === null;
    button.hidden = command === null;
    asked.scrollIntoView({ block: "nearest" });
  }
}
