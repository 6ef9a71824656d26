import { readFileSync } from "node:fs";

const lookMs = 1_000;

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** The files in which the kernel may count its kills for lack of memory: our own cgroup's, and the machine's. */
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
 * Knows whether the kernel recently killed a process because memory ran out. A SIGKILL alone proves nothing, because an
 * operator may have sent it. `paths`: files with a line `oom_kill <count>`, such as a cgroup's `memory.events` and
 * `/proc/vmstat`.
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
    /** Reads the counters, at most once a second. Kills after that count as recent. */
    look(now: number): void {
      if (now - last.at < lookMs) return;
      before = last.kills;
      last = { kills: count(), at: now };
    },
    /** Whether there was one within the last second or two. */
    wereLately: (): boolean => count() > before,
  };
}
