import type { ExecutorPool } from "../pool/executor-pool.ts";
import type { PooledExecutor, Attempt } from "../placement.ts";
import { frameKinds } from "../executor/protocol/frames.ts";
import type { PongState } from "../executor/protocol/messages.ts";
import { heldMs, missedPulses, pulseMs } from "../limits.ts";
import { isBeyondCap, noteResident, noteWeight, possiblyHeavy } from "../pool/weighing.ts";
import { whoGrew } from "./who-grew.ts";

/** Why an executor has to go, and the culprits as far as we know them. */
export interface Verdict {
  /**
   * `held`: a turn in its main thread does not end, and nothing can stop it there; in another thread, the turn may be
   * harmless. `broken`: it sends frames that an honest executor never sends, or does not read.
   */
  why: "stuck" | "memory" | "silent" | "held" | "broken";
  /** Attempts that are certainly to blame. */
  guilty: Attempt[];
  /** Functions to blame although their call has ended. */
  functions: string[];
  /** Attempts that may be to blame. */
  suspects: Attempt[];
}

export interface PulseEvents {
  condemn: (executor: PooledExecutor, verdict: Verdict) => void;
  /** Called when an isolate was ended because its Function exceeded its limit outside the engine's count. */
  wasHeavy: (functionKey: string) => void;
  /** Called at each look, with its time. */
  looked: (now: number) => void;
}

const limitOf = (attempts: readonly Attempt[]): number =>
  attempts.reduce((bytes, { call }) => bytes + call.invocation.memoryMb * 1024 * 1024, 0);

const busyAttempts = (executor: PooledExecutor): Attempt[] =>
  [...executor.busy.keys()].flatMap((id) => executor.attempts.get(id) ?? []);

/** The calls that made an executor grow too large. Undefined when it is not too large. */
function growers(executor: PooledExecutor, bytes: number, busy: readonly Attempt[]): Attempt[] | undefined {
  const held = busy.map((attempt) => ({
    memoryMb: attempt.call.invocation.memoryMb,
    sinceBytes: executor.busy.get(attempt.id)!,
    attempt,
  }));
  return whoGrew(bytes, executor.floorBytes, held)?.map(({ attempt }) => attempt);
}

/** Checks an executor's memory. Returns whether the executor must weigh its isolates. */
function checkMemory(executor: PooledExecutor, now: number, condemn: PulseEvents["condemn"]): boolean {
  const { weighing } = executor;
  const bytes = executor.process.residentBytes();
  if (bytes === 0) return false;
  executor.pulseBytes = bytes;
  const busy = busyAttempts(executor);
  const isolates = executor.isolates.size;
  if (noteResident(weighing, bytes, { busyBytes: limitOf(busy), isolates }, now)) executor.tainted = true;
  const running = [...executor.attempts.values()];
  const beside = possiblyHeavy(weighing);
  const doubtful = running.filter(({ isolate }) => beside.has(isolate.id));
  if (isBeyondCap(weighing, bytes, limitOf(running))) {
    // If an executor has an owner, that Function is certainly to blame.
    const guilty = executor.owner === undefined ? [] : running;
    condemn(executor, { why: "memory", guilty, functions: [], suspects: [...new Set([...busy, ...doubtful])] });
    return false;
  }
  const grew = busy.length === 0 ? [] : growers(executor, bytes, busy);
  // Calls that have ended left this memory behind. The pool replaces the executor when the other calls end too.
  if (grew?.length === 0) executor.floorBytes = bytes;
  else if (grew !== undefined) {
    const suspects = [...new Set([...grew, ...doubtful])];
    condemn(executor, { why: "memory", guilty: suspects.length === 1 ? suspects : [], functions: [], suspects });
  }
  return weighing.since !== undefined;
}

/**
 * Whether its main thread has used much CPU time without a sign of life. A turn runs there only while its call is
 * alone, so the oldest call is to blame.
 */
function isHeld(executor: PooledExecutor): boolean {
  const [oldest] = executor.attempts.values();
  if (executor.silentPulses === 0 || oldest?.mayRunInline !== true) return false;
  const usedMs = executor.process.mainThreadMs();
  if (executor.silentPulses === 1) executor.heardAtMs = usedMs;
  return usedMs - executor.heardAtMs > heldMs;
}

/** The Function of an isolate, even of one that has ended. A list, which is empty when the Function is unknown. */
const functionOf = (executor: PooledExecutor, id: number): string | [] =>
  executor.isolates.get(id)?.functionKey ?? executor.ended.get(id) ?? [];

/** The culprits when isolates still run after we disposed of them. */
function blameStuck(executor: PooledExecutor, stuck: readonly number[]): Verdict {
  const functions = stuck.flatMap((id) => functionOf(executor, id));
  const guilty = [...executor.attempts.values()].filter(({ isolate }) => stuck.includes(isolate.id));
  // The isolates are unknown, so any call may be to blame.
  const suspects = guilty.length + functions.length > 0 ? [] : [...executor.attempts.values()];
  return { why: "stuck", guilty, functions, suspects };
}

/** Handles an executor's report about itself. */
function takePong(pool: ExecutorPool, executor: PooledExecutor, state: PongState, events: PulseEvents): void {
  executor.open = state.open;
  const { busy, pulseBytes } = executor;
  executor.busy = new Map(state.busy.map((id) => [id, busy.get(id) ?? pulseBytes]));
  for (const id of state.ended) {
    const isolate = executor.isolates.get(id);
    if (isolate !== undefined) pool.forget(isolate);
  }
  if (state.weight !== undefined) {
    const isolates = executor.isolates.size;
    noteWeight(executor.weighing, state.weight, { residentBytes: pulseBytes, isolates });
    for (const functionKey of state.weight.heavy.flatMap((id) => functionOf(executor, id)))
      events.wasHeavy(functionKey);
    // The allocator gives nothing back by itself, and the executor contains no other Function.
    if (state.weight.heavy.length > 0 && executor.owner !== undefined) pool.retire(executor);
  }
  if (state.stuck.length > 0 && !executor.lost) events.condemn(executor, blameStuck(executor, state.stuck));
}

/**
 * Watches executors while anything runs in them: pings each every 20 ms and reads its resident memory. Returns
 * functions that start and end the watch and take pongs.
 */
export function createPulse(pool: ExecutorPool, events: PulseEvents) {
  const { condemn } = events;
  let timer: NodeJS.Timeout | undefined;
  let sequence = 0;
  let last = 0;

  function look(executor: PooledExecutor, now: number): void {
    if (executor.silentPulses > missedPulses)
      return condemn(executor, { why: "silent", guilty: [], functions: [], suspects: busyAttempts(executor) });
    if (isHeld(executor)) return condemn(executor, { why: "held", guilty: [], functions: [], suspects: [] });
    const weighs = checkMemory(executor, now, condemn);
    if (executor.lost) return;
    sequence = (sequence + 1) >>> 0;
    if (weighs) executor.process.send(frameKinds.ping, sequence, "weigh");
    else executor.process.send(frameKinds.ping, sequence);
  }

  function beat(): void {
    const now = performance.now();
    // If the worker itself was blocked, it cannot tell whether others were silent.
    const late = now - last > pulseMs * 5;
    last = now;
    events.looked(now);
    let active = false;
    for (const executor of pool.executors) {
      if (executor.lost || (executor.attempts.size === 0 && executor.open === 0)) continue;
      active = true;
      executor.silentPulses = late ? 0 : executor.silentPulses + 1;
      look(executor, now);
    }
    if (!active) stop();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    stop,
    /** Any frame is a sign of life. */
    heard(executor: PooledExecutor): void {
      executor.silentPulses = 0;
    },
    /** Starts the watch, which ends when nothing runs any more. */
    wake(): void {
      if (timer !== undefined) return;
      last = performance.now();
      timer = setInterval(beat, pulseMs);
    },
    pong: (executor: PooledExecutor, state: PongState): void => takePong(pool, executor, state, events),
  };
}
