import { readFileSync } from "node:fs";

const lookMs = 1_000;

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Where the kernel may tell how often it has killed for want of memory: our own group's, and the machine's counter. */
function counters(): string[] {
  if (process.platform !== "linux") return [];
  const paths = ["/proc/vmstat", "/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"];
  for (const line of read("/proc/self/cgroup").split("\n")) {
    const [, controllers, path] = line.split(":", 3);
    if (path === undefined || path === "/") continue;
    if (controllers === "") paths.push(`/sys/fs/cgroup${path}/memory.events`);
    else if (controllers!.split(",").includes("memory")) paths.push(`/sys/fs/cgroup/memory${path}/memory.oom_control`);
  }
  return paths.filter((path) => /^oom_kill \d+$/m.test(read(path)));
}

/**
 * Knows whether the kernel has lately killed a process for want of memory. A SIGKILL alone says nothing: it may be an operator's.
 * `paths`: files with a line `oom_kill <count>`, as `memory.events` of a cgroup and `/proc/vmstat` have it.
 */
export function createOomKills(paths: string[] = counters()) {
  const count = () => {
    let kills = 0;
    for (const path of paths) kills += Number(/^oom_kill (\d+)$/m.exec(read(path))?.[1] ?? 0);
    return kills;
  };
  let last = { kills: count(), at: performance.now() };
  let before = last.kills;
  return {
    /** Notes how often it has, once a second at most: what happens after that is lately. */
    look(now: number): void {
      if (now - last.at < lookMs) return;
      before = last.kills;
      last = { kills: count(), at: now };
    },
    /** Whether there was one within the last second or two. */
    wereLately: (): boolean => count() > before,
  };
}
