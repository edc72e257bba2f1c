// The page as a whole: methods, failures, repairs; other colours, windows, paper, no script; and what assistive technology makes of it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { linesWith, picture, useBrowser, withPage } from "./browser.mjs";

useBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules of WCAG 2.2 AA and good practice that the page breaks. */
async function violations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map((it) => `${it.id}: ${it.nodes.map((node) => `${node.html.slice(0, 120)} ${node.failureSummary}`).join("; ")}`);
}

test("methods can be chosen", () =>
  withPage("methods", {}, async (page) => {
    const methods = page.locator(".methods label");
    const names = await methods.allTextContents();
    assert.ok(names.includes("flow-sensitive") && names.includes("relevance") && names.includes("minimal-set"), `${names}`);
    const seen = new Set();
    for (const name of names) {
      await page.getByRole("radio", { name, exact: true }).check();
      assert.equal(await page.locator(".question:visible").count(), 1);
      seen.add(await page.locator(".question:visible").textContent());
      const views = await page.locator(".note:visible").evaluateAll((notes) => [...new Set(notes.map((note) => note.dataset.view))]);
      assert.equal(views.length, 1, "notes of one view only");
      assert.ok((await linesWith(page, "failing")).length === 1);
    }
    assert.equal(seen.size, names.length);
  }));

test("several files, and of a long one what matters", () =>
  withPage("files", {}, async (page) => {
    const files = page.getByRole("navigation", { name: "Files" }).getByRole("link");
    assert.equal(await files.count(), 2);
    const table = page.locator("#file-1 .line", { hasText: "10000," });
    assert.equal(await table.count(), 1);
    assert.ok(!(await table.isVisible()), "far from what matters");
    assert.ok(await page.locator("#file-1 .line", { hasText: "return result" }).isVisible());
    await page.locator("#file-1").getByRole("button", { name: "show all lines" }).click();
    assert.ok(await table.isVisible());
    await page.locator("#file-1").getByRole("button", { name: "only near what matters" }).click();
    assert.ok(!(await table.isVisible()));
    await page.locator(".row", { hasText: "int result = 0" }).click();
    assert.equal(await page.locator(".line.current").count(), 1);
    assert.equal(await page.locator("#file-1 .line.current").count(), 1);
    assert.deepEqual(await violations(page), []);
  }));

test("failures can be chosen", () =>
  withPage("failures", {}, async (page) => {
    const list = page.getByRole("navigation", { name: "Failures" });
    assert.equal(await list.getByRole("link").count(), 2);
    const titles = await page.locator(".failure .title").allTextContents();
    assert.equal(await page.locator(".failure:visible").count(), 1);
    const first = await linesWith(page, "failing");
    await list.getByRole("link").nth(1).click();
    assert.equal(await page.locator(".failure:visible .title").textContent(), titles[1]);
    assert.notDeepEqual(await linesWith(page, "failing"), first);
    assert.equal(await list.locator("[aria-current]").count(), 1);
    assert.match(await list.locator("[aria-current]").textContent(), new RegExp("^2"));
    await picture(page, "failures");
  }));

test("repairs are diffs that can be copied", () =>
  withPage("made-up", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const repair = page.locator(".repair").first();
    assert.equal(await repair.locator("del").textContent(), "-for (i < n)");
    assert.equal(await repair.locator("ins").textContent(), "+for (i < 2)");
    await repair.getByRole("button", { name: "copy the patch" }).click();
    await repair.getByRole("button", { name: "copied" }).waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^--- dir\/f\.c\n\+\+\+ dir\/f\.c\n/);
    await picture(page, "repairs", { fullPage: true });
  }));

test("the command can be copied", () =>
  withPage("overrun", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const command = page.locator(".failure:visible .command").first();
    await command.getByRole("button", { name: "copy" }).click();
    await command.getByRole("button", { name: "copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await command.locator("code").textContent());
  }));

test("markup inside of a program stays text", () =>
  withPage("made-up", {}, async (page) => {
    assert.match(await page.locator("#L0-1 .text").textContent(), /<\/script><script>alert\(1\)<\/script> <!--/);
    assert.equal(await page.locator("script").count(), 3);
    assert.match(await page.locator("h1").textContent(), /"<b>'x'" does not hold/);
    assert.match(await page.locator("#state").textContent(), /"<\/script>"/);
  }));

test("what holds has a page, too", () =>
  withPage("holds", {}, async (page) => {
    assert.match(await page.locator("h1").textContent(), /^holds/);
    assert.ok((await page.locator(".line").count()) > 3);
    assert.deepEqual(await violations(page), []);
    await picture(page, "holds");
  }));

test("dark and light", async () => {
  const ground = (page) => page.evaluate(() => getComputedStyle(document.body.parentElement).backgroundColor);
  await withPage("overrun", { colorScheme: "dark" }, async (page) => {
    const dark = await ground(page);
    await picture(page, "dark");
    await page.keyboard.press("t");
    assert.equal(await page.locator("#theme").textContent(), "colours: light");
    assert.notEqual(await ground(page), dark);
    await page.reload();
    assert.equal(await page.locator("#theme").textContent(), "colours: light", "the choice lasts");
    await page.locator("#theme").click();
    assert.equal(await ground(page), dark);
    await page.locator("#theme").click();
    assert.equal(await page.locator("#theme").textContent(), "colours: auto");
  });
  await withPage("overrun", { colorScheme: "light" }, async (page) => {
    await picture(page, "light");
    await page.keyboard.press("t");
    await page.keyboard.press("t");
    assert.equal(await page.locator("#theme").textContent(), "colours: dark");
  });
});

for (const width of [360, 768, 1000, 1920]) {
  test(`a window of ${width} pixels`, () =>
    withPage("loop", { viewport: { width, height: 800 } }, async (page) => {
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok((await overflow()) <= 0, `${await overflow()} pixels too wide`);
      for (const key of ["k", "k", "p", "p", "p"]) {
        await page.keyboard.press(key);
        const box = await page.locator(".line.current").boundingBox();
        const sheet = await page.locator("#run").boundingBox();
        const bottom = width < 1000 ? sheet.y : 800;
        assert.ok(box.y >= 0 && box.y < bottom, `the current line is in sight: ${box.y} of ${bottom}`);
        assert.ok(await page.locator(".row.current").isVisible());
      }
      assert.ok((await overflow()) <= 0);
      await picture(page, `width-${width}`);
    }));
}

test("paper has the source with reasons and no controls", () =>
  withPage("loop", { colorScheme: "dark" }, async (page) => {
    await page.emulateMedia({ media: "print" });
    for (const gone of ["#run", ".tools", ".legend", ".methods", ".as-text"]) assert.ok(!(await page.locator(gone).first().isVisible()), gone);
    assert.ok((await page.locator(".note:visible").count()) >= 3);
    assert.ok(await page.locator("h1").isVisible());
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    assert.equal(ground, "rgb(255, 255, 255)");
    await picture(page, "print", { fullPage: true });
  }));

test("without a script there is the explanation", () =>
  withPage("methods", { javaScriptEnabled: false }, async (page) => {
    assert.ok((await page.locator(".line .note:visible").count()) >= 2);
    assert.ok(!(await page.locator("#run").isVisible()));
    assert.ok(!(await page.locator(".methods").isVisible()));
    assert.ok((await page.locator(".story:visible").count()) >= 2, "the other methods as lists");
    await page.locator("details.note:visible").first().locator("summary").click();
    assert.ok(await page.locator("details.note[open] .more").isVisible());
    await picture(page, "no-script", { fullPage: true });
  }));

for (const name of ["overrun", "loop", "methods", "failures", "made-up"]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${name} is accessible in ${colorScheme} colours`, () =>
      withPage(name, { colorScheme }, async (page) => {
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press("p");
        await page.locator("details.note:visible").first().locator("summary").click();
        assert.deepEqual(await violations(page), []);
      }));
  }
}

test("a narrow window is accessible", () =>
  withPage("loop", { viewport: { width: 360, height: 740 } }, async (page) => {
    assert.deepEqual(await violations(page), []);
  }));

test("the page has landmarks, headings and names", () =>
  withPage("overrun", {}, async (page) => {
    const tree = await page.locator("body").ariaSnapshot();
    for (const part of ["banner", "main", "contentinfo", "[level=1]", 'complementary "Run"', 'listbox "Steps of the run"', 'region "State at this step"', 'radio "relevance"', 'button "Next step that matters"']) {
      assert.ok(tree.includes(part), `${part} in\n${tree}`);
    }
  }));
