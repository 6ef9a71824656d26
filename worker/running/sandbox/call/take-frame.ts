import { unwaited } from "@ferrule/kit/unwaited.ts";
import { frameKinds } from "../executor/protocol/frames.ts";
import type { PooledExecutor } from "../placement.ts";
import { ImpossibleFrame, mostCallFrames, read } from "../process/read-frame.ts";
import { condemnBroken } from "./condemn.ts";
import { booted, failing } from "./finish-call.ts";
import { passProgress } from "./pass-progress.ts";
import type { Runner } from "./runner.ts";
import { takeHostCall } from "./take-host-call.ts";
import { takeResult } from "./take-result.ts";

/** @throws ImpossibleFrame, or any error of the worker while it handles the frame */
function take(runner: Runner, executor: PooledExecutor, kind: number, id: number, parts: Buffer[]): void {
  runner.pulse.heard(executor);
  const attempt = executor.attempts.get(id);
  if (kind === frameKinds.pong || attempt === undefined) {
    if (!runner.isWithinRation(executor))
      throw new ImpossibleFrame("An executor keeps sending messages about calls that it does not have.");
    if (kind === frameKinds.pong) runner.pulse.pong(executor, read.pong(parts));
    return;
  }
  const { call } = attempt;
  if (++attempt.frames > mostCallFrames)
    throw new ImpossibleFrame("An executor sends too many messages about one call.");
  booted(runner, attempt);
  if (kind === frameKinds.result)
    unwaited(takeResult(runner, attempt, read.result(parts), parts), failing(runner, call));
  else if (kind === frameKinds.host)
    unwaited(takeHostCall(runner, attempt, read.hostCall(parts)), failing(runner, call));
  else if (kind === frameKinds.log) {
    const { head, message, data } = read.log(parts);
    call.logs.take(head, message, data);
  } else if (kind === frameKinds.drop) attempt.ops.get(read.drop(parts))?.cancel();
  else if (kind === frameKinds.progress) passProgress(attempt, read.progress(parts));
  else if (kind !== frameKinds.loaded) throw new ImpossibleFrame(`There is no frame of kind ${kind}.`);
}

/** Handles a frame of an executor, which is not trusted. An impossible frame ends the executor. */
export function takeFrame(runner: Runner, executor: PooledExecutor, kind: number, id: number, parts: Buffer[]): void {
  if (executor.lost) return;
  try {
    take(runner, executor, kind, id, parts);
  } catch (error) {
    const attempt = executor.attempts.get(id);
    if (error instanceof ImpossibleFrame || attempt === undefined) condemnBroken(runner, executor, error);
    else failing(runner, attempt.call)(error);
  }
}
