import { readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** The fields of `/proc/PID/stat` after the command, which may contain any characters. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** A process and all its living descendants (Linux). */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const parent = Number.isInteger(pid) ? Number(statOf(pid)?.[1] ?? Number.NaN) : Number.NaN;
    if (!Number.isNaN(parent)) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** CPU time of these processes so far, in milliseconds. */
export function cpuMs(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const stat = statOf(pid);
    if (stat !== undefined) ticks += Number(stat[11]) + Number(stat[12]);
  }
  return (ticks / ticksPerSecond) * 1_000;
}

export interface CpuTime {
  userMs: number;
  systemMs: number;
}

/**
 * CPU time so far of these processes and of their reaped children, so that a PostgreSQL backend or an executor that was
 * replaced still counts.
 */
export function cpuTimeOf(pids: readonly number[]): CpuTime {
  const ticks = { user: 0, system: 0 };
  for (const pid of pids) {
    const stat = statOf(pid);
    if (stat === undefined) continue;
    ticks.user += Number(stat[11]) + Number(stat[13]);
    ticks.system += Number(stat[12]) + Number(stat[14]);
  }
  return { userMs: (ticks.user / ticksPerSecond) * 1_000, systemMs: (ticks.system / ticksPerSecond) * 1_000 };
}

/** The name of a process's program, as the kernel keeps it. */
export function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "latin1").trim();
  } catch {
    return "";
  }
}

/** Memory of these processes in megabytes; shared memory counts once (PSS). */
export function memoryMb(pids: readonly number[]): number {
  let kilobytes = 0;
  for (const pid of pids) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "latin1");
      kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    } catch {
      // It has ended in the meantime.
    }
  }
  return kilobytes / 1_024;
}
