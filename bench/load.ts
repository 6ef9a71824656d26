import { Pool } from "undici";

export interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
  body: (n: number) => string;
  /** Throws when an answer is not what was asked for. */
  check: (text: string, n: number) => void;
}

export interface Figures {
  callsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const quantile = (sorted: Float64Array, q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;

/**
 * Calls the target with `concurrency` loops over kept-alive connections for `durationMs` after `warmupMs`, and checks
 * every answer. Closed loop: a slow target is asked less often.
 */
export async function load(
  target: Target,
  concurrency: number,
  durationMs: number,
  warmupMs: number,
): Promise<Figures> {
  const { origin, pathname } = new URL(target.url);
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  const latencies: number[] = [];
  let n = 0;
  const warmUntil = performance.now() + warmupMs;
  const until = warmUntil + durationMs;
  const loop = async () => {
    for (;;) {
      const at = performance.now();
      if (at >= until) return;
      n += 1;
      const call = n;
      const response = await pool.request({
        method: "POST",
        path: pathname,
        headers: target.headers,
        body: target.body(call),
      });
      const text = await response.body.text();
      if (response.statusCode !== 200)
        throw new Error(`${target.name} answered ${response.statusCode}: ${text.slice(0, 300)}`);
      target.check(text, call);
      if (at >= warmUntil) latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  await pool.close();
  const sorted = Float64Array.from(latencies).sort();
  return {
    callsPerSecond: (sorted.length / durationMs) * 1_000,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
  };
}
