import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A Chromium that can start, and the environment that it needs. */
export interface FoundBrowser {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * Takes the turn of this name: everybody else waits until this one is disposed of, or its process has ended. It is a
 * listening socket in Linux's abstract namespace. On other systems nobody waits.
 */
async function takeTurn(name: string): Promise<AsyncDisposable> {
  for (;;) {
    const server = createServer();
    const refused = await new Promise<string | undefined>((resolve) => {
      server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code));
      server.listen(`\0${name}`, () => resolve(undefined));
    });
    if (refused === "EADDRINUSE") {
      await sleep(100);
      continue;
    }
    return { [Symbol.asyncDispose]: () => new Promise((closed) => void server.close(() => closed())) };
  }
}

/** Puts the parts of the npm package into a folder, whole or not at all, unless they are there. */
async function unpackInto(folder: string, home: string): Promise<void> {
  if (existsSync(folder)) return;
  const staging = mkdtempSync(join(tmpdir(), "ferrule-chromium-new-"));
  const { inflate } = await import("@sparticuz/chromium");
  const before = process.env["TMPDIR"];
  // The folder into which the package unpacks.
  process.env["TMPDIR"] = staging;
  try {
    const parts = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"];
    await Promise.all(parts.map((part) => inflate(join(home, "bin", part))));
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  try {
    renameSync(staging, folder);
  } catch {
    // Another process was faster, on a system without turns.
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The Chromium of the npm package, unpacked. That takes seconds, so test files that start together do it only once. */
async function unpack(): Promise<FoundBrowser> {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const home = dirname(dirname(main));
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const folder = join(tmpdir(), `ferrule-chromium-${version}`);
  if (!existsSync(folder)) {
    await using _ = await takeTurn(folder);
    await unpackInto(folder, home);
  }
  return {
    executablePath: join(folder, "chromium"),
    // Prefers the system's own libraries; uses the package's libraries when a bare system lacks them.
    env: { LD_LIBRARY_PATH: ["/usr/lib/x86_64-linux-gnu", join(folder, "al2023", "lib")].join(":") },
  };
}

/**
 * The Chromium from npm, if it runs; otherwise an installed one. The one from npm draws without a window, so the same
 * journeys take a half to two thirds of the time.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const executablePath = installed.find((path) => existsSync(path));
  const isHere = process.platform === "linux" && process.arch === "x64";
  return isHere || executablePath === undefined ? unpack() : { executablePath, env: {} };
}
