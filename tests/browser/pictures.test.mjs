// What the run printed, what flowed where, storage as a picture, and the search.

import assert from "node:assert/strict";
import { test } from "node:test";
import { picture, position, useBrowser, withPage } from "./browser.mjs";

useBrowser();

/** Clicks in the middle of a character of the output. */
async function clickCharacter(page, index, at) {
  const place = await page.locator("#printed-text .piece").nth(index).evaluate((piece, at) => {
    piece.scrollIntoView({ block: "center" });
    const range = document.createRange();
    range.setStart(piece.firstChild, at);
    range.setEnd(piece.firstChild, at + 1);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }, at);
  await page.mouse.click(place.x, place.y);
}

test("a character of the output leads to the step that wrote it", () =>
  withPage("printed", {}, async (page) => {
    assert.equal(await page.locator("#printed-text").textContent(), "list\nsum 1\n");
    assert.equal(await page.locator("#printed-text .failing").textContent(), "sum 1\n");
    await clickCharacter(page, 0, 2);
    const asked = page.locator(".asked:visible");
    assert.match(await asked.locator(".said").textContent(), /^line 1 of the output, column 3: written by step \d+, line 30: printf\("list\\n"\)/);
    assert.equal(await asked.locator("code").textContent(), "whydunit why tests/browser/programs/printed.c --printed 1:3");
    await asked.getByRole("button", { name: "go there" }).click();
    assert.equal(await page.locator("#printed-text .current").textContent(), "list\n");
    await clickCharacter(page, 1, 4);
    assert.match(await asked.locator(".said").textContent(), /^line 2 of the output, column 5: written by step \d+, line 31/);
    assert.equal((await page.locator(".line.current").getAttribute("data-line")), "30");
  }));

test("values flow from statement to statement", () =>
  withPage("printed", {}, async (page) => {
    const rows = page.locator(".flow-row");
    const texts = await rows.allTextContents();
    const last = texts.length - 1;
    assert.match(texts[last], /^31 printf/);
    assert.equal(await page.locator(".flow-row.failing").count(), 1);
    const from = await rows.nth(last).getByRole("button").getAttribute("title");
    assert.equal(from, "sum from line 29");
    assert.ok((await page.locator("#flow-drawn .arc").count()) >= 4);
    await page.locator(".flow-row", { hasText: "int sum = 0" }).getByRole("button").click();
    assert.equal(await page.locator(".line.current").getAttribute("data-line"), "27");
  }));

test("storage at a step: pointers, and what is freed", () =>
  withPage("printed", {}, async (page) => {
    const objects = page.locator("#memory-drawn .object:not(.variable)");
    assert.equal(await objects.count(), 3, "three nodes");
    assert.equal(await page.locator("#memory-drawn .freed").count(), 1);
    assert.match(await page.locator("#memory-drawn .freed .title").textContent(), /\(freed\)$/);
    assert.ok((await page.locator("#memory-drawn .dangling").count()) >= 1, "`gone` still points there");
    await page.locator("#memory").scrollIntoViewIfNeeded();
    await picture(page, "memory");
    // Before anything is allocated there is nothing to draw.
    await page.getByRole("listbox").press("Home");
    assert.ok(!(await page.locator("#memory").isVisible()));
  }));

test("the search goes to the next step that has it", () =>
  withPage("printed", {}, async (page) => {
    const field = page.getByRole("searchbox");
    await field.fill("sum = 1");
    await field.press("Enter");
    const first = (await position(page)).step;
    assert.equal(await page.locator(".line.current").getAttribute("data-line"), "29");
    await field.fill("push()");
    await field.press("Enter");
    const second = (await position(page)).step;
    await field.press("Enter");
    assert.equal((await position(page)).step, second + 1);
    assert.ok(second < first);
    await field.fill("nowhere to be found");
    await field.press("Enter");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
  }));

test("on a narrow window drawings scroll in themselves", () =>
  withPage("printed", { viewport: { width: 400, height: 800 } }, async (page) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 400, `${width}`);
    for (const id of ["printed", "flow", "memory"]) assert.ok(await page.locator(`#${id}`).isVisible(), id);
    await page.locator("#flow").scrollIntoViewIfNeeded();
    await picture(page, "narrow-flow");
  }));
