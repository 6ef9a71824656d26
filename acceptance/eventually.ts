const firstPauseMs = 10;
const longestPauseMs = 120;

/**
 * The limit for changes that are promised to take effect within a second: a second on a machine of its own, more on one
 * that runs other tests. If a process misses the notice of a change, it learns of it after 5 s.
 */
export const aSecondMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 1_000 : 4_000;

/**
 * Calls `ask` again and again until it returns something; fails after `withinMs`. The pauses grow: constant asking
 * would take the processor from the work that the test waits for.
 */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs: number): Promise<T> {
  const until = Date.now() + withinMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.4, longestPauseMs)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    const leftMs = until - Date.now();
    if (leftMs < 0) throw new Error(`It did not happen within ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, leftMs + 1)));
  }
}
