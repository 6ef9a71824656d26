import { frameKinds } from "../executor/frames.ts";
import { abortGraceMs, closeGraceMs } from "../executor/messages.ts";
import { stopToKillMs } from "../limits.ts";
import type { RunningCall } from "../placement.ts";
import { condemn } from "./condemn.ts";
import { finish } from "./finish-call.ts";
import type { TerminationReason } from "./invocation.ts";
import { terminated } from "./read-outcome.ts";
import type { Runner } from "./runner.ts";

/** An answer that streams, and that nobody reads any more, gets time to clean up. */
const graceOf = ({ invocation }: RunningCall, reason: TerminationReason): number =>
  reason === "cancelled" && invocation.answerSink?.opened === true ? closeGraceMs : abortGraceMs;

/** Tells the executor to end a call, and kills the executor if it does not obey in time. */
export function stop(runner: Runner, call: RunningCall, reason: TerminationReason): void {
  if (call.done || call.stopping !== undefined) return;
  const { executor } = call;
  if (executor === undefined) return finish(runner, call, terminated(reason));
  call.stopping = reason;
  const graceMs = graceOf(call, reason);
  executor.process.send(frameKinds.stop, call.id, reason, String(graceMs));
  call.kill = setTimeout(
    () => {
      condemn(runner, executor, { why: "stuck", guilty: [call], functions: [], suspects: [] });
    },
    stopToKillMs - abortGraceMs + graceMs,
  );
}
