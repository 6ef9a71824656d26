import type { Page } from "playwright-core";

/** A person's actions with mouse and keyboard. */
export interface Gestures {
  clicks: number;
  keys: number;
}

/** Counts real clicks and key presses in a page, across all its addresses, from its next load on. */
export async function countGestures(page: Page): Promise<() => Gestures> {
  const counted: Gestures = { clicks: 0, keys: 0 };
  await page.exposeFunction("ferruleTestCounts", (what: keyof Gestures) => void (counted[what] += 1));
  await page.addInitScript(() => {
    const tell = (what: string) => (event: Event) => {
      if (event.isTrusted) (window as unknown as { ferruleTestCounts: (what: string) => void }).ferruleTestCounts(what);
    };
    addEventListener("pointerdown", tell("clicks"), true);
    addEventListener("keydown", tell("keys"), true);
  });
  return () => ({ ...counted });
}
