import type { Page } from "playwright-core";

/** In milliseconds. */
export interface Timings {
  count: number;
  median: number;
  p95: number;
  longest: number;
}

declare global {
  interface Window {
    ferruleTestTimings?: number[];
  }
}

/**
 * Times each key press, click and turn of the wheel in a page, from the event to the next painted frame, starting with
 * the page's next load. Each reading returns the times since the last reading.
 */
export async function timeInteractions(page: Page): Promise<() => Promise<Timings>> {
  await page.addInitScript(() => {
    window.ferruleTestTimings = [];
    for (const type of ["keydown", "click", "wheel"])
      addEventListener(
        type,
        ({ timeStamp }) =>
          requestAnimationFrame(() => {
            // A message arrives after the frame has been painted.
            const channel = new MessageChannel();
            channel.port1.addEventListener("message", () =>
              window.ferruleTestTimings?.push(performance.now() - timeStamp),
            );
            channel.port1.start();
            channel.port2.postMessage(null);
          }),
        { capture: true, passive: true },
      );
  });
  return async () => {
    const took = (await page.evaluate(() => window.ferruleTestTimings?.splice(0) ?? [])).sort((a, b) => a - b);
    const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
    return { count: took.length, median: at(0.5), p95: at(0.95), longest: at(1) };
  };
}

/** `median 12, p95 20, longest 31 ms of 60`. */
export const told = ({ count, median, p95, longest }: Timings): string =>
  `median ${median.toFixed(0)}, p95 ${p95.toFixed(0)}, longest ${longest.toFixed(0)} ms of ${count}`;
