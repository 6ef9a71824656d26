import { frameKinds } from "../executor/protocol/frames.ts";
import { abortGraceMs, closeGraceMs } from "../executor/protocol/messages.ts";
import { stopToKillMs } from "../limits.ts";
import type { RunningCall } from "../placement.ts";
import { condemn } from "./condemn.ts";
import { finish } from "./finish-call.ts";
import type { TerminationReason } from "./invocation.ts";
import { terminated } from "./outcome/read-outcome.ts";
import type { Runner } from "./runner.ts";

/** How long a Function may clean up after everybody has stopped reading its streamed response. */
const graceOf = ({ invocation }: RunningCall, reason: TerminationReason): number =>
  reason === "cancelled" && invocation.answerSink?.opened === true ? closeGraceMs : abortGraceMs;

/** Tells the executor to end a call, and kills the executor if it does not obey in time. */
export function stop(runner: Runner, call: RunningCall, reason: TerminationReason): void {
  const { state } = call;
  if (state.kind === "done" || state.kind === "stopping") return;
  if (state.kind === "waiting" || state.kind === "ending") return finish(runner, call, terminated(reason));
  const { attempt } = state;
  const { executor } = attempt.isolate;
  const graceMs = graceOf(call, reason);
  executor.process.send(frameKinds.stop, attempt.id, reason, String(graceMs));
  const kill = setTimeout(
    () => {
      condemn(runner, executor, { why: "stuck", guilty: [attempt], functions: [], suspects: [] });
    },
    stopToKillMs - abortGraceMs + graceMs,
  );
  call.state = { kind: "stopping", attempt, reason, kill, isBooting: state.kind === "booting" };
}
