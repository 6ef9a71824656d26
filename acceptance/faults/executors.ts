import { readdirSync, readFileSync } from "node:fs";

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has just ended.
    return "";
  }
}

/** The number of the process that started this one; 0 when there is none. */
function parentOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

/** The ids of the processes that this one has started. */
export const childrenOf = (parent: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);

/** The ids of a worker's executors, found among the processes that it has started and theirs. */
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
    // It has.
  }
}
