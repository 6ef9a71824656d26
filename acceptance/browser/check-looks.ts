import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { findViolations } from "./find-violations.ts";

const screenshots = process.env["FERRULE_SCREENSHOTS"];

/**
 * In the long form, and when pictures are taken, every check uses axe in both themes, and every visit loads its page.
 */
export const isThorough = process.env["FERRULE_TEST_LENGTH"] === "full" || screenshots !== undefined;
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Takes a picture of the page in its current state, and fails if axe finds a problem. */
async function look(page: Page, name: string, theme: string, runOnly: RunOptions["runOnly"]): Promise<void> {
  if (screenshots !== undefined) {
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `${name}-${theme}.png`), fullPage: true });
  }
  const violations = await findViolations(page, runOnly);
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 5)
        .map(({ target, failureSummary }) => `${String(target)} ${failureSummary ?? ""}`)
        .join(" | ")}`,
  );
  assert.deepEqual(told, [], `axe on ${name} (${theme})`);
}

/** Waits until a page shows its content, and fails if axe finds a problem: in the long form or with `axe`. */
export async function checkLooks(page: Page, name: string, axe: boolean): Promise<void> {
  await page.locator("main").first().waitFor({ state: "attached" });
  // Skeletons stand in for content that has not come yet.
  await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label^="Loading"]:not([inert] *)'));
  if (!isThorough && !axe) return;
  const first = (await page.evaluate(() => document.documentElement.dataset["theme"])) === "dark" ? "dark" : "light";
  const second = first === "dark" ? "light" : "dark";
  await look(page, name, first, { type: "tag", values: tags });
  if (!isThorough) return;
  await page.emulateMedia({ colorScheme: second });
  const turned = await page.evaluate(async (wanted) => {
    if (document.documentElement.dataset["theme"] !== wanted) return false;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    return true;
  }, second);
  if (turned) await look(page, name, second, { type: "rule", values: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: first });
}
