import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { readableCheckout } from "./readable-checkout.ts";

export interface ChildOptions {
  dataDir: string;
  systemDir: string;
  /** Runs it as this numeric user; only root can do so. */
  uid?: number;
  env?: Record<string, string>;
}

type Outcome = { url: string; adminUrl: string } | { name: string; message: string };

export interface LauncherChild {
  pid: Promise<number>;
  /** The URLs; rejects when the launch failed. */
  launched: Promise<{ url: string; adminUrl: string }>;
  /** The error's name and message; rejects when the launch succeeded. */
  refused: Promise<{ name: string; message: string }>;
  /** Settles when the process has ended. */
  ended: Promise<unknown>;
  /** Asks it to stop, and waits. */
  end(): Promise<void>;
  /** kill -9, and waits. */
  kill(): Promise<void>;
}

/** Starts `launcher.ts` as a process of its own. */
export function startChild({ dataDir, systemDir, uid, env = {} }: ChildOptions): LauncherChild {
  const started = start();

  async function start() {
    const checkout = uid === undefined ? undefined : await readableCheckout(uid);
    const node = checkout?.node ?? process.execPath;
    const program = checkout ? `${checkout.folder}/testing/launcher.ts` : `${import.meta.dirname}/launcher.ts`;
    const user = ["--reuid", String(uid), "--regid", String(uid), "--clear-groups", "--"];
    const [command, ...words] = uid === undefined ? [node, program] : ["/usr/bin/setpriv", ...user, node, program];
    const child = spawn(command, [...words, dataDir, systemDir], {
      cwd: "/",
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    // `close` comes after its last line, but `exit` may come before.
    const ended = once(child, "close");
    const line = once(createInterface({ input: child.stdout }), "line").then(
      ([text]) => JSON.parse(String(text)) as Outcome,
    );
    const outcome = Promise.race([
      line,
      ended.then(([code]) => ({ name: "Ended", message: `exit code ${String(code)}` })),
    ]);
    return { child, ended, outcome };
  }

  const outcome = started.then((s) => s.outcome);
  const launched = outcome.then((said) => {
    if ("url" in said) return said;
    throw new Error(`${said.name}: ${said.message}`);
  });
  const refused = outcome.then((said) => {
    if ("message" in said) return said;
    throw new Error("the launch succeeded");
  });
  for (const promise of [launched, refused]) promise.catch(() => undefined);

  const signal = (name: NodeJS.Signals) => async () => {
    const { child, ended } = await started;
    if (child.exitCode === null && child.signalCode === null) {
      // It does not handle a stop request before it has reported how the launch went.
      if (name === "SIGTERM") await outcome;
      child.kill(name);
    }
    await ended;
  };
  return {
    pid: started.then(({ child }) => child.pid ?? -1),
    launched,
    refused,
    ended: started.then((s) => s.ended),
    end: signal("SIGTERM"),
    kill: signal("SIGKILL"),
  };
}
