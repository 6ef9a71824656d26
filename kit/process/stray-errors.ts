import type { Log } from "../log.ts";

/** `sysexits.h` calls it EX_SOFTWARE: a supervisor starts the process again. */
export const strayErrorExit = 70;
const toldAMinute = 20;
const mostChars = 2_000;

/**
 * A description of any thrown value that is safe to log: only these fields, each shortened. It never throws.
 */
function described(error: unknown): object {
  try {
    if (!(error instanceof Error)) return { type: typeof error };
    const { name, message, stack } = error;
    return { type: name, message: message.slice(0, mostChars), stack: stack?.slice(0, 2 * mostChars) };
  } catch {
    return { type: "something that cannot be shown" };
  }
}

/**
 * Handles errors that no other code has handled. A rejected promise affects only its own operation: it is logged, at
 * most twenty a minute, and the process continues. After an uncaught exception the state is unknown: it is logged, and
 * `end` shuts the process down in order, with `strayErrorExit`.
 */
export function onStrayErrors(log: Log, end: (exitCode: number) => void): void {
  let minute = 0;
  let told = 0;
  const tell = (level: "error" | "fatal", error: unknown, message: string) => {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, told] = [now, 0];
    told += 1;
    if (told > toldAMinute) return;
    try {
      log[level]({ stray: described(error) }, message);
    } catch {
      // There is nobody left to report to.
    }
  };
  process.on("unhandledRejection", (reason) => tell("error", reason, "a promise that nobody waits for has failed"));
  process.on("uncaughtException", (error) => {
    tell("fatal", error, "nobody has caught an error; ending in order");
    end(strayErrorExit);
  });
}
