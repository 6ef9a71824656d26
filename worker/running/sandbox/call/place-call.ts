import { unwaited } from "@ferrule/kit/unwaited.ts";
import { encodeCallHead } from "../executor/binary-heads.ts";
import { frameKinds } from "../executor/frames.ts";
import { coldMs, inlineCalls, leastRoomMs, mostAttempts } from "../limits.ts";
import type { PooledIsolate, RunningCall } from "../placement.ts";
import { soloGroup } from "../pool/executor-pool.ts";
import { booted, failing, finish, reject } from "./finish-call.ts";
import { terminated } from "./read-outcome.ts";
import type { LoadedBundle } from "./invocation.ts";
import type { Runner } from "./runner.ts";
import { beginAttempt, factsJson } from "./running-call.ts";
import { stop } from "./stop-call.ts";

/** Sends a call to its isolate. */
function start(runner: Runner, call: RunningCall, isolate: PooledIsolate, cold: boolean): void {
  const { invocation } = call;
  const { executor } = isolate;
  beginAttempt(call, runner.nextCall++, isolate, cold);
  executor.calls.set(call.id, call);
  const { timeoutMs } = invocation;
  const cpuMs = Math.min(timeoutMs, runner.cpuLimitMs);
  const mayRunInline = runner.running.size <= inlineCalls && !runner.barred.has(call.functionKey);
  call.mayRunInline = mayRunInline;
  const head = encodeCallHead({ isolate: isolate.id, cpuMs, mayRunInline });
  const facts = factsJson(invocation, Date.now() + timeoutMs);
  executor.process.send(frameKinds.call, call.id, head, facts, invocation.inputJson);
  call.deadline = setTimeout(stop, timeoutMs, runner, call, "timeout");
  runner.pulse.wake();
}

/** The executor group that a call runs in. A Function that is, or may be, a danger to others gets its own. */
function groupFor(runner: Runner, call: RunningCall): string {
  if (runner.quarantined.has(call.functionKey)) return soloGroup(call.functionKey);
  if (call.suspect) return soloGroup(`trial ${String(runner.nextCall++)}`);
  return call.group;
}

/** Starts a call in a warm isolate, or in a new one as soon as there is room. */
export async function place(runner: Runner, call: RunningCall): Promise<void> {
  const { pool } = runner;
  const { memoryMb, projectId, tenantId, bundle: given, timeoutMs } = call.invocation;
  const group = groupFor(runner, call);
  const owner = group === call.group ? undefined : { project: projectId, tenant: tenantId };
  const key = `${group}\u0000${call.isolateKey}`;
  const warm = pool.takeWarm(key, call.mayStand);
  if (warm !== undefined) return start(runner, call, warm, false);
  // Waiting for room does not count against the call's time, because an executor's start takes as long as it takes.
  const roomMs = Math.max(timeoutMs, leastRoomMs);
  call.deadline = setTimeout(() => {
    finish(runner, call, terminated("cancelled", "No executor was free in time."));
  }, roomMs);
  let bundle: LoadedBundle;
  try {
    bundle = await runner.loadBundle(given);
  } catch (error) {
    return reject(runner, call, error);
  }
  const room = await pool.roomFor({ group, owner, key, mayStand: call.mayStand }, () => call.done);
  clearTimeout(call.deadline);
  if (room === undefined) return finish(runner, call, terminated("cancelled", "The worker is shutting down."));
  if ("key" in room) return call.done ? pool.putBack(room) : start(runner, call, room, false);
  if (call.done) return pool.settled(room);
  const head = { memoryMb, tenant: `${projectId} ${tenantId}` };
  start(runner, call, pool.createIsolate(room, key, call.functionKey, head, bundle.code), true);
  call.booting = room;
  // A module that evaluates slowly must not delay the others.
  setTimeout(() => {
    if (call.booting === room) booted(runner, call);
  }, coldMs);
}

/** Begins a call again elsewhere, unless something could then happen twice. */
export function placeAgain(runner: Runner, call: RunningCall): void {
  if (call.touched) {
    const told = "The executor of this call was lost. The call had reached outside, so it was not started again.";
    return finish(runner, call, terminated("cancelled", told));
  }
  const { attempts, excused, queuedAt, invocation } = call;
  // A call that others keep interrupting may start again, but only for as long as it may wait for an executor.
  const isOverdue = performance.now() - queuedAt > Math.max(invocation.timeoutMs, leastRoomMs);
  if (attempts - (isOverdue ? 0 : excused) >= mostAttempts) {
    return finish(runner, call, terminated("cancelled", "The executor of this call was lost more than once."));
  }
  call.logs.restart();
  unwaited(place(runner, call), failing(runner, call));
}
