const firstPauseMs = 10;
const longestPauseMs = 120;

/**
 * Asks again and again until `ask` answers something; fails after `withinMs`. The pauses grow: whoever asks all the time
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
