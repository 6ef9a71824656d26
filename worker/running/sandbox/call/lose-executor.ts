import { mostAttempts, unnoticedMs } from "../limits.ts";
import type { Attempt, PooledExecutor } from "../placement.ts";
import { blameBroken } from "../process/blame-broken.ts";
import { inquest } from "../process/inquest.ts";
import type { Verdict } from "../process/pulse.ts";
import { setApart } from "./condemn.ts";
import { abandon, finish } from "./finish-call.ts";
import type { TerminationReason } from "./invocation.ts";
import { placeAgain } from "./place-call.ts";
import { failed, terminated } from "./outcome/read-outcome.ts";
import type { Runner } from "./runner.ts";

const brokenSentence = "The Function has broken the process that it ran in.";

const judge = ({ verdicts, oomKills }: Runner, executor: PooledExecutor, attempts: Attempt[]): Verdict =>
  verdicts.get(executor) ??
  (executor.process.broken ? blameBroken(attempts) : inquest(executor, attempts, oomKills.wereLately()));

/** Something else killed the executor, possibly before this attempt began. */
const mayHaveBeenDead = ({ process }: PooledExecutor, { startedAt, call }: Attempt): boolean =>
  !process.crashed && call.excused < mostAttempts && performance.now() - startedAt < unnoticedMs;

/** Ends a call that brought its executor down. */
function convict(
  runner: Runner,
  { call }: Attempt,
  why: Verdict["why"],
  stopping: TerminationReason | undefined,
): void {
  setApart(runner, call.functionKey, why);
  const reason = stopping ?? (why === "memory" ? "memory" : "cpu");
  finish(runner, call, why === "broken" ? failed(brokenSentence) : terminated(reason));
}

/** Handles the loss of an executor: it ends the calls that caused it, and restarts the others elsewhere. */
export function loseExecutor(runner: Runner, executor: PooledExecutor, attempts: Attempt[]): void {
  if (runner.isClosed) {
    for (const { call } of attempts) finish(runner, call, terminated("cancelled", "The worker is shutting down."));
    return;
  }
  const verdict = judge(runner, executor, attempts);
  for (const functionKey of verdict.functions) setApart(runner, functionKey, verdict.why);
  const isHeld = verdict.why === "held";
  const [oldest] = attempts;
  if (isHeld && oldest !== undefined) runner.barred.add(oldest.call.functionKey);
  const isKnown = isHeld || verdict.guilty.length + verdict.functions.length > 0;
  for (const attempt of attempts) {
    const { call } = attempt;
    const stopping = abandon(runner, attempt);
    if (verdict.guilty.includes(attempt)) {
      convict(runner, attempt, verdict.why, stopping);
      continue;
    }
    if (verdict.suspects.includes(attempt)) call.suspect = true;
    else if (isKnown || mayHaveBeenDead(executor, attempt)) call.excused += 1;
    if (stopping !== undefined) finish(runner, call, terminated(stopping));
    else placeAgain(runner, call);
  }
}
