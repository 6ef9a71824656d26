import { frameKinds } from "../executor/frames.ts";
import { stopToKillMs } from "../limits.ts";
import type { RunningCall } from "../placement.ts";
import { condemn } from "./condemn.ts";
import { finish } from "./finish-call.ts";
import type { TerminationReason } from "./invocation.ts";
import { terminated } from "./read-outcome.ts";
import type { Runner } from "./runner.ts";

/** Tells the executor to end a call, and kills the executor if it does not obey in time. */
export function stop(runner: Runner, call: RunningCall, reason: TerminationReason): void {
  if (call.done || call.stopping !== undefined) return;
  const { executor } = call;
  if (executor === undefined) return finish(runner, call, terminated(reason));
  call.stopping = reason;
  executor.process.send(frameKinds.stop, call.id, reason);
  call.kill = setTimeout(() => {
    condemn(runner, executor, { why: "stuck", guilty: [call], functions: [], suspects: [] });
  }, stopToKillMs);
}
