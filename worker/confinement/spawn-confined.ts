import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Confinement } from "./find-confinement.ts";

export interface ConfinedChild {
  child: ChildProcess;
  /** SIGKILL to the process and its group: the only signal that one obeys which is busy or stopped. */
  kill: () => void;
}

/**
 * Starts a process of strangers' data: without environment and working folder, in a session of its own, first in line when the machine
 * runs out of memory. What it has started, though it should not be able to, ends with it.
 */
export function spawnConfined(
  command: string[],
  options: { stdio: StdioOptions; uid: number | null; confinement: Pick<Confinement, "endUser"> },
): ConfinedChild {
  const [file, ...args] = command;
  const child = spawn(file!, args, { env: {}, cwd: "/", stdio: options.stdio, detached: true });
  const { pid } = child;
  if (process.platform === "linux" && pid !== undefined) {
    try {
      writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
    } catch {
      // Not every container lets a process volunteer to go first.
    }
  }
  let ended = false;
  child.once("exit", () => {
    ended = true;
    const [ender, ...rest] = options.uid === null ? [] : (options.confinement.endUser(options.uid) ?? []);
    if (ender === undefined) return killGroup(pid);
    const sweeping = spawn(ender, rest, { env: {}, cwd: "/", stdio: "ignore" });
    // It ends itself with the others.
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
    // Nobody of it is left.
  }
}
