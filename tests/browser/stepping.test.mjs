// The run: keys, clicks, folds, and the state that follows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesWith, position, useBrowser, variables, withPage } from "./browser.mjs";

useBrowser();

const current = (page) => page.locator("#file-0 .line.current").getAttribute("data-line").then(Number);

test("a page begins at the failure", () =>
  withPage("overrun", {}, async (page) => {
    const { step, count } = await position(page);
    assert.equal(step, count);
    assert.equal(await current(page), 16);
    assert.deepEqual(await linesWith(page, "lit"), [6, 12, 13, 14, 16, 22]);
    assert.deepEqual(await linesWith(page, "failing"), [16]);
    assert.match(await page.locator("#state").textContent(), /fails: /);
  }));

test("letters step from anywhere, arrows in the list of steps", () =>
  withPage("overrun", {}, async (page) => {
    const { count } = await position(page);
    await page.keyboard.press("k");
    assert.equal((await position(page)).step, count - 1);
    assert.equal(await current(page), 15);
    await page.keyboard.press("j");
    assert.equal((await position(page)).step, count);
    await page.keyboard.press("ArrowUp");
    assert.equal((await position(page)).step, count, "without focus, arrows scroll");
    await page.locator("#timeline").focus();
    await page.keyboard.press("ArrowUp");
    assert.equal((await position(page)).step, count - 1);
    await page.keyboard.press("Home");
    assert.equal((await position(page)).step, 1);
    await page.keyboard.press("ArrowUp");
    assert.equal((await position(page)).step, 1, "there is nothing before the first step");
    await page.keyboard.press("ArrowDown");
    assert.equal((await position(page)).step, 2);
    await page.keyboard.press("End");
    assert.equal((await position(page)).step, count);
  }));

test("n and p go through the steps that matter, m lists only these", () =>
  withPage("overrun", {}, async (page) => {
    const visited = [];
    await page.locator("#timeline").focus();
    await page.keyboard.press("Home");
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press("n");
      visited.push(await current(page));
    }
    assert.deepEqual(visited, [22, 12, 13, 14, 16, 16]);
    await page.keyboard.press("p");
    assert.equal(await current(page), 14);
    await page.keyboard.press("m");
    assert.equal(await page.locator("#only-relevant").getAttribute("aria-pressed"), "true");
    assert.deepEqual(await page.locator(".row .no").allTextContents(), ["line 22", "line 12", "line 13", "line 14", "line 16"]);
    await page.keyboard.press("m");
    assert.ok((await page.locator(".row").count()) > 5);
  }));

test("a screen reader is told where the run is", () =>
  withPage("overrun", {}, async (page) => {
    await page.locator("#timeline").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("n");
    const active = await page.locator("#timeline").getAttribute("aria-activedescendant");
    const row = page.locator(`#${active}`);
    assert.equal(await row.getAttribute("aria-selected"), "true");
    assert.equal(await row.getAttribute("role"), "option");
    assert.match(await row.textContent(), /^line 22\*set_name.*because argc <= 1$/);
    assert.match(await page.locator("#now").textContent(), /^Step \d+ of \d+; line 22: set_name.*because argc <= 1/);
    assert.equal(await page.locator("#now").getAttribute("aria-live"), "polite");
    assert.equal(await page.locator("[aria-selected=true]").count(), 1);
  }));

test("clicks: rows, lines, buttons, and steps of a note", () =>
  withPage("overrun", {}, async (page) => {
    await page.locator(".row", { hasText: "strlen" }).click();
    assert.equal(await current(page), 12);
    await page.locator("#L0-15 .text").click();
    assert.equal(await current(page), 15);
    await page.locator("#L0-1 .text").click();
    assert.equal(await current(page), 15, "a line that was not executed leads nowhere");
    await page.locator("#next").click();
    assert.equal(await current(page), 16);
    await page.locator("#previous-relevant").click();
    assert.equal(await current(page), 14);
    const note = page.locator("#L0-12 details.note:visible");
    await note.locator("summary").click();
    assert.match(await note.locator(".label").textContent(), /^\* enforcing: /);
    await note.locator(".goto").first().click();
    assert.equal(await current(page), 12);
  }));

test("pointing at a line tells what is known about it", () =>
  withPage("overrun", {}, async (page) => {
    await page.locator("#L0-15 .text").hover();
    await page.locator("#card").waitFor();
    assert.match(await page.locator("#card").textContent(), /^executed once; not part of this explanation/);
    await page.locator("#L0-14 .text").hover();
    await page.locator("#card", { hasText: "enforcing" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#card").waitFor({ state: "hidden" });
    await page.locator("#L0-14 summary:visible").first().focus();
    await page.locator("#card", { hasText: "enforcing" }).waitFor();
  }));

test("variables follow the run, call by call", () =>
  withPage("calls", {}, async (page) => {
    await page.locator("#timeline").focus();
    await page.keyboard.press("Home");
    const seen = [];
    const { count } = await position(page);
    for (let step = 1; step <= count; step++) {
      seen.push(await variables(page));
      await page.keyboard.press("ArrowDown");
    }
    const names = seen.map((state) => Object.keys(state).join(" "));
    assert.ok(names.includes("twice() main()"), `a call has variables of its own: ${names}`);
    const last = seen.at(-1);
    assert.equal(last["main()"].x, "3");
    assert.equal(last["main()"].y, "6");
    assert.equal(last["twice()"], undefined, "what has returned is gone");
    assert.equal(last["Globals and allocated storage"].calls, "1");
    assert.deepEqual(Object.keys(last), ["main()", "Globals and allocated storage"]);
  }));

test("what a step changes stands out, with its value before", () =>
  withPage("loop", {}, async (page) => {
    await page.keyboard.press("k");
    await page.keyboard.press("k");
    const changed = page.locator("#state .variable.new");
    assert.equal(await changed.count(), 1);
    assert.equal(await changed.locator("dt").textContent(), "i");
    assert.equal(await changed.locator("dd").textContent(), "8 was 7");
    assert.match(await page.locator("#state").textContent(), /Invariant before this step/);
  }));

test("a struct and its parts do not contradict each other", () =>
  withPage("made-up", {}, async (page) => {
    await page.locator("#timeline").focus();
    await page.keyboard.press("Home");
    assert.equal((await variables(page))["f()"].p, "{.x = 1}");
    await page.keyboard.press("ArrowDown");
    assert.equal((await variables(page))["f()"]["p.x"], "2");
    assert.match(await page.locator("#state .variable", { hasText: "{.x = 1}" }).textContent(), /before its parts were set/);
    await page.keyboard.press("End");
    assert.deepEqual((await variables(page))["f()"], { sum: "3", p: "{.x = 3}", i: "0", text: '"</script>"' });
  }));

test("loops are folded, and open", () =>
  withPage("loop", {}, async (page) => {
    const fold = page.locator(".row.fold", { hasText: "of the loop at line 6" });
    assert.equal(await fold.count(), 1);
    assert.match(await fold.textContent(), /… iterations 2–7 of the loop at line 6 …/);
    const before = await page.locator(".row").first().getAttribute("aria-setsize");
    await fold.click();
    assert.equal(await fold.count(), 0);
    assert.ok(Number(await page.locator(".row").first().getAttribute("aria-setsize")) > Number(before) + 10);
    await page.locator("#timeline").focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await fold.count(), 1);
    assert.match(await page.locator(".row.current").textContent(), /iterations 2–7/);
    await page.keyboard.press("]");
    assert.equal(await fold.count(), 0);
    await page.keyboard.press("[");
    assert.equal(await fold.count(), 1);
    await page.keyboard.press("p");
    assert.equal(await fold.count(), 0, "a step that matters is shown, not the fold that it is in");
  }));

test("calls can be folded by hand", () =>
  withPage("overrun", {}, async (page) => {
    await page.locator(".row", { hasText: "strlen" }).click();
    await page.locator("#timeline").focus();
    await page.keyboard.press("ArrowLeft");
    assert.match(await page.locator(".row.fold").textContent(), /inside set_name\(\)/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator(".row.fold").count(), 0);
  }));

test("help tells the keys", () =>
  withPage("overrun", {}, async (page) => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keys" });
    assert.ok(await help.isVisible());
    const { step } = await position(page);
    await page.keyboard.press("k");
    assert.equal((await position(page)).step, step, "keys are for the dialog now");
    await page.keyboard.press("Escape");
    assert.ok(!(await help.isVisible()));
  }));

test("a hundred thousand steps: few rows, every step within reach", () =>
  withPage("long", {}, async (page) => {
    const { count } = await position(page);
    assert.ok(count >= 100_000, `${count} steps`);
    const rows = page.locator(".row");
    assert.ok((await rows.count()) < 100);
    await page.locator(".row.fold").first().click();
    await page.locator("#timeline").focus();
    for (const key of ["Home", "PageDown", "PageDown", "End", "PageUp"]) {
      await page.keyboard.press(key);
      assert.ok((await rows.count()) < 100, `${await rows.count()} rows after ${key}`);
      assert.equal(await page.locator(".row.current").count(), 1);
    }
    await page.locator("#timeline").evaluate((list) => (list.scrollTop = list.scrollHeight / 2));
    await page.waitForFunction(() => {
      const row = document.querySelector(".row");
      return row !== null && Number(row.dataset.row) > 40_000;
    });
    assert.ok((await rows.count()) < 100);
    const middle = page.locator(".row").nth(12);
    await middle.click();
    const { step } = await position(page);
    assert.ok(step > 40_000 && step < count - 1000, `step ${step}`);
    const state = await variables(page);
    assert.ok(Object.keys(state).length > 0);
  }));
