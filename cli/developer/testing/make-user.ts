import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** The text on standard input. */
  input?: string;
  cwd?: string;
}

/** A user of the command, with a home of their own. */
export interface TestUser {
  home: string;
  run: (args: string[], options?: RunOptions) => Promise<Ended>;
  start: (args: string[], options?: RunOptions) => ReturnType<typeof spawn>;
}

/** The machine's own Node, which may be as old as 20; this process's Node if there is no other. */
export const systemNode = (): string =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, "node"))
    .find((path) => existsSync(path)) ?? process.execPath;

/** The command as an installation offers it for download. */
export const bundled = join(import.meta.dirname, "..", "dist", "main.mjs");

/** Makes a user who runs the command, by default from its sources. The environment holds only this process's PATH. */
export function makeUser(
  t: Pick<TestContext, "after">,
  { node = process.execPath, program = join(import.meta.dirname, "..", "main.ts") } = {},
): TestUser {
  const home = mkdtempSync(join(tmpdir(), "ferrule-home-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const start: TestUser["start"] = (args, { env, cwd = home } = {}) =>
    spawn(node, [program, ...args], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
  const run: TestUser["run"] = async (args, options = {}) => {
    const child = start(args, options);
    child.stdin?.on("error", () => undefined).end(options.input ?? "");
    const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
    return { code, stdout, stderr };
  };
  return { home, run, start };
}
