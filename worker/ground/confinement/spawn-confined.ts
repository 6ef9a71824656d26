import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Confinement } from "./find-confinement.ts";

export interface ConfinedChild {
  child: ChildProcess;
  /** Sends SIGKILL to the process and its group: no other signal ends a busy or stopped process. */
  kill: () => void;
}

/**
 * Starts a process for untrusted data. It has no working folder, no environment except `env`, and its own session. When
 * the machine runs out of memory, the kernel kills it first. It should not be able to start processes, but if it does,
 * they end with it.
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
