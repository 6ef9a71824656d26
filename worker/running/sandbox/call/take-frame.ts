import { unwaited } from "@ferrule/kit/unwaited.ts";
import { frameKinds } from "../executor/frames.ts";
import type { PooledExecutor } from "../placement.ts";
import { ImpossibleFrame, mostCallFrames, read } from "../process/read-frame.ts";
import { condemnBroken } from "./condemn.ts";
import { booted, failing } from "./finish-call.ts";
import { passProgress } from "./pass-progress.ts";
import type { Runner } from "./runner.ts";
import { takeHostCall } from "./take-host-call.ts";
import { takeResult } from "./take-result.ts";

/** @throws ImpossibleFrame, or any error of the worker in handling it. */
function take(runner: Runner, executor: PooledExecutor, kind: number, id: number, parts: Buffer[]): void {
  runner.pulse.heard(executor);
  const call = executor.calls.get(id);
  if (kind === frameKinds.pong || call === undefined) {
    if (!runner.isWithinRation(executor))
      throw new ImpossibleFrame("An executor speaks without end of calls that it has not.");
    if (kind === frameKinds.pong) runner.pulse.pong(executor, read.pong(parts));
    return;
  }
  if (++call.frames > mostCallFrames) throw new ImpossibleFrame("An executor speaks without end of one call.");
  if (call.booting !== undefined) booted(runner, call);
  if (kind === frameKinds.result) unwaited(takeResult(runner, call, read.result(parts), parts), failing(runner, call));
  else if (kind === frameKinds.host) unwaited(takeHostCall(runner, call, read.hostCall(parts)), failing(runner, call));
  else if (kind === frameKinds.log) {
    const { head, message, data } = read.log(parts);
    call.logs.take(head, message, data);
  } else if (kind === frameKinds.drop) call.ops.get(read.drop(parts))?.cancel();
  else if (kind === frameKinds.progress) passProgress(call, read.progress(parts));
  else if (kind !== frameKinds.loaded) throw new ImpossibleFrame(`There is no frame of kind ${kind}.`);
}

/** Handles a frame of an executor, which is not trusted. An impossible frame ends the executor. */
export function takeFrame(runner: Runner, executor: PooledExecutor, kind: number, id: number, parts: Buffer[]): void {
  if (executor.lost) return;
  try {
    take(runner, executor, kind, id, parts);
  } catch (error) {
    const call = executor.calls.get(id);
    if (error instanceof ImpossibleFrame || call === undefined) condemnBroken(runner, executor, error);
    else failing(runner, call)(error);
  }
}
