/** Asks again and again until `ask` answers something; fails after `withinMs`. */
export async function eventually<T>(ask: () => Promise<T | undefined>, withinMs: number): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > until) throw new Error(`It did not happen within ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
