import { StartError } from "./data-dir.ts";

const withinMs = 30_000;

/** What is missing behind this gateway; empty when all of it is there. @throws when nobody answers */
export async function missingBehind(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/ready`);
  const { failing = [], degraded = [] } = (await answer.json()) as { failing?: string[]; degraded?: string[] };
  return [...failing, ...degraded];
}

/**
 * Resolves when the gateway on this port is ready, which includes the control plane and a worker.
 * @throws StartError that names what is not ready
 */
export async function untilReady(port: number): Promise<void> {
  const until = performance.now() + withinMs;
  let failing = "gateway";
  while (performance.now() < until) {
    try {
      const missing = await missingBehind(`http://127.0.0.1:${port}`);
      if (missing.length === 0) return;
      failing = missing.join(", ");
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new StartError(
    `Not everything became ready within ${withinMs / 1_000} s: ${failing}. The logs folder says why.`,
  );
}
