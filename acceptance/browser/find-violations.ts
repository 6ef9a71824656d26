import axe, { type RunOptions, type Result } from "axe-core";
import type { Page } from "playwright-core";

/**
 * The problems that axe finds in the current page. A document gets axe's half a megabyte of script only once, because
 * compiling it took longer than checking most pages.
 */
export async function findViolations(page: Page, runOnly: RunOptions["runOnly"]): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // Nothing here has frames of other origins.
  const options: RunOptions = { resultTypes: ["violations"], iframes: false, ...(runOnly && { runOnly }) };
  return page.evaluate(async (given) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, given);
    return violations;
  }, options);
}
