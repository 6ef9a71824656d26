/** Longer than a load balancer that checks each second takes to notice that a control plane leaves. */
export const patienceMs = 2_000;

/** The pause between two dials. */
export function* pausesMs(): Generator<number, never> {
  for (let pause = 25; ; pause = Math.min(pause * 2, 200)) yield pause;
}

/** Whether the reason for a failed connection may pass. */
export const isPassing = (error: unknown): boolean =>
  ["ECONNREFUSED", "ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");
