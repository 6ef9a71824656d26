import { spawn } from "node:child_process";
import { scrubbedEnvironment } from "../place/runner.ts";

/**
 * Our end is the end of its input. A line before that means the server was stopped in order. The check of the folder
 * keeps it from a process that was given the same pid later.
 */
const script = `
read -r word && exit 0
ours() { kill -0 "$1" 2>/dev/null && { [ ! -d "/proc/$1" ] || [ "/proc/$1/cwd" -ef "$2" ]; }; }
ours "$1" "$2" && kill -INT "$1"
n=0
while ours "$1" "$2" && [ "$n" -lt 10 ]; do sleep 1; n=$((n + 1)); done
ours "$1" "$2" && kill -QUIT "$1"
`;

/**
 * Starts a shell that outlives us and then ends the server `pid` of `dataDirectory`: fast shutdown, after ten seconds
 * an immediate one. For machines without setpriv's --pdeathsig. The answer dismisses it.
 */
export function startWatchdog(pid: number, dataDirectory: string): () => void {
  const shell = spawn("sh", ["-c", script, "ferrule-watchdog", String(pid), dataDirectory], {
    cwd: "/",
    env: scrubbedEnvironment(),
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => undefined);
  shell.stdin.on("error", () => undefined);
  shell.unref();
  return () => {
    shell.stdin.end("stopped\n");
  };
}
