const firstPauseMs = 10;
const longestPauseMs = 120;

/**
 * For changes that are promised to be in force within a second: a second on a machine of its own, more on one that runs
 * other tests. A process that is not told of a change hears of it 5 s later.
 */
export const aSecondMs = process.env["FERRULE_TEST_LENGTH"] === "full" ? 1_000 : 4_000;

/**
 * Asks again and again until `ask` answers something; fails after `withinMs`. The pauses grow: a test that asks all the time
 * takes the processor from what it waits for.
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
