import type { Log } from "./log.ts";

/**
 * Ends the process in order: on SIGINT, SIGTERM, or when the supervisor that holds our IPC channel has gone (its kill -9
 * included), `drain` runs once, bounded by `graceMs`, then the process exits 0. A second signal exits at once with 130.
 */
export function onTermination(log: Log, drain: () => Promise<void>, graceMs = 10_000): void {
  let ending = false;
  // A supervisor that has gone took our standard output with it: telling must not keep us from ending.
  const tell = (level: "info" | "warn" | "error", fields: object, message: string) => {
    try {
      log[level](fields, message);
    } catch {
      // There is nobody left to tell.
    }
  };
  const end = (reason: string) => {
    if (ending) {
      if (reason !== "supervisor gone") process.exit(130);
      return;
    }
    ending = true;
    setTimeout(() => {
      tell("warn", { graceMs }, "drain took too long; exiting");
      process.exit(1);
    }, graceMs).unref();
    tell("info", { reason }, "draining");
    drain().then(
      () => process.exit(0),
      (error: unknown) => {
        tell("error", { err: error }, "drain failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", () => end("SIGINT"));
  process.on("SIGTERM", () => end("SIGTERM"));
  if (process.connected) process.on("disconnect", () => end("supervisor gone"));
}
