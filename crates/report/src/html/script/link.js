// The step that is shown is part of the page's address: `#step-12`, `#failure-1-step-12` of another failure than the first. Numbers count from 1, as on the page.

/** What the address asks for, or null: the failure and the step. */
function linkedStep(hash) {
  const found = /^#(?:failure-(\d+)-)?step-(\d+)$/.exec(hash);
  if (found === null) return null;
  return { failure: Number(found[1] ?? 0), step: Number(found[2]) - 1 };
}

/** Lets the address lead to this step; the way back stays what it was. */
function linkTo(failure, step) {
  const hash = failure === 0 ? `#step-${step + 1}` : `#failure-${failure}-step-${step + 1}`;
  if (location.hash === hash) return;
  try {
    history.replaceState(null, "", hash);
  } catch {
    // A page in a frame may not have an address of its own.
  }
}
