import { spawn } from "node:child_process";
import { scrubbedEnvironment } from "../place/runner.ts";

/**
 * When we end, its input ends. If a line comes before that, we have stopped the server in order. It checks the folder,
 * so that it spares a process that got the same pid later.
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
 * Starts a shell that outlives us and then shuts down the server `pid` of `dataDirectory`: fast, and after ten seconds
 * immediately. It is for machines without setpriv's --pdeathsig. Call the returned function to dismiss it.
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
