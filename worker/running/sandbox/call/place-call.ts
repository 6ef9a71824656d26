// Why: docs/decisions/retries-and-blame.md
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { encodeCallHead } from "../executor/protocol/binary-heads.ts";
import { frameKinds } from "../executor/protocol/frames.ts";
import { coldMs, inlineCalls, leastRoomMs, mostAttempts } from "../limits.ts";
import type { Attempt, PooledIsolate, RunningCall } from "../placement.ts";
import { soloGroup } from "../pool/executor-pool.ts";
import { beginAttempt } from "./attempt.ts";
import { booted, failing, finish, reject } from "./finish-call.ts";
import { terminated } from "./outcome/read-outcome.ts";
import type { LoadedBundle } from "./invocation.ts";
import type { Runner } from "./runner.ts";
import { factsJson } from "./running-call.ts";
import { stop } from "./stop-call.ts";

/** Sends a call to its isolate. */
function start(runner: Runner, call: RunningCall, isolate: PooledIsolate, isCold: boolean): Attempt {
  const { invocation } = call;
  const { timeoutMs } = invocation;
  const mayRunInline = runner.running.size <= inlineCalls && !runner.barred.has(call.functionKey);
  const attempt = beginAttempt({ id: runner.nextCall++, call, isolate, isCold, mayRunInline });
  const cpuMs = Math.min(timeoutMs, runner.cpuLimitMs);
  const head = encodeCallHead({ isolate: isolate.id, cpuMs, mayRunInline });
  const facts = factsJson(invocation, Date.now() + timeoutMs);
  isolate.executor.process.send(frameKinds.call, attempt.id, head, facts, invocation.inputJson);
  attempt.deadline = setTimeout(stop, timeoutMs, runner, call, "timeout");
  runner.pulse.wake();
  return attempt;
}

/** The executor group for a call. A Function that is, or may be, a danger to others gets its own. */
function groupFor(runner: Runner, call: RunningCall): string {
  if (runner.quarantined.has(call.functionKey)) return soloGroup(call.functionKey);
  if (call.suspect) return soloGroup(`trial ${String(runner.nextCall++)}`);
  return call.group;
}

/** Ends a call that may no longer begin; returns whether it did. */
function endsOverdue(runner: Runner, call: RunningCall): boolean {
  if (call.invocation.mayBegin?.() !== false) return false;
  finish(runner, call, terminated("cancelled", "Its lease may have run out before it began."));
  return true;
}

/** Starts a call in a warm isolate, or in a new one as soon as there is room. */
export async function place(runner: Runner, call: RunningCall): Promise<void> {
  const { pool } = runner;
  if (endsOverdue(runner, call)) return;
  const { memoryMb, projectId, tenantId, bundle: given, timeoutMs } = call.invocation;
  const group = groupFor(runner, call);
  const owner = group === call.group ? undefined : { project: projectId, tenant: tenantId };
  const key = `${group}\u0000${call.isolateKey}`;
  const warm = pool.takeWarm(key, call.mayStand);
  if (warm !== undefined) {
    start(runner, call, warm, false);
    return;
  }
  // Waiting for room does not count as the call's time, because the call cannot speed up an executor's start.
  const roomMs = Math.max(timeoutMs, leastRoomMs);
  const timer = setTimeout(() => {
    finish(runner, call, terminated("cancelled", "No executor was free in time."));
  }, roomMs);
  const waiting = { kind: "waiting", attempt: call.state.attempt, timer } as const;
  call.state = waiting;
  const isOver = () => call.state !== waiting;
  let bundle: LoadedBundle;
  try {
    bundle = await runner.loadBundle(given);
  } catch (error) {
    return reject(runner, call, error);
  }
  const room = await pool.roomFor({ group, owner, key, mayStand: call.mayStand }, isOver);
  if (room === undefined) return finish(runner, call, terminated("cancelled", "The worker is shutting down."));
  if (isOver() || endsOverdue(runner, call)) return "key" in room ? pool.putBack(room) : pool.settled(room);
  if ("key" in room) {
    start(runner, call, room, false);
    return;
  }
  const head = { memoryMb, tenant: `${projectId} ${tenantId}` };
  const attempt = start(runner, call, pool.createIsolate(room, key, call.functionKey, head, bundle.code), true);
  // A module that evaluates slowly must not delay the others.
  setTimeout(booted, coldMs, runner, attempt);
}

/** Starts a call again elsewhere, unless something could then happen twice. */
export function placeAgain(runner: Runner, call: RunningCall): void {
  if (call.touched) {
    const told = "The executor of this call was lost. The call had reached outside, so it was not started again.";
    return finish(runner, call, terminated("cancelled", told));
  }
  const { attempts, excused, queuedAt, invocation } = call;
  // A call that others keep interrupting may start again, but only within its time for waiting for an executor.
  const isOverdue = performance.now() - queuedAt > Math.max(invocation.timeoutMs, leastRoomMs);
  if (attempts - (isOverdue ? 0 : excused) >= mostAttempts) {
    return finish(runner, call, terminated("cancelled", "The executor of this call was lost more than once."));
  }
  call.logs.restart();
  unwaited(place(runner, call), failing(runner, call));
}
