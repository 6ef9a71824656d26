import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Confinement } from "./find-confinement.ts";

export interface ConfinedChild {
  child: ChildProcess;
  /** Sends SIGKILL to the process and its group: the only signal that also ends a busy or stopped process. */
  kill: () => void;
}

/**
 * Starts a process for untrusted data: without working folder, with no environment but `env`, in its own session, and
 * first to be killed when the machine runs out of memory. It should not be able to start processes, but any that it did
 * start end with it.
 */
export function spawnConfined(
  command: string[],
  options: {
    stdio: StdioOptions;
    uid: number | null;
    confinement: Pick<Confinement, "endUser">;
    env?: Record<string, string>;
  },
): ConfinedChild {
  const [file, ...args] = command;
  const child = spawn(file!, args, { env: options.env ?? {}, cwd: "/", stdio: options.stdio, detached: true });
  const { pid } = child;
  if (process.platform === "linux" && pid !== undefined) {
    try {
      writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
    } catch {
      // Some containers do not let a process raise its own score.
    }
  }
  let ended = false;
  child.once("exit", () => {
    ended = true;
    const [ender, ...rest] = options.uid === null ? [] : (options.confinement.endUser(options.uid) ?? []);
    if (ender === undefined) return killGroup(pid);
    const sweeping = spawn(ender, rest, { env: {}, cwd: "/", stdio: "ignore" });
    // The sweeping process also ends itself.
    sweeping.once("error", () => killGroup(pid)).unref();
  });
  return {
    child,
    kill: () => {
      if (!ended) killGroup(pid);
      if (!ended) child.kill("SIGKILL");
    },
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // No process of the group is left.
  }
}
