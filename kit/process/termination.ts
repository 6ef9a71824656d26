import { flushCompileCache } from "node:module";
import type { Log } from "../log.ts";
import { onStrayErrors } from "./stray-errors.ts";

/**
 * Ends the process. Node's own exit waits for threads that look up a name, which takes ten seconds when no resolver
 * answers. So a process that waits for a name replaces itself with a program that exits at once.
 */
function leave(code: number): never {
  if (process.execve !== undefined && process.getActiveResourcesInfo().includes("GetAddrInfoReqWrap")) {
    flushCompileCache();
    process.execve(process.execPath, [process.execPath, "--eval", `process.exit(${code})`], {});
  }
  process.exit(code);
}

/**
 * Shuts the process down in order: on SIGINT, SIGTERM, or when the supervisor that holds the IPC channel has gone (even
 * by kill -9), `drain` runs once, bounded by `graceMs`, then the process exits 0. A second signal exits at once with
 * 130. An uncaught error causes the same shutdown, with `strayErrorExit`; see `onStrayErrors`.
 */
export function onTermination(log: Log, drain: () => Promise<void>, graceMs = 10_000): void {
  let ending = false;
  // Without the supervisor, our standard output is gone too: a failed write must not keep us from ending.
  const tell = (level: "info" | "warn" | "error", fields: object, message: string) => {
    try {
      log[level](fields, message);
    } catch {
      // There is nobody left to report to.
    }
  };
  const begin = (reason: string, exitCode: number) => {
    ending = true;
    setTimeout(() => {
      tell("warn", { graceMs }, "drain took too long; exiting");
      leave(1);
    }, graceMs).unref();
    tell("info", { reason }, "draining");
    drain().then(
      () => leave(exitCode),
      (error: unknown) => {
        tell("error", { err: error }, "drain failed");
        leave(1);
      },
    );
  };
  const end = (reason: string) => {
    if (!ending) begin(reason, 0);
    else if (reason !== "supervisor gone") leave(130);
  };
  onStrayErrors(log, (exitCode) => {
    if (!ending) begin("an error that nobody has caught", exitCode);
  });
  process.on("SIGINT", () => end("SIGINT"));
  process.on("SIGTERM", () => end("SIGTERM"));
  if (process.connected) process.on("disconnect", () => end("supervisor gone"));
}
