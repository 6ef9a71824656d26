import { closeSync, readdirSync, readFileSync } from "node:fs";

const closeOnExec = 0o2000000;

/**
 * Closes what a shell or supervisor has left open for this process beyond standard input, output and error, so that it
 * reaches none of the processes that this one starts. All that Node opens, the channel to its parent included, is marked to
 * be closed at `exec`; what is not was inherited. Only Linux tells; elsewhere nothing happens.
 */
export function closeInherited(): void {
  if (process.platform !== "linux") return;
  let open: string[];
  try {
    open = readdirSync("/proc/self/fdinfo");
  } catch {
    return;
  }
  for (const name of open) {
    const fd = Number(name);
    if (!(fd > 2)) continue;
    try {
      const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, "latin1"))?.[1];
      if (flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0) closeSync(fd);
    } catch {
      // It was the one that the folder was read by, and has gone.
    }
  }
}
