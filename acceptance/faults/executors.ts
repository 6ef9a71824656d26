import { readdirSync, readFileSync } from "node:fs";

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has just ended.
    return "";
  }
}

/** The id of this process's parent; 0 when there is none. */
function parentOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

/** The ids of this process's children. */
export const childrenOf = (parent: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);

/** The ids of a worker's executors, found among its children and their children. */
export function executorsOf(worker: number): number[] {
  return childrenOf(worker).flatMap((child) => [
    ...(/--enable-experimental-regexp-engine/.test(read(`/proc/${child}/cmdline`)) ? [child] : []),
    ...executorsOf(child),
  ]);
}

/** Kills a process, unless it has just ended by itself. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
