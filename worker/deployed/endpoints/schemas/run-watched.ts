import { Script } from "node:vm";

const entry = Symbol.for("ferrule.watched");
const holder = globalThis as { [entry]?: () => unknown };
const script = new Script(`globalThis[Symbol.for("ferrule.watched")]()`);

/** How often the time may run out while the machine is busy with other work. */
const mostTurns = 4;

const isTimeout = (error: unknown) => (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

function runOnce<T>(work: () => T, timeoutMs: number): T {
  const outer = holder[entry];
  holder[entry] = work;
  try {
    return script.runInThisContext({ timeout: timeoutMs }) as T;
  } finally {
    if (outer === undefined) delete holder[entry];
    else holder[entry] = outer;
  }
}

/**
 * Runs `work` on this thread, with a time limit. If this thread had the processor for less than half of that time, the
 * machine was busy, and the work starts again. So `work` must be repeatable.
 * @throws an error with code ERR_SCRIPT_EXECUTION_TIMEOUT
 */
export function runWatched<T>(work: () => T, timeoutMs: number): T {
  for (let turn = 1; ; turn += 1) {
    const began = process.threadCpuUsage();
    try {
      return runOnce(work, timeoutMs);
    } catch (error) {
      const { user, system } = process.threadCpuUsage(began);
      if (!isTimeout(error) || turn === mostTurns || user + system >= timeoutMs * 500) throw error;
    }
  }
}
