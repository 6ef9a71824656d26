import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { median, quantile } from "./quantile.ts";

export interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
  body: (n: number) => string;
  /** Throws when a response is not the expected one. */
  check: (text: string, n: number) => void;
  /** Receives each call that is refused for lack of room. Without it, such a response is an error. */
  refused?: () => void;
}

export interface Figures {
  callsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const figuresOf = (latencies: number[], tookMs: number): Figures => ({
  callsPerSecond: (latencies.length / tookMs) * 1_000,
  p50Ms: quantile(latencies, 0.5),
  p99Ms: quantile(latencies, 0.99),
});

/** The medians of several runs. */
export const medianOf = (runs: readonly Figures[]): Figures => ({
  callsPerSecond: median(runs.map((run) => run.callsPerSecond)),
  p50Ms: median(runs.map((run) => run.p50Ms)),
  p99Ms: median(runs.map((run) => run.p99Ms)),
});

/**
 * Makes one call and checks its response; false if it was refused. @throws when the response is not the target's own
 */
async function callOnce(pool: Pool, target: Target, path: string, n: number): Promise<boolean> {
  const response = await pool.request({ method: "POST", path, headers: target.headers, body: target.body(n) });
  const text = await response.body.text();
  if (response.statusCode === 503 && target.refused !== undefined) {
    target.refused();
    return false;
  }
  if (response.statusCode !== 200)
    throw new Error(`${target.name} answered ${response.statusCode}: ${text.slice(0, 300)}`);
  target.check(text, n);
  return true;
}

/** Calls the target `count` times with `concurrency` loops over kept-alive connections, and checks every response. */
export async function loadCalls(target: Target, concurrency: number, count: number): Promise<Figures> {
  const { origin, pathname } = new URL(target.url);
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  const latencies: number[] = [];
  let n = 0;
  const began = performance.now();
  const loop = async () => {
    while (n < count) {
      const at = performance.now();
      n += 1;
      if (await callOnce(pool, target, pathname, n)) latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const tookMs = performance.now() - began;
  await pool.close();
  return figuresOf(latencies, tookMs);
}

/**
 * Calls the target with `concurrency` loops over kept-alive connections for `durationMs` after `warmupMs`, and checks
 * every response. The loop is closed: a slow target gets fewer calls.
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
      const isAnswered = await callOnce(pool, target, pathname, n);
      if (isAnswered && at >= warmUntil) latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  await pool.close();
  return figuresOf(latencies, durationMs);
}

/**
 * Calls the target `perSecond` times a second for `durationMs` after `warmupMs`, without waiting for earlier calls, so
 * a slow target gets just as many. Latency counts from the moment when a call was due.
 */
export async function loadAtRate(
  target: Target,
  perSecond: number,
  durationMs: number,
  warmupMs: number,
): Promise<Figures> {
  const { origin, pathname } = new URL(target.url);
  const pool = new Pool(origin, { connections: 64, pipelining: 1 });
  const latencies: number[] = [];
  const calls: Promise<void>[] = [];
  const began = performance.now();
  const call = async (n: number) => {
    const dueMs = (n * 1_000) / perSecond;
    const isAnswered = await callOnce(pool, target, pathname, n);
    if (isAnswered && dueMs >= warmupMs) latencies.push(performance.now() - began - dueMs);
  };
  for (let n = 0; performance.now() - began < warmupMs + durationMs; await delay(1)) {
    for (const due = ((performance.now() - began) * perSecond) / 1_000; n < due; n += 1) calls.push(call(n));
  }
  await Promise.all(calls);
  await pool.close();
  return figuresOf(latencies, durationMs);
}
