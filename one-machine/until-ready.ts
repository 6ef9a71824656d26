import { StartError } from "./data-dir.ts";

const withinMs = 30_000;

/**
 * Resolves when the gateway on this port is ready, which includes the control plane and a worker.
 * @throws StartError that names what is not ready
 */
export async function untilReady(port: number): Promise<void> {
  const until = performance.now() + withinMs;
  let failing = "gateway";
  while (performance.now() < until) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/ready`);
      const state = (await response.json()) as { failing?: string[] };
      if (response.ok) return;
      failing = state.failing?.join(", ") ?? failing;
    } catch {
      // It does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new StartError(
    `Not everything became ready within ${withinMs / 1_000} s: ${failing}. The logs folder says why.`,
  );
}
