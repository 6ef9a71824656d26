// Why: docs/decisions/retries-and-blame.md
import { memorySlackBytes } from "../limits.ts";
import type { PooledExecutor, Attempt } from "../placement.ts";
import type { Verdict } from "./pulse.ts";
import { possiblyHeavy } from "../pool/weighing.ts";

const bytesOf = ({ call }: Attempt): number => call.invocation.memoryMb * 1024 * 1024;

type Dead = Pick<PooledExecutor, "busy" | "owner" | "pulseBytes" | "weighing"> & {
  process: { crashed: boolean };
};

/** Calls that had a turn while the executor grew much, as of the last measurement. */
function growing({ busy, pulseBytes, weighing }: Dead, calls: readonly Attempt[]): Attempt[] {
  const beside = possiblyHeavy(weighing);
  return calls.filter((call) => {
    const since = busy.get(call.id);
    if (since !== undefined && pulseBytes - since > (memorySlackBytes + bytesOf(call)) / 2) return true;
    return beside.has(call.isolate.id);
  });
}

/**
 * Decides whom to blame for the end of an executor that we did not kill. If the engine crashed and a call was alone,
 * that call is guilty; of several, each possible culprit runs alone next time. A SIGKILL may come from the kernel or
 * from anybody, so blame needs evidence. `wasForMemory`: the kernel has just killed a process because memory ran out.
 * Then the calls during whose turns the executor grew run alone next time. A call is guilty only if it was alone in an
 * executor that was larger than its calls explain.
 */
export function inquest(executor: Dead, calls: Attempt[], wasForMemory: boolean): Verdict {
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
