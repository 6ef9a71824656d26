import type { Attempt, PooledIsolate, RunningCall } from "../placement.ts";

interface AttemptStart extends Pick<Attempt, "id" | "isCold" | "mayRunInline"> {
  call: RunningCall;
  isolate: PooledIsolate;
}

/** Starts an attempt of a call in an isolate. */
export function beginAttempt({ id, call, isolate, isCold, mayRunInline }: AttemptStart): Attempt {
  const attempt: Attempt = {
    id,
    call,
    isolate,
    isCold,
    mayRunInline,
    startedAt: performance.now(),
    deadline: undefined,
    hostCalls: 0,
    fetches: 0,
    writes: 0,
    progressSent: 0,
    frames: 0,
    askedBytes: 0,
    ops: new Map(),
    notes: [],
    notesOmitted: 0,
    ending: undefined,
  };
  if (call.state.kind === "waiting") clearTimeout(call.state.timer);
  call.attempts += 1;
  call.state = { kind: isCold ? "booting" : "running", attempt };
  isolate.executor.attempts.set(id, attempt);
  return attempt;
}

/** Whether an attempt is still in its executor. */
export const isUnderWay = ({ id, isolate }: Attempt): boolean => isolate.executor.attempts.has(id);

/** Ends the timers and host calls of a call's present state. */
export function release({ state }: RunningCall): void {
  const { attempt } = state;
  if (state.kind === "waiting") clearTimeout(state.timer);
  if (state.kind === "stopping") clearTimeout(state.kill);
  if (attempt === undefined) return;
  clearTimeout(attempt.deadline);
  attempt.ending?.abort();
  attempt.ending = undefined;
  if (attempt.ops.size === 0) return;
  for (const dropped of attempt.ops.values()) dropped.cancel();
  attempt.ops.clear();
}
