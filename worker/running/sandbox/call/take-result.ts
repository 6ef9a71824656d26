import type { ResultHead } from "../executor/protocol/messages.ts";
import type { Attempt, RunningCall } from "../placement.ts";
import { setApart } from "./condemn.ts";
import { finish, leave } from "./finish-call.ts";
import { placeAgain } from "./place-call.ts";
import { readOutcome, terminated } from "./outcome/read-outcome.ts";
import type { Runner } from "./runner.ts";

/** Handles an executor's result of an attempt. */
export async function takeResult(runner: Runner, attempt: Attempt, head: ResultHead, parts: Buffer[]): Promise<void> {
  const { pool } = runner;
  const { call, isolate, isCold } = attempt;
  const stopping = leave(runner, attempt);
  if (head.heavy === true) setApart(runner, call.functionKey, "memory");
  // If the result came while the call was being ended, some of its code may still run, so the isolate cannot be reused.
  // The modules of tests keep what they have registered.
  const isWorn = call.invocation.tests !== undefined || (stopping !== undefined && head.kind !== "terminated");
  if (head.reusable) pool.putBack(isolate, isWorn);
  else pool.forget(isolate);
  if (head.reusable && !isCold && head.kind !== "terminated") pool.learn(isolate, head);
  // A result after the deadline is too late: the limit was exceeded.
  if (stopping !== undefined) return finish(runner, call, terminated(stopping), head.cpuMs);
  if (head.kind === "requeue") {
    if (head.overran) runner.barred.add(call.functionKey);
    if (head.overran || !head.entered) call.excused += 1;
    call.mayStand = false;
    return placeAgain(runner, call);
  }
  const { cpuMs } = head;
  const outcome = readOutcome(head, parts, call.invocation);
  if (outcome.kind !== "threw" || outcome.stack === null) return finish(runner, call, outcome, cpuMs);
  finish(runner, call, { ...outcome, stack: await ownStack(runner, call, outcome.stack) }, cpuMs);
}

/** The stack with places in the Function's own source. If we cannot find those, the stack stays unchanged. */
async function ownStack({ loadBundle, stacks }: Runner, call: RunningCall, stack: string): Promise<string> {
  const { bundle, projectId } = call.invocation;
  const sourceMap = await loadBundle(bundle).then(
    (loaded) => loaded.sourceMap,
    () => "",
  );
  return await stacks.map(stack, { digest: bundle.digest, sourceMap }, projectId);
}
