import { memorySlackBytes } from "../limits.ts";
import type { PooledExecutor, RunningCall } from "../placement.ts";
import type { Verdict } from "./pulse.ts";
import { possiblyHeavy } from "../pool/weighing.ts";

const bytesOf = ({ invocation }: RunningCall): number => invocation.memoryMb * 1024 * 1024;

type Dead = Pick<PooledExecutor, "busy" | "owner" | "pulseBytes" | "weighing"> & {
  process: { crashed: boolean };
};

/** Calls during whose turns it had grown by much when it was looked at last. */
function growing({ busy, pulseBytes, weighing }: Dead, calls: readonly RunningCall[]): RunningCall[] {
  const beside = possiblyHeavy(weighing);
  return calls.filter((call) => {
    const since = busy.get(call.id);
    if (since !== undefined && pulseBytes - since > (memorySlackBytes + bytesOf(call)) / 2) return true;
    return call.isolate !== undefined && beside.has(call.isolate.id);
  });
}

/**
 * Whose doing it is that an executor died, and not by our hand. When the engine crashed, a call that was alone in it did it; of
 * several, each that may have done it is tried alone. SIGKILL comes from the kernel or from anybody: blame needs
 * evidence. `wasForMemory`: the kernel has just killed for want of memory. Then those are tried alone during whose turns the
 * executor grew, and only who is alone in one that is larger than its calls may make it did it. Otherwise nobody.
 */
export function inquest(executor: Dead, calls: RunningCall[], wasForMemory: boolean): Verdict {
  const told = { why: "memory" as const, functions: [] };
  if (executor.process.crashed) {
    const busy = calls.filter((call) => executor.busy.has(call.id));
    return { ...told, guilty: calls.length === 1 ? calls : [], suspects: busy.length > 0 ? busy : calls };
  }
  if (!wasForMemory) return { ...told, guilty: [], suspects: [] };
  const allowed = calls.reduce((bytes, call) => bytes + bytesOf(call), memorySlackBytes);
  const isTooLarge = executor.pulseBytes - executor.weighing.freshBytes > allowed;
  const guilty = executor.owner !== undefined && isTooLarge ? calls : [];
  return { ...told, guilty, suspects: growing(executor, calls) };
}
