import { mostAttempts, unnoticedMs } from "../limits.ts";
import type { PooledExecutor, RunningCall } from "../placement.ts";
import { blameBroken } from "../process/blame-broken.ts";
import { inquest } from "../process/inquest.ts";
import type { Verdict } from "../process/pulse.ts";
import { setApart } from "./condemn.ts";
import { booted, finish } from "./finish-call.ts";
import { placeAgain } from "./place-call.ts";
import { failed, terminated } from "./read-outcome.ts";
import type { Runner } from "./runner.ts";
import { leaveAttempt } from "./running-call.ts";

const brokenSentence = "The Function has broken the process that it ran in.";

const judge = ({ verdicts, oomKills }: Runner, executor: PooledExecutor, calls: RunningCall[]): Verdict =>
  verdicts.get(executor) ??
  (executor.process.broken ? blameBroken(calls) : inquest(executor, calls, oomKills.wereLately()));

/** Its executor was killed by somebody else, possibly before this attempt began. */
const mayHaveBeenDead = ({ process }: PooledExecutor, { startedAt, excused }: RunningCall): boolean =>
  !process.crashed && excused < mostAttempts && performance.now() - startedAt < unnoticedMs;

/** Ends a call that brought its executor down. */
function convict(runner: Runner, call: RunningCall, why: Verdict["why"]): void {
  setApart(runner, call.functionKey, why);
  const reason = call.stopping ?? (why === "memory" ? "memory" : "cpu");
  finish(runner, call, why === "broken" ? failed(brokenSentence) : terminated(reason));
}

/** Handles the loss of an executor: calls that caused it end, and the others begin again elsewhere. */
export function loseExecutor(runner: Runner, executor: PooledExecutor, calls: RunningCall[]): void {
  if (runner.isClosed) {
    for (const call of calls) finish(runner, call, terminated("cancelled", "The worker is shutting down."));
    return;
  }
  const verdict = judge(runner, executor, calls);
  for (const functionKey of verdict.functions) setApart(runner, functionKey, verdict.why);
  const isHeld = verdict.why === "held";
  const [oldest] = calls;
  if (isHeld && oldest !== undefined) runner.barred.add(oldest.functionKey);
  const isKnown = isHeld || verdict.guilty.length + verdict.functions.length > 0;
  for (const call of calls) {
    leaveAttempt(call);
    booted(runner, call);
    call.executor = undefined;
    call.isolate = undefined;
    if (verdict.guilty.includes(call)) {
      convict(runner, call, verdict.why);
      continue;
    }
    if (verdict.suspects.includes(call)) call.suspect = true;
    else if (isKnown || mayHaveBeenDead(executor, call)) call.excused += 1;
    if (call.stopping !== undefined) finish(runner, call, terminated(call.stopping));
    else placeAgain(runner, call);
  }
}
