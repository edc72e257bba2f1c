// The keyboard. Letters and brackets work everywhere but in fields; keys that scroll a page do so unless the list of steps has the focus.

function listenToKeys(page) {
  const everywhere = {
    j: () => page.move(1),
    k: () => page.move(-1),
    n: () => page.moveToRelevant(1),
    p: () => page.moveToRelevant(-1),
    m: () => page.toggleOnlyRelevant(),
    t: () => page.nextTheme(),
    "]": () => page.unfold(),
    "[": () => page.fold(),
    "?": () => page.help(),
  };
  const inTimeline = {
    ArrowDown: () => page.move(1),
    ArrowUp: () => page.move(-1),
    ArrowRight: () => page.unfold(),
    ArrowLeft: () => page.fold(),
    Home: () => page.goTo(0),
    End: () => page.goTo(Infinity),
    PageDown: () => page.move(page.timeline?.pageSize() ?? 1),
    PageUp: () => page.move(-(page.timeline?.pageSize() ?? 1)),
    Enter: () => page.toggleFold(),
    " ": () => page.toggleFold(),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const isField = event.target.closest?.("input:not([type=radio]), textarea, select, [contenteditable]");
    if (isField) return;
    const isInTimeline = event.target.closest?.("#timeline") !== null;
    const action = everywhere[event.key] ?? (isInTimeline ? inTimeline[event.key] : undefined);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}
