// What the tests share: one browser, pages opened from files, and what must never happen on any of them.

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const PAGES = process.env.WHYDUNIT_PAGES;
// Where to put pictures of the pages, for people to look at.
const PICTURES = process.env.WHYDUNIT_PICTURES;
const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((it) => existsSync(it));

let browser;

export function useBrowser() {
  before(async () => {
    assert.ok(PAGES, "WHYDUNIT_PAGES should name the directory of the pages");
    // Containers have no user namespaces for the sandbox; the pages are our own.
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  });
  after(() => browser?.close());
}

/**
 * Opens a page, hands it to the test, and checks that it has loaded nothing, logged nothing and thrown nothing.
 * `options` are those of a browser context: `viewport`, `colorScheme`, `javaScriptEnabled`, ...
 */
export async function withPage(name, options, test) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const url = pathToFileURL(join(PAGES, `${name}.html`)).href;
  const complaints = [];
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.stack}`));
  page.on("request", (request) => request.url() === url || complaints.push(`request: ${request.url()}`));
  try {
    await page.goto(url);
    await test(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Saves what can be seen, if somebody wants to look. */
export async function picture(page, name, options = {}) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), ...options });
}

/** The number of the step that is shown, from 1, and how many there are. */
export async function position(page) {
  const text = await page.locator("#position").textContent();
  const [, step, count] = /step (\d+) of (\d+)/.exec(text);
  return { step: Number(step), count: Number(count) };
}

/** Numbers of the lines that have a class, in the first file. */
export function linesWith(page, className) {
  return page.locator(`#file-0 .line.${className}`).evaluateAll((lines) => lines.map((line) => Number(line.dataset.line)));
}

/** The variables of the state panel: `{ "main()": { x: "1" } }`. */
export function variables(page) {
  return page.locator("#state .part").evaluateAll((parts) => {
    const found = {};
    for (const part of parts) {
      const rows = [...part.querySelectorAll(".variable")];
      if (rows.length === 0) continue;
      const value = (row) => row.querySelector("dd").firstChild.textContent;
      found[part.querySelector("h3").textContent] = Object.fromEntries(rows.map((row) => [row.querySelector("dt").textContent, value(row)]));
    }
    return found;
  });
}
