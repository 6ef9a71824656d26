/** Longer than a load balancer takes to notice that a control plane leaves, if it checks each second. */
export const patienceMs = 2_000;

/** Between two dials. */
export function* pausesMs(): Generator<number, never> {
  for (let pause = 25; ; pause = Math.min(pause * 2, 200)) yield pause;
}

/** Whether the connection failed for a reason that may pass. */
export const isPassing = (error: unknown): boolean =>
  ["ECONNREFUSED", "ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");
