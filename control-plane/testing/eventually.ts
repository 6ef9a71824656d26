import { setTimeout as delay } from "node:timers/promises";

/** Polls until there is a result, for at most `withinMs`. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs = 30_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error("It took too long.");
    await delay(25);
  }
}
