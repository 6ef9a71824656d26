import { closeSync, readdirSync, readFileSync } from "node:fs";

const closeOnExec = 0o2000000;

/**
 * Closes the descriptors beyond standard input, output and error that a shell or supervisor left open, so that the
 * processes started here do not inherit them. Node marks everything it opens itself close-on-exec, including the
 * channel to its parent; a descriptor without the mark was inherited. Only Linux shows the mark; elsewhere nothing
 * happens.
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
      // This was the descriptor of the folder that we read, which is already closed.
    }
  }
}
