import { Script } from "node:vm";

const entry = Symbol.for("ferrule.watched");
const holder = globalThis as { [entry]?: () => unknown };
const script = new Script(`globalThis[Symbol.for("ferrule.watched")]()`);

/** Runs `work` on this thread, with a time limit. @throws an error with code ERR_SCRIPT_EXECUTION_TIMEOUT */
export function runWatched<T>(work: () => T, timeoutMs: number): T {
  const outer = holder[entry];
  holder[entry] = work;
  try {
    return script.runInThisContext({ timeout: timeoutMs }) as T;
  } finally {
    if (outer === undefined) delete holder[entry];
    else holder[entry] = outer;
  }
}
