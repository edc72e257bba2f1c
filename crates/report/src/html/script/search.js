// Search: the next step whose statement, function, or values have a text.

function listenToSearch(page, field) {
  if (field === null) return;
  let asked = "";
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const wanted = field.value.trim().toLowerCase();
    if (wanted === "" || !page.hasSteps()) return;
    const found = nextWith(page.run, wanted, asked === wanted ? page.step : -1, event.shiftKey ? -1 : 1);
    asked = wanted;
    field.classList.toggle("nothing", found < 0);
    field.setAttribute("aria-invalid", found < 0);
    if (found >= 0) page.goTo(found);
  });
  field.addEventListener("input", () => field.classList.remove("nothing"));
}

/** The next step that has it, going round; -1 for none. */
function nextWith(run, wanted, from, direction) {
  for (let count = 1; count <= run.length; count++) {
    const step = (((from + direction * count) % run.length) + run.length) % run.length;
    const { text, line, function: inside } = run.statement(step);
    if (`${line} ${inside}() ${text} ${run.result(step)}`.toLowerCase().includes(wanted)) return step;
  }
  return -1;
}
