import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** What it reads from the standard input. */
  input?: string;
  cwd?: string;
}

/** A user of the command, with a home of their own. */
export interface TestUser {
  home: string;
  run: (args: string[], options?: RunOptions) => Promise<Ended>;
  start: (args: string[], options?: RunOptions) => ReturnType<typeof spawn>;
}

/** Makes a user who runs the command from its sources. The environment has nothing of this process but its PATH. */
export function makeUser(t: Pick<TestContext, "after">, program = join(import.meta.dirname, "main.ts")): TestUser {
  const home = mkdtempSync(join(tmpdir(), "ferrule-home-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const start: TestUser["start"] = (args, { env, cwd = home } = {}) =>
    spawn(process.execPath, [program, ...args], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", HOME: home, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
  const run: TestUser["run"] = async (args, options = {}) => {
    const child = start(args, options);
    child.stdin?.end(options.input ?? "");
    const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
    return { code, stdout, stderr };
  };
  return { home, run, start };
}

export interface StandIn {
  address: string;
  /** What was asked, in order. */
  asked: IncomingMessage[];
}

/** Listens on loopback in place of an installation, for what a real one does only under faults. */
export async function standIn(t: Pick<TestContext, "after">, answer: RequestListener): Promise<StandIn> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** What `getMe` of an installation returns for a token. */
export const me = (slug = "shop", role = "developer") => ({
  user: { email: "ann@acme.example", role },
  activeProject: { id: `prj_${slug}`, slug },
  csrfToken: null,
});
