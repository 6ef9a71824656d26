import axe, { type RunOptions, type Result } from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe finds in a page as it stands. A document is given axe's half a megabyte of script once and keeps it: to compile
 * it took longer than to look at most pages.
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
